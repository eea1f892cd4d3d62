"""The base of every error a caller of this package may expect."""


class WwlvError(Exception):
    """Something a person did or gave that the package refuses; anything else that is raised is a bug."""
