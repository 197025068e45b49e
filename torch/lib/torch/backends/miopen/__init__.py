"""MIOpen is not there."""

immediate = False
