"""Custom operators for tests: none are recorded."""

custom_op_db = []
