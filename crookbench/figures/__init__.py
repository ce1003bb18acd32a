"""Statistics: from the records of a run to the tables and charts that report and website share."""
