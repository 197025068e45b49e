"""Write unicodedata.txt.gz: the properties of all characters, as the unicodedata module of the running Python tells them.

Lines: "start end category bidirectional combining width mirrored" (numbers in hexadecimal, runs of like characters, "-" for
none), "N code numeric decimal digit", "D code decomposition" and "C code decomposition" for what composes to the character
again. Run with CPython 3.14 in this folder.
"""
import gzip
import sys
import unicodedata as u

lines = [f"# Unicode {u.unidata_version}"]
start, last = 0, None
for code in range(sys.maxunicode + 2):
    props = None
    if code <= sys.maxunicode:
        c = chr(code)
        props = (u.category(c), u.bidirectional(c) or "-", f"{u.combining(c):x}", u.east_asian_width(c), str(u.mirrored(c)))
    if props != last:
        if last is not None and last[0] != "Cn" or last is not None and (last[1], last[3]) != ("-", "N"):
            lines.append(f"{start:x} {code - 1:x} {' '.join(last)}")
        start, last = code, props
for code in range(sys.maxunicode + 1):
    c = chr(code)
    if u.numeric(c, None) is not None:
        lines.append(f"N {code:x} {u.numeric(c)!r} {u.decimal(c, '-')} {u.digit(c, '-')}")
    if u.decomposition(c):
        parts = u.decomposition(c)
        composes = parts[0] != "<" and " " in parts and u.normalize("NFC", "".join(chr(int(p, 16)) for p in parts.split())) == c
        lines.append(f"{'C' if composes else 'D'} {code:x} {parts}")
with open("unicodedata.txt.gz", "wb") as f:
    f.write(gzip.compress("\n".join(lines).encode() + b"\n", 9, mtime=0))
