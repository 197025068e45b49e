"""XNNPACK is not there."""

enabled = False
