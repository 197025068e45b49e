"""json: encodings of bytes, empty containers, notes of errors, endless default functions, messages of the decoder."""
import json


def attempt(f, *args, **kw):
    try:
        print(ascii(f(*args, **kw))[:100])
    except Exception as e:
        print(type(e).__name__, e, getattr(e, "__notes__", [])[:3])


attempt(json.dumps, "\x7f\x80é😀")
attempt(json.dumps, "\x7f\x80", ensure_ascii=False)
attempt(json.dumps, {b"a": 1}, skipkeys=True, indent=2)
attempt(json.dumps, {b"a": 1, "b": [{}, []]}, skipkeys=True, indent=2)
attempt(json.dumps, [...])
attempt(json.dumps, {"a": [...]})
attempt(json.dumps, {"a": 1}, separators=(b",", ":"))
attempt(json.dumps, {"a": 1}, separators=(",", 5))
attempt(json.dumps, 10**5000)
try:
    json.dumps(..., default=lambda o: object())
except RecursionError:
    print("RecursionError")
text = '["aé"]'
for b in (text.encode("utf-16"), text.encode("utf-32"), text.encode("utf-16-le"), text.encode("utf-32-be"), text.encode("utf-8-sig"), b'["\x80"]', bytearray(b"[1]"),
          "1".encode("utf-16-be")):
    attempt(json.loads, b)
for s in ("\ufeff[1]", "", "[1,]", '{"a":1,}', '{"a" 1}', "{a:1}", "[1 2]", "nul", '"\\x"', '"\\u12"', '"a\nb"', '"a', "01", "1.", "-", "[1]x", "1e400", '"\\ud834\\udd20 \\ud834"'):
    attempt(json.loads, s)
attempt(json.loads, 5)
attempt(json.JSONDecoder().raw_decode, "[1]", -1)
