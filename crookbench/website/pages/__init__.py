"""One file a kind of page: from runs and figures to what its template shows."""
