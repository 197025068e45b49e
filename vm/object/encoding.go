package object

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/vm/unidata"
)

// Text to bytes and back.

// encodingAliases are the other names of the encodings that are built in, in the form of normEncoding.
var encodingAliases = aliasTable(map[string]string{
	"ascii":   "646 ansi-x3.4-1968 ansi-x3-4-1968 ansi-x3.4-1986 cp367 csascii ibm367 iso646-us iso-646.irv-1991 iso-ir-6 us us-ascii",
	"latin-1": "8859 cp819 csisolatin1 ibm819 iso8859 iso8859-1 iso-8859-1 iso-8859-1-1987 iso-ir-100 l1 latin latin1",
	"utf-8":   "u8 utf utf8 utf8-ucs2 utf8-ucs4 cp65001",
	"utf-16":  "u16 utf16", "utf-16-le": "unicodelittleunmarked utf-16le", "utf-16-be": "unicodebigunmarked utf-16be",
	"utf-32": "u32 utf32", "utf-32-le": "utf-32le", "utf-32-be": "utf-32be",
	"utf-8-sig": "utf8-sig",
	"gbk":       "936 cp936 ms936", "gb2312": "chinese csiso58gb231280 euc-cn euccn eucgb2312-cn gb2312-1980 gb2312-80 iso-ir-58 x-mac-simp-chinese",
	"gb18030": "gb18030-2000", "big5": "big5-tw csbig5 x-mac-trad-chinese", "shift-jis": "csshiftjis shiftjis sjis s-jis x-mac-japanese",
	"cp932": "932 ms932 mskanji ms-kanji windows-31j", "euc-jp": "eucjp ujis u-jis", "iso2022-jp": "csiso2022jp iso-2022-jp",
	"euc-kr": "euckr korean ksc5601 ks-c-5601 ks-c-5601-1987 ksx1001 ks-x-1001 cseuckr x-mac-korean", "cp949": "949 ms949 uhc",
	"unicode-escape": "unicodeescape", "raw-unicode-escape": "rawunicodeescape",
})

func aliasTable(names map[string]string) map[string]string {
	out := map[string]string{}
	for name, aliases := range names {
		for _, a := range strings.Fields(aliases) {
			out[a] = name
		}
	}
	return out
}

// normEncoding is the name of an encoding in its usual form.
func normEncoding(enc string) string {
	switch enc {
	case "utf-8", "ascii", "latin-1": // nearly always
		return enc
	}
	var b strings.Builder
	for i, word := range strings.FieldsFunc(strings.ToLower(enc), func(r rune) bool { return r == '_' || r == '-' || r == ' ' }) {
		if i > 0 {
			b.WriteByte('-')
		}
		b.WriteString(word)
	}
	name := b.String()
	if full, ok := encodingAliases[name]; ok {
		return full
	}
	return name
}

// EncodingName is the usual form of the name of an encoding that is built in; ok tells whether it is.
func EncodingName(enc string) (name string, ok bool) {
	name = normEncoding(enc)
	if _, ok := textCodecs[name]; ok {
		return name, true
	}
	if c := unidata.CharmapNamed(name); c != nil {
		return c.Name, true
	}
	return name, multibyteCodecs[name] != nil
}

// A textCodec encodes and decodes one encoding.
type textCodec struct {
	encode func(th *Thread, e *encoder) error
	decode func(th *Thread, d *decoder) error
}

func codecNamed(name string) *textCodec {
	if c, ok := textCodecs[name]; ok {
		return &c
	}
	if c := unidata.CharmapNamed(name); c != nil {
		return charmapCodec(c)
	}
	if m := multibyteCodecs[name]; m != nil {
		return multibyteCodec(name, m)
	}
	return nil
}

// FindCodec asks the module codecs for an encoding that is not built in, for its encoder or decoder. The library sets it.
var FindCodec func(th *Thread, enc, which string) (Value, error)

