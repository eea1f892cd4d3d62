"""One class's running game: an append-only log in a database, and the room that folds it."""
