"""The version whose names this has."""
__version_info__ = (6, 155, 7)
__version__ = ".".join(map(str, __version_info__))
