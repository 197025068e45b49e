"""Orders of einsum's products: from left to right."""

enabled = False
strategy = None


def is_available():
    return False


def get_opt_einsum():
    return None
