package object

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/magneto-go/magneto/vm/unidata"
)

// The encodings of one byte for a character, which are tables of unidata, and the multi-byte ones of East Asia.

func charmapCodec(c *unidata.Charmap) *textCodec {
	const undefined = "character maps to <undefined>"
	return &textCodec{
		encode: func(th *Thread, e *encoder) error {
			e.name = "charmap"
			return e.each(th, undefined, true, func(out []byte, r rune) ([]byte, bool) {
				b, ok := c.Bytes[r]
				if !ok {
					return out, false
				}
				return append(out, b), true
			})
		},
		decode: func(th *Thread, d *decoder) error {
			d.name = "charmap"
			for i := 0; i < len(d.b); {
				if r := c.Chars[d.b[i]]; r >= 0 {
					d.out = utf8.AppendRune(d.out, r)
					i++
					continue
				}
				next, err := d.fail(th, i, i+1, undefined)
				if err != nil {
					return err
				}
				i = next
			}
			return nil
		},
	}
}

var multibyteCodecs = map[string]encoding.Encoding{
	"gbk": simplifiedchinese.GBK, "gb2312": simplifiedchinese.GBK, "gb18030": simplifiedchinese.GB18030, "big5": traditionalchinese.Big5,
	"shift-jis": japanese.ShiftJIS, "cp932": japanese.ShiftJIS, "euc-jp": japanese.EUCJP, "iso2022-jp": japanese.ISO2022JP,
	"euc-kr": korean.EUCKR, "cp949": korean.EUCKR,
}

// multibyteCodec tries the whole at once, and looks for the faults when that fails.
func multibyteCodec(name string, m encoding.Encoding) *textCodec {
	// The tables are those of Windows, which has the euro sign as the byte 0x80 of GBK.
	const windowsOnly = "€"
	strict := name == "gbk" || name == "gb2312" || name == "shift-jis"
	name = strings.ReplaceAll(name, "-", "_")
	return &textCodec{
		encode: func(th *Thread, e *encoder) error {
			e.name = name
			if b, err := m.NewEncoder().Bytes([]byte(e.text)); err == nil && utf8.ValidString(e.text) && !strings.Contains(e.text, windowsOnly) {
				e.out = b
				return nil
			}
			one := m.NewEncoder()
			return e.each(th, "illegal multibyte sequence", false, func(out []byte, r rune) ([]byte, bool) {
				if isSurrogate(r) {
					return out, false
				}
				b, err := one.Bytes([]byte(string(r)))
				if strict && len(b) == 1 && b[0] >= 0x80 {
					return out, false
				}
				return append(out, b...), err == nil
			})
		},
		decode: func(th *Thread, d *decoder) error {
			d.name = name
			if s, err := m.NewDecoder().Bytes(d.b); err == nil && !bytes.ContainsRune(s, utf8.RuneError) && !bytes.Contains(s, []byte(windowsOnly)) {
				d.out = s
				return nil
			}
			for i := 0; i < len(d.b); {
				n := 1
				if strict && d.b[i] == 0x80 {
					n = 2
				}
				for ; n <= 4 && i+n <= len(d.b); n++ {
					if s, err := m.NewDecoder().Bytes(d.b[i : i+n]); err == nil && !bytes.ContainsRune(s, utf8.RuneError) {
						d.out = append(d.out, s...)
						break
					}
				}
				if n <= 4 && i+n <= len(d.b) {
					i += n
					continue
				}
				reason := "illegal multibyte sequence"
				if i+1 == len(d.b) && d.b[i] >= 0x80 {
					reason = "incomplete multibyte sequence"
				}
				next, err := d.fail(th, i, i+1, reason)
				if err != nil {
					return err
				}
				i = next
			}
			return nil
		},
	}
}
