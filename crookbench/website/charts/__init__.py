"""Charts and small drawings as pages show them."""