// foreign encodes or decodes by functions that a script has registered.
func foreign(th *Thread, enc, which string, v Value, errs string) (Value, error) {
	unknown := Raisef(LookupError, "unknown encoding: %s", enc)
	if FindCodec == nil {
		return Null, unknown
	}
	f, err := FindCodec(th, enc, which)
	if err != nil {
		return Null, err
	}
	r, err := Call(th, f, v, NewStr(errs))
	if err != nil {
		return Null, err
	}
	t, ok := AsTuple(r)
	if !ok || len(t.Items) != 2 {
		return Null, TypeErrorf("%sr must return a tuple (object, integer)", which)
	}
	return t.Items[0], nil
}

// Encode is str.encode.
func Encode(th *Thread, s, enc, errs string) ([]byte, error) {
	name := normEncoding(enc)
	if name == "utf-8" && utf8.ValidString(s) || name == "ascii" && isASCII(s) {
		return []byte(s), nil
	}
	c := codecNamed(name)
	if c == nil {
		r, err := foreign(th, enc, "encode", NewStr(s), errs)
		if err != nil {
			return nil, err
		}
		b, ok := AsBytes(r)
		if !ok {
			return nil, TypeErrorf("'%s' encoder returned '%s' instead of 'bytes'; use codecs.encode() to encode to arbitrary types", enc, r.p.typ.Name)
		}
		return b.B, nil
	}
	e := &encoder{name: name, errs: errs, text: s, runes: DecodeWTF8(s), out: make([]byte, 0, len(s))}
	err := c.encode(th, e)
	return e.out, err
}

// Decode is bytes.decode.
func Decode(th *Thread, b []byte, enc, errs string) (string, error) {
	name := normEncoding(enc)
	if name == "utf-8" && utf8.Valid(b) {
		return string(b), nil
	}
	c := codecNamed(name)
	if c == nil {
		r, err := foreign(th, enc, "decode", NewBytes(b), errs)
		if err != nil {
			return "", err
		}
		s, ok := Text(r)
		if !ok {
			return "", TypeErrorf("'%s' decoder returned '%s' instead of 'str'; use codecs.decode() to decode to arbitrary types", enc, r.p.typ.Name)
		}
		return s, nil
	}
	d := &decoder{name: name, errs: errs, b: b, out: make([]byte, 0, len(b))}
	err := c.decode(th, d)
	return string(d.out), err
}

// An encoder is the state of one call of Encode.
type encoder struct {
	name, errs, text string
	runes            []rune
	out              []byte
}

// each encodes character by character: put appends one, or tells that it cannot. With runs, neighbours that cannot be
// encoded are one fault.
func (e *encoder) each(th *Thread, reason string, runs bool, put func(out []byte, r rune) ([]byte, bool)) error {
	for i := 0; i < len(e.runes); {
		out, ok := put(e.out, e.runes[i])
		if ok {
			e.out = out
			i++
			continue
		}
		end := i + 1
		for runs && end < len(e.runes) {
			if _, ok := put(e.out, e.runes[end]); ok {
				break
			}
			end++
		}
		f := codecFault{encoding: e.name, errs: e.errs, object: NewStr(e.text), start: i, end: end, reason: reason}
		text, raw, next, err := f.encodeFault(th, e.runes)
		if err != nil {
			return err
		}
		if raw != nil && strings.HasPrefix(e.name, "utf-16") && len(raw)%2 != 0 || strings.HasPrefix(e.name, "utf-32") && len(raw)%4 != 0 {
			return f.exception(UnicodeEncodeError)
		}
		e.out = append(e.out, raw...)
		for _, r := range DecodeWTF8(text) {
			out, ok := put(e.out, r)
			if !ok {
				return f.exception(UnicodeEncodeError)
			}
			e.out = out
		}
		i = next
	}
	return nil
}

// A decoder is the state of one call of Decode.
type decoder struct {
	name, errs string
	b, out     []byte
	object     Value // b as exceptions have it, from the first fault on
}

// fail handles bytes that cannot be decoded and tells where to go on.
func (d *decoder) fail(th *Thread, start, end int, reason string) (int, error) {
	if d.object.IsNull() {
		d.b = bytes.Clone(d.b) // scripts can change what they gave, in a handler or later
		d.object = NewBytes(d.b)
	}
	f := codecFault{encoding: d.name, errs: d.errs, object: d.object, start: start, end: end, reason: reason}
	text, next, err := f.decodeFault(th, d.b)
	d.out = append(d.out, text...)
	return next, err
}
