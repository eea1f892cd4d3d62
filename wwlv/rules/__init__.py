"""What may happen at the table and what it pays: standard library only, no clock, no chance of its own."""
