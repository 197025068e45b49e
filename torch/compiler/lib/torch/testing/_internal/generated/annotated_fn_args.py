"""Arguments of functions that can be overridden: not recorded."""

annotated_args = {}
