package object

import (
	"strings"
	"unicode"

	"github.com/magneto-go/magneto/vm/unidata"
)

// Upper, lower and title case of strings, and the kinds of characters.

func isUpper(r rune) bool {
	return unicode.IsUpper(r) || r > 127 && unicode.Is(unicode.Other_Uppercase, r)
}

func isLower(r rune) bool {
	return unicode.IsLower(r) || r > 127 && unicode.Is(unicode.Other_Lowercase, r)
}

func isCased(r rune) bool { return isUpper(r) || isLower(r) || unicode.IsTitle(r) }

func isDigitRune(r rune) bool {
	if unicode.IsDigit(r) {
		return true
	}
	if r < 128 || !unicode.Is(unicode.No, r) {
		return false
	}
	n, ok := unidata.NumberOf(r)
	return ok && n.Digit >= 0
}

// isNumeric counts the ideographs that are numbers, too.
func isNumeric(r rune) bool {
	if unicode.IsNumber(r) {
		return true
	}
	if r < 0x3400 || !unicode.Is(unicode.Han, r) {
		return false
	}
	_, ok := unidata.NumberOf(r)
	return ok
}

// cased tests isupper and islower: all cased characters are of the kind and there is one.
func cased(want, other func(rune) bool) UnaryFunc {
	return func(th *Thread, v Value) (Value, error) {
		found := false
		for _, r := range sv(v).S {
			if other(r) || unicode.IsTitle(r) {
				return False, nil
			}
			found = found || want(r)
		}
		return Bool(found), nil
	}
}

func isTitle(th *Thread, v Value) (Value, error) {
	prev, found := false, false
	for _, r := range sv(v).S {
		switch {
		case isUpper(r) || unicode.IsTitle(r):
			if prev {
				return False, nil
			}
			prev, found = true, true
		case isLower(r):
			if !prev {
				return False, nil
			}
			prev, found = true, true
		default:
			prev = false
		}
	}
	return Bool(found), nil
}

// isASCII tells whether the mappings of the package strings are enough.
func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 128 {
			return false
		}
	}
	return true
}

func upper(s string) string {
	if isASCII(s) {
		return strings.ToUpper(s)
	}
	return mapCase(s, unidata.Upper)
}

// mapCase is what each character by itself is in a case.
func mapCase(s string, to func(rune) (string, bool)) string {
	var b strings.Builder
	for _, r := range DecodeWTF8(s) {
		writeCased(&b, r, to)
	}
	return b.String()
}

// writeCased appends what a character is in a case: one of the mappings of unidata.
func writeCased(b *strings.Builder, r rune, to func(rune) (string, bool)) {
	if t, ok := to(r); ok {
		b.WriteString(t)
		return
	}
	b.WriteString(EncodeRune(r))
}

func lower(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	runes := DecodeWTF8(s)
	var b strings.Builder
	for i := range runes {
		lowerRune(&b, runes, i)
	}
	return b.String()
}

// lowerRune appends the lower case of the rune at i; a sigma at the end of a word has another.
func lowerRune(b *strings.Builder, runes []rune, i int) {
	r := runes[i]
	if r == 'Σ' {
		if finalSigma(runes, i) {
			r = 'ς'
		} else {
			r = 'σ'
		}
		b.WriteRune(r)
		return
	}
	writeCased(b, r, unidata.Lower)
}

// finalSigma tells whether a cased letter stands before and none behind, apart from characters that case ignores.
func finalSigma(runes []rune, i int) bool {
	letter := func(from, step int) bool {
		for k := from; k >= 0 && k < len(runes); k += step {
			if r := runes[k]; !caseIgnorable(r) {
				return isCased(r)
			}
		}
		return false
	}
	return letter(i-1, -1) && !letter(i+1, 1)
}

func caseIgnorable(r rune) bool {
	return strings.ContainsRune("'.:··\u2018\u2019\u2024\u2027\ufe13\ufe52\ufe55\uff07\uff0e\uff1a", r) ||
		unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf, unicode.Lm, unicode.Sk)
}

func foldCase(s string) string {
	if isASCII(s) {
		return strings.ToLower(s)
	}
	return mapCase(s, unidata.Fold)
}

// asciiCased returns s, which is all ASCII, with each letter in the case that upper says; it is told whether a letter stands before.
func asciiCased(s string, upper func(letterBefore bool, c byte) bool) string {
	out := []byte(s)
	before := false
	for i, c := range out {
		lower := c | 0x20
		letter := lower >= 'a' && lower <= 'z'
		if letter {
			if upper(before, c) {
				lower &^= 0x20
			}
			out[i] = lower
		}
		before = letter
	}
	return string(out)
}

func titleCase(s string) string {
	if isASCII(s) {
		return asciiCased(s, func(before bool, c byte) bool { return !before })
	}
	var b strings.Builder
	prev := false
	runes := DecodeWTF8(s)
	for i, r := range runes {
		if prev {
			lowerRune(&b, runes, i)
		} else {
			writeCased(&b, r, unidata.Title)
		}
		prev = isCased(r)
	}
	return b.String()
}

func capitalize(s string) string {
	if s != "" && isASCII(s) {
		return strings.ToUpper(s[:1]) + strings.ToLower(s[1:])
	}
	var b strings.Builder
	runes := DecodeWTF8(s)
	for i, r := range runes {
		if i == 0 {
			writeCased(&b, r, unidata.Title)
		} else {
			lowerRune(&b, runes, i)
		}
	}
	return b.String()
}

func swapCase(s string) string {
	if isASCII(s) {
		return asciiCased(s, func(before bool, c byte) bool { return c >= 'a' })
	}
	var b strings.Builder
	runes := DecodeWTF8(s)
	for i, r := range runes {
		switch {
		case isUpper(r):
			lowerRune(&b, runes, i)
		case isLower(r):
			writeCased(&b, r, unidata.Upper)
		default:
			b.WriteString(EncodeRune(r))
		}
	}
	return b.String()
}
