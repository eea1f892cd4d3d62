"""The page in a student's hand: what each screen shows, and the files the browser loads."""
