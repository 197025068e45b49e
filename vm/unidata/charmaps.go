package unidata

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed charmaps.txt.gz
var charmapTable []byte

// A Charmap is an encoding of one byte for a character: the character of each byte, -1 where there is none.
type Charmap struct {
	Name  string
	Chars [256]rune
	Bytes map[rune]byte
}

var charmaps = sync.OnceValue(func() map[string]*Charmap {
	out := map[string]*Charmap{}
	for lines := tableLines(charmapTable); lines.Scan(); {
		names, codes, _ := strings.Cut(strings.ReplaceAll(lines.Text(), "_", "-"), "\t")
		c := &Charmap{Bytes: map[rune]byte{}}
		for i, hex := range strings.Fields(codes) {
			if hex == "-" {
				c.Chars[i] = -1
				continue
			}
			c.Chars[i] = code(hex)
			c.Bytes[c.Chars[i]] = byte(i)
		}
		for i, name := range strings.Fields(names) {
			if i == 0 {
				c.Name = name
			}
			out[name] = c
		}
	}
	return out
})

// CharmapNamed finds an encoding by one of its names in lower case with "-" between the words; nil where there is none.
func CharmapNamed(name string) *Charmap {
	if c := charmaps()[name]; c != nil {
		return c
	}
	return charmaps()[strings.Replace(name, "iso-8859", "iso8859", 1)]
}
