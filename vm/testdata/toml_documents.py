"""What tomllib reads: tables in their order, numbers, texts, times; and what it refuses."""
import io
import tomllib

DOCUMENT = '''
title = "a \\u00e9 b"
[tool.z]
z = 1
a = [1, 2.5, [true, false], "x", 'raw \\n']
inline = {y = 1, b = "2"}
[tool.a]
dates = [1979-05-27T07:32:00Z, 1979-05-27T00:32:00.5-07:00, 1979-05-27T07:32:00, 1979-05-27, 07:32:00]
numbers = [0xff, 0o17, 0b11, 1_000, -5, 1e3, inf, -inf]
text = """
two
lines"""
[[points]]
x = 1
[[points]]
x = 3
y = 2
'''
print(tomllib.loads(DOCUMENT))
print(tomllib.load(io.BytesIO(b"a.b.c = 1\na.d = 2")))
print(tomllib.loads("x = 1.5", parse_float=lambda s: ("f", s)))
for bad in "x =", "x = 1\nx = 2", "[a]\n[a]", "= 1", "x = [1", "x = 'a":
    try:
        print(tomllib.loads(bad))
    except tomllib.TOMLDecodeError as e:
        print("refused", isinstance(e, ValueError))
for wrong in (lambda: tomllib.load(io.StringIO("x = 1")), lambda: tomllib.loads(b"x = 1")):
    try:
        wrong()
    except TypeError as e:
        print(e)
