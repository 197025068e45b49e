"""Operators with sizes that are not known: nothing is marked."""

ops_dde_xfail = ops_unbacked_skip = set()
