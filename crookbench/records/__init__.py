"""What is kept of each consult: log, record, transcript, and what is computed from them."""
