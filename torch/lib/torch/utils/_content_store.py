"""Hashes of storages."""

import hashlib


def hash_storage(storage, *, stable_hash=False):
    return hashlib.sha1(storage._bytes()).hexdigest()
