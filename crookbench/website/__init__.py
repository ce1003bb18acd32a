"""The static site: from runs and figures to pages that are complete without JavaScript."""
