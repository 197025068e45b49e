"""Making models smaller and quicker."""
