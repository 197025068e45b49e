"""Case mappings that change the number of characters, and the kinds of characters beyond letters."""
import zlib

for s in ("ß", "ﬁnnish", "ŉ", "İstanbul", "ΑΣ", "ΑΣΑ Σ ΑΣ.", "A\u0345\u03a3", "ᾳ", "ῒ", "ǆ", "ⅷ", "ⓐ", "Ǆ", "straße", "ꭰ", "ა", "ΰ", "\ud800é", "h\u0130", "µ"):
    print(ascii([s.upper(), s.lower(), s.title(), s.capitalize(), s.swapcase(), s.casefold()]))
for c in "ªʰⅧⓐ²①一萬½٣Ⅳ፩ǅ":
    print(ascii(c), c.isupper(), c.islower(), c.istitle(), c.isdigit(), c.isdecimal(), c.isnumeric(), c.isalpha(), c.isalnum())
known = [chr(i) for i in range(0x80, 0x10000) if not 0xD800 <= i < 0xE000 and i not in (0x19B, 0x264) and not 0x1C80 <= i < 0x1C90 and not 0xA7C0 <= i < 0xA7E0]
for f in str.upper, str.lower, str.title, str.swapcase, str.casefold:
    print(f.__name__, zlib.crc32("".join(map(f, known)).encode()))
