"""One module a screen: a view in, what its template shows out."""
