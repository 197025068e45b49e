package object

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
)

// The encodings of one byte for a character, which are tables, and the multi-byte ones of East Asia.

// A charmap gives the character of each byte, -1 where there is none.
type charmap struct {
	name  string
	chars [256]rune
	bytes map[rune]byte
}

// charmapTable has a line for each encoding: its names, a tab and the characters of the bytes in hexadecimal, as CPython's
// codecs have them.
//
//go:embed charmaps.txt.gz
var charmapTable []byte

var charmaps = sync.OnceValue(func() map[string]*charmap {
	z, err := gzip.NewReader(bytes.NewReader(charmapTable))
	if err != nil {
		panic(err)
	}
	out := map[string]*charmap{}
	for lines := bufio.NewScanner(z); lines.Scan(); {
		names, codes, _ := strings.Cut(strings.ReplaceAll(lines.Text(), "_", "-"), "\t")
		c := &charmap{bytes: map[rune]byte{}}
		for i, code := range strings.Fields(codes) {
			c.chars[i] = -1
			if n, err := strconv.ParseInt(code, 16, 32); err == nil {
				c.chars[i] = rune(n)
				c.bytes[rune(n)] = byte(i)
			}
		}
		for i, name := range strings.Fields(names) {
			if i == 0 {
				c.name = name
			}
			out[name] = c
		}
	}
	return out
})

func charmapNamed(name string) *charmap {
	if c := charmaps()[name]; c != nil {
		return c
	}
	return charmaps()[strings.Replace(name, "iso-8859", "iso8859", 1)]
}

func (c *charmap) codec() *textCodec {
	const undefined = "character maps to <undefined>"
	return &textCodec{
		encode: func(e *encoder) error {
			e.name = "charmap"
			return e.each(undefined, true, func(out []byte, r rune) ([]byte, bool) {
				b, ok := c.bytes[r]
				if !ok {
					return out, false
				}
				return append(out, b), true
			})
		},
		decode: func(d *decoder) error {
			d.name = "charmap"
			for i := 0; i < len(d.b); {
				if r := c.chars[d.b[i]]; r >= 0 {
					d.out = utf8.AppendRune(d.out, r)
					i++
					continue
				}
				next, err := d.fail(i, i+1, undefined)
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
		encode: func(e *encoder) error {
			e.name = name
			if b, err := m.NewEncoder().Bytes([]byte(e.text)); err == nil && utf8.ValidString(e.text) && !strings.Contains(e.text, windowsOnly) {
				e.out = b
				return nil
			}
			one := m.NewEncoder()
			return e.each("illegal multibyte sequence", false, func(out []byte, r rune) ([]byte, bool) {
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
		decode: func(d *decoder) error {
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
				next, err := d.fail(i, i+1, reason)
				if err != nil {
					return err
				}
				i = next
			}
			return nil
		},
	}
}
