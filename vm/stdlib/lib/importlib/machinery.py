"""What modules are made from."""

__all__ = ["EXTENSION_SUFFIXES", "SOURCE_SUFFIXES", "all_suffixes"]

SOURCE_SUFFIXES = [".py"]
BYTECODE_SUFFIXES = []
EXTENSION_SUFFIXES = []


def all_suffixes():
    return SOURCE_SUFFIXES + BYTECODE_SUFFIXES + EXTENSION_SUFFIXES
