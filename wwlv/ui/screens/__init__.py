"""Screens of the dashboard alone: the lobby and the day's list."""
