"""Who answers: finds what was asked about, replies, and marks the spoken plan."""
