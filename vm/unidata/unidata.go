// Package unidata has the properties of Unicode's characters, their cases, the normal forms and the encodings of one byte.
// Its tables are written by generate.py; each is read when it is first asked.
//
// It is a part of this module; package magneto is for use from outside.
package unidata

import (
	"bufio"
	"bytes"
	"compress/gzip"
	_ "embed"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Version is the version of Unicode that the table is of.
const Version = "16.0.0"

//go:embed unicodedata.txt.gz
var table []byte

// Properties are those that runs of characters share.
type Properties struct {
	Category, Bidirectional, Width string
	Combining                      int
	Mirrored                       bool
}

// Number is the value of a character: Decimal and Digit are -1 where it has none.
type Number struct {
	Numeric        float64
	Decimal, Digit int
}

type run struct {
	first, last rune
	*Properties
}

type database struct {
	runs           []run
	numbers        map[rune]Number
	decompositions map[rune]string
	compositions   map[[2]rune]rune
}

var unassigned = &Properties{Category: "Cn", Width: "N"}

var load = sync.OnceValue(func() *database {
	d := &database{numbers: map[rune]Number{}, decompositions: map[rune]string{}, compositions: map[[2]rune]rune{}}
	shared := map[string]*Properties{}
	for lines := tableLines(table); lines.Scan(); {
		kind, rest, _ := strings.Cut(lines.Text(), " ")
		f := strings.SplitN(rest, " ", 2)
		switch kind {
		case "#":
		case "N":
			p := strings.Fields(f[1])
			n := Number{Decimal: -1, Digit: -1}
			n.Numeric, _ = strconv.ParseFloat(p[0], 64)
			if p[1] != "-" {
				n.Decimal, _ = strconv.Atoi(p[1])
			}
			if p[2] != "-" {
				n.Digit, _ = strconv.Atoi(p[2])
			}
			d.numbers[code(f[0])] = n
		case "D", "C":
			d.decompositions[code(f[0])] = f[1]
			if kind == "C" {
				a, b, _ := strings.Cut(f[1], " ")
				d.compositions[[2]rune{code(a), code(b)}] = code(f[0])
			}
		default:
			props := shared[f[1]]
			if props == nil {
				p := strings.Fields(f[1])
				class, _ := strconv.ParseInt(p[2], 16, 64)
				props = &Properties{Category: p[0], Bidirectional: strings.Trim(p[1], "-"), Combining: int(class), Width: p[3], Mirrored: p[4] == "1"}
				shared[f[1]] = props
			}
			d.runs = append(d.runs, run{code(kind), code(f[0]), props})
		}
	}
	return d
})

// tableLines reads an embedded table.
func tableLines(zipped []byte) *bufio.Scanner {
	z, err := gzip.NewReader(bytes.NewReader(zipped))
	if err != nil {
		panic(err)
	}
	return bufio.NewScanner(z)
}

func code(hex string) rune {
	n, _ := strconv.ParseInt(hex, 16, 32)
	return rune(n)
}

// Of gives the properties of a character.
func Of(r rune) *Properties {
	runs := load().runs
	i, ok := slices.BinarySearchFunc(runs, r, func(x run, r rune) int {
		switch {
		case x.last < r:
			return -1
		case x.first > r:
			return 1
		}
		return 0
	})
	if !ok {
		return unassigned
	}
	return runs[i].Properties
}

// NumberOf is the value of a character, if it has one.
func NumberOf(r rune) (Number, bool) {
	n, ok := load().numbers[r]
	return n, ok
}

// Decomposition is the mapping of a character as Unicode's data have it: codes, with a tag in front where it is not canonical.
func Decomposition(r rune) string { return load().decompositions[r] }
