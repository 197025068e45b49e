"""Tests that PyTorch expects to fail under its compiler: none here."""

dynamo_expected_failures = inductor_expected_failures = dynamo_skips = inductor_skips = compiled_autograd_skips = frozenset()
