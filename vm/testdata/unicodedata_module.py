"""unicodedata: properties, names, numbers and normal forms."""
import unicodedata as u
import zlib


def attempt(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return f"{type(e).__name__}: {e}"


for c in "aÀ1½Ⅷ٣中한\u0301 \n(«\ud800\U0010ffff😀ﬁ²":
    print(ascii(c), u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decomposition(c), u.name(c, None),
          u.numeric(c, None), u.decimal(c, None), u.digit(c, None))
for name in "LATIN SMALL LETTER A", "hangul syllable han", "CJK UNIFIED IDEOGRAPH-4E2D", "SNOWMAN", "CJK COMPATIBILITY IDEOGRAPH-F900", "NO SUCH THING":
    print(ascii(attempt(u.lookup, name)))
print("\N{HANGUL SYLLABLE GAG}" == "각")
for text in "Ślusàrski", "ﬁ²½", "한국어", "\u1100\u1161\u11a8", "a\u0301\u0323", "e\u0323\u0301\u0302", "\u0958", "\u2126 Å", "\ufdfa", "A\ud800é", "ạ\u0307" * 3:
    for form in "NFC", "NFD", "NFKC", "NFKD":
        n = u.normalize(form, text)
        print(form, ascii(n), u.is_normalized(form, text), u.is_normalized(form, n), end=" ")
    print()
print("".join(c for c in u.normalize("NFD", "O'Néàl Ślusàrski") if u.category(c) != "Mn"))
for args in ("", "NFC"), (u.category, "ab"), (u.category, ""), (u.category, 5), (u.name, "\n"), (u.numeric, "a"), (u.decimal, "½"), (u.digit, "a"), (u.normalize, "X", "a"), (u.normalize, "NFC"):
    if callable(args[0]):
        print(attempt(*args))
# all of them, apart from names, whose Unicode is another
everything = repr([(u.category(c), u.bidirectional(c), u.combining(c), u.east_asian_width(c), u.mirrored(c), u.decomposition(c), u.numeric(c, None))
                   for c in map(chr, range(0x30000))])
print(zlib.crc32(everything.encode()))
forms = "".join(u.normalize(f, chr(c)) for f in ("NFC", "NFKD") for c in range(0x30000) if not 0xD800 <= c < 0xE000)
print(zlib.crc32(forms.encode()), u.unidata_version)
