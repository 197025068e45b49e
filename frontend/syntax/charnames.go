package syntax

import (
	"fmt"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"golang.org/x/text/unicode/runenames"
)

// CharacterNamed finds the character of a Unicode name, as \N{...} takes it: in any case, also an ideograph by its number
// and a control character by its alias.
func CharacterNamed(name string) (rune, bool) {
	name = strings.ToUpper(name)
	if r, ok := controlNames[name]; ok {
		return r, true
	}
	if digits, ok := strings.CutPrefix(name, "CJK UNIFIED IDEOGRAPH-"); ok {
		n, err := strconv.ParseUint(digits, 16, 32)
		return rune(n), err == nil && CharacterName(rune(n)) == name
	}
	if syllable, ok := strings.CutPrefix(name, "HANGUL SYLLABLE "); ok {
		r, ok := hangulSyllables()[syllable]
		return r, ok
	}
	if digits, ok := strings.CutPrefix(name, "CJK COMPATIBILITY IDEOGRAPH-"); ok {
		n, err := strconv.ParseUint(digits, 16, 32)
		return rune(n), err == nil && CharacterName(rune(n)) == name
	}
	r, ok := charactersByName()[name]
	return r, ok
}

// CharacterName is the Unicode name of a character, empty for those without.
func CharacterName(r rune) string {
	name := runenames.Name(r)
	switch {
	case r >= hangulBase && r < hangulBase+hangulCount:
		return "HANGUL SYLLABLE " + hangulSyllable(r-hangulBase)
	case unicode.Is(unicode.Unified_Ideograph, r) && strings.HasPrefix(name, "<"):
		return fmt.Sprintf("CJK UNIFIED IDEOGRAPH-%X", r)
	case strings.HasPrefix(name, "<"):
		return ""
	}
	return name
}

// The names of Hangul syllables are made of the short names of their letters.
const (
	hangulBase  = 0xAC00
	hangulCount = 19 * 21 * 28
)

var (
	hangulLeads  = strings.Split("G GG N D DD R M B BB S SS  J JJ C K T P H", " ")
	hangulVowels = strings.Split("A AE YA YAE EO E YEO YE O WA WAE OE YO U WEO WE WI YU EU YI I", " ")
	hangulTails  = strings.Split(" G GG GS N NJ NH D L LG LM LB LS LT LP LH M B BS S SS NG J C K T P H", " ")
)

func hangulSyllable(i rune) string {
	return hangulLeads[i/(21*28)] + hangulVowels[i%(21*28)/28] + hangulTails[i%28]
}

var hangulSyllables = sync.OnceValue(func() map[string]rune {
	names := make(map[string]rune, hangulCount)
	for i := range rune(hangulCount) {
		names[hangulSyllable(i)] = hangulBase + i
	}
	return names
})

// charactersByName is made when it is first asked for: few programs name characters.
var charactersByName = sync.OnceValue(func() map[string]rune {
	names := make(map[string]rune, 40000)
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if name := runenames.Name(r); name != "" && name[0] != '<' {
			names[name] = r
		}
	}
	return names
})

// controlNames are the aliases of characters that have no name (NameAliases.txt of the Unicode character database).
var controlNames = map[string]rune{
	"NULL": 0, "BELL": '\U0001F514', "ALERT": 7, "BACKSPACE": 8, "CHARACTER TABULATION": 9, "HORIZONTAL TABULATION": 9, "TAB": 9,
	"LINE FEED": 10, "NEW LINE": 10, "END OF LINE": 10, "LINE TABULATION": 11, "VERTICAL TABULATION": 11, "FORM FEED": 12,
	"CARRIAGE RETURN": 13, "SHIFT OUT": 14, "SHIFT IN": 15, "CANCEL": 24, "SUBSTITUTE": 26, "ESCAPE": 27, "DELETE": 127,
	"NEXT LINE": 0x85, "NBSP": 0xA0, "SHY": 0xAD, "ZWSP": 0x200B, "ZWNJ": 0x200C, "ZWJ": 0x200D, "BYTE ORDER MARK": 0xFEFF, "BOM": 0xFEFF,
}
