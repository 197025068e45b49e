"""Write the tables of this folder, as the running Python tells them. Run with CPython 3.14 in this folder.

unicodedata.txt.gz, what the module unicodedata knows of all characters. Lines: "start end category bidirectional combining
width mirrored" (numbers in hexadecimal, runs of like characters, "-" for none), "N code numeric decimal digit",
"D code decomposition" and "C code decomposition" for what composes to the character again.

cases.txt.gz, the cases of strings of one character. Lines: "kind code codes", where kind is U, T, L or F: what upper, title,
lower and casefold make of it. Left out are characters that stay what they are, titles that are the upper case and foldings
that are the lower case.

charmaps.txt.gz, the encodings of one byte for a character. Lines: the names of the encoding with spaces between, a tab, and
the characters of the 256 bytes ("-" for none).
"""
import codecs
import encodings
import encodings.aliases
import gzip
import importlib
import pkgutil
import sys
import unicodedata as u


def write(name, lines):
    with open(name, "wb") as f:
        f.write(gzip.compress("\n".join(lines).encode() + b"\n", 9, mtime=0))


def codes(text):
    return " ".join(f"{ord(c):x}" for c in text)


def unicode_data():
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
    return lines


def cases():
    for code in range(sys.maxunicode + 1):
        c = chr(code)
        upper, lower = c.upper(), c.lower()
        for kind, text, default in (("U", upper, c), ("T", c.title(), upper), ("L", lower, c), ("F", c.casefold(), lower)):
            if text != default:
                yield f"{kind} {code:x} {codes(text)}"


def charmaps():
    aliases = {}
    for alias, name in encodings.aliases.aliases.items():
        aliases.setdefault(name, []).append(alias)
    modules = {m.name for m in pkgutil.iter_modules(encodings.__path__)}
    for module in sorted(modules - {"iso8859_1"}):  # Latin 1 needs no table
        try:
            if not hasattr(importlib.import_module(f"encodings.{module}"), "decoding_table"):
                continue
        except ImportError:  # those of Windows
            continue
        chars = (codecs.decode(bytes([b]), module, "ignore") for b in range(256))
        yield f"{' '.join([module] + sorted(aliases.get(module, [])))}\t{' '.join(codes(c) or '-' for c in chars)}"


write("unicodedata.txt.gz", unicode_data())
write("cases.txt.gz", cases())
write("charmaps.txt.gz", charmaps())
