"""Cryptographic hashes."""

from _hashlib import (blake2b, blake2s, md5, pbkdf2_hmac, scrypt, sha1, sha224, sha256, sha384, sha512, sha3_224, sha3_256, sha3_384, sha3_512,
                      shake_128, shake_256)

algorithms_guaranteed = {"md5", "sha1", "sha224", "sha256", "sha384", "sha512", "blake2b", "blake2s", "sha3_224", "sha3_256", "sha3_384",
                         "sha3_512", "shake_128", "shake_256"}
algorithms_available = set(algorithms_guaranteed)

__all__ = (*sorted(algorithms_guaranteed), "new", "algorithms_guaranteed", "algorithms_available", "file_digest", "pbkdf2_hmac", "scrypt")


def new(name, data=b"", **kwargs):
    """Make a hash object by the name of its algorithm."""
    if not isinstance(name, str):
        raise TypeError("name must be a string")
    known = name.lower().replace("-", "_")
    known = {"sha_1": "sha1", "sha_224": "sha224", "sha_256": "sha256", "sha_384": "sha384", "sha_512": "sha512"}.get(known, known)
    if known not in algorithms_guaranteed:
        raise ValueError("unsupported hash type " + name)
    return globals()[known](data, **kwargs)


def file_digest(fileobj, digest, /, *, _bufsize=2 ** 18):
    """Hash what a file opened for reading bytes contains."""
    made = new(digest) if isinstance(digest, str) else digest()
    if hasattr(fileobj, "getbuffer"):
        made.update(fileobj.getbuffer())
        return made
    if not (hasattr(fileobj, "readinto") and hasattr(fileobj, "readable") and fileobj.readable()):
        raise ValueError(f"'{fileobj!r}' is not a file-like object in binary reading mode.")
    while data := fileobj.read(_bufsize):
        made.update(data)
    return made
