# hashlib: every algorithm, keys, sizes, messages.
import hashlib
def show(f, *a, **k):
    try: print(repr(f(*a, **k)))
    except BaseException as e: print(type(e).__name__, e)
for n in ("md5", "sha1", "sha224", "sha256", "sha384", "sha512", "sha3_224", "sha3_256", "sha3_384", "sha3_512", "blake2b", "blake2s"):
    h = getattr(hashlib, n)(b"abc"); print(n, h.name, h.digest_size, h.block_size, h.hexdigest()); h.update(b"d"); c = h.copy(); c.update(b"e"); print(h.hexdigest()[:16], c.hexdigest()[:16]); print(hashlib.new(n, b"q").hexdigest()[:16])
for n in ("shake_128", "shake_256"):
    h = getattr(hashlib, n)(b"abc"); print(n, h.name, h.digest_size, h.block_size, h.hexdigest(20)); show(h.digest)
show(lambda: hashlib.blake2b(b"x", digest_size=16).hexdigest()); show(lambda: hashlib.blake2b(b"x", key=b"k").hexdigest()[:20]); show(lambda: hashlib.blake2b(digest_size=65))
show(hashlib.new, "nope"); show(hashlib.sha256, "text"); show(hashlib.sha256, 3); show(lambda: hashlib.sha256(b"a", usedforsecurity=False).hexdigest()[:8]); show(lambda: hashlib.sha256().update("x")); show(lambda: sorted(hashlib.algorithms_guaranteed)); show(lambda: hashlib.pbkdf2_hmac("sha256", b"pw", b"salt", 10).hex()); show(lambda: "sha256" in hashlib.algorithms_available); show(lambda: hashlib.md5(string=b"a").hexdigest()); show(lambda: hashlib.file_digest(__import__("io").BytesIO(b"abc"), "sha256").hexdigest()[:10]); show(lambda: hashlib.sha256(b"a").digest()[:4]); show(lambda: hashlib.scrypt(b"p", salt=b"s", n=2, r=8, p=1).hex()[:16])
