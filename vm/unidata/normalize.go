package unidata

import (
	"slices"
	"strings"
)

// The normal forms of Unicode Standard Annex 15.

// Hangul syllables are made of their letters by arithmetic: section 3.12 of the Unicode Standard.
const (
	hangulBase, leadBase, vowelBase, tailBase = 0xAC00, 0x1100, 0x1161, 0x11A7
	leads, vowels, tails                      = 19, 21, 28
	syllables                                 = leads * vowels * tails
)

// Normalize brings text into a normal form: NFC, NFD, NFKC or NFKD.
func Normalize(form string, text []rune) []rune {
	d := load()
	var out []rune
	for _, r := range text {
		out = d.decompose(out, r, strings.Contains(form, "K"))
	}
	order(out)
	if strings.HasSuffix(form, "C") {
		out = d.compose(out)
	}
	return out
}

func (d *database) decompose(out []rune, r rune, compatible bool) []rune {
	if r < 0xA0 {
		return append(out, r)
	}
	if s := r - hangulBase; s >= 0 && s < syllables {
		out = append(out, leadBase+s/(vowels*tails), vowelBase+s%(vowels*tails)/tails)
		if t := s % tails; t > 0 {
			out = append(out, tailBase+t)
		}
		return out
	}
	parts := strings.Fields(d.decompositions[r])
	if len(parts) > 0 && parts[0][0] == '<' {
		if !compatible {
			return append(out, r)
		}
		parts = parts[1:]
	}
	if len(parts) == 0 {
		return append(out, r)
	}
	for _, p := range parts {
		out = d.decompose(out, code(p), compatible)
	}
	return out
}

func class(r rune) int {
	if r < 0x300 {
		return 0
	}
	return Of(r).Combining
}

// order sorts each run of combining characters by their classes.
func order(text []rune) {
	for i := 0; i < len(text); {
		j := i
		for j < len(text) && class(text[j]) != 0 {
			j++
		}
		if j-i > 1 {
			slices.SortStableFunc(text[i:j], func(a, b rune) int { return class(a) - class(b) })
		}
		i = max(j, i+1)
	}
}

func (d *database) compose(text []rune) []rune {
	out := text[:0]
	starter := -1 // the place in out that characters combine with
	for _, r := range text {
		c := class(r)
		if starter >= 0 {
			// Blocked when a character of the same or a higher class, or another starter, lies between.
			last := out[len(out)-1]
			adjacent := starter == len(out)-1
			if adjacent || class(last) != 0 && class(last) < c {
				if both, ok := d.pair(out[starter], r); ok {
					out[starter] = both
					continue
				}
			}
		}
		out = append(out, r)
		if c == 0 {
			starter = len(out) - 1
		}
	}
	return out
}

func (d *database) pair(a, b rune) (rune, bool) {
	if l, v := a-leadBase, b-vowelBase; l >= 0 && l < leads && v >= 0 && v < vowels {
		return hangulBase + (l*vowels+v)*tails, true
	}
	if s, t := a-hangulBase, b-tailBase; s >= 0 && s < syllables && s%tails == 0 && t > 0 && t < tails {
		return a + t, true
	}
	r, ok := d.compositions[[2]rune{a, b}]
	return r, ok
}
