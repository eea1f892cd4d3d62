"""A view in, what a template shows out: for the dashboard and for phones."""
