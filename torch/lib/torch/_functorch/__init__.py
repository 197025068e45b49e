"""Function transforms, written over the levels of the dispatcher."""
