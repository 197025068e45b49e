package stdlib

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/magneto-go/magneto/vm/object"
)

// Flags of regular expressions, with Python's values.
const (
	reIgnoreCase = 2
	reLocale     = 4
	reMultiline  = 8
	reDotAll     = 16
	reUnicode    = 32
	reVerbose    = 64
	reASCII      = 256
	reProperties = 1 << 20 // \p{...} and \P{...}, which the module regex has beyond re
)

// reTranslator rewrites a Python pattern in the dialect of regexp2 (that of .NET), and finds the errors that Python
// reports. Every capturing group gets its number as an explicit name, because .NET counts named groups last.
type reTranslator struct {
	narrow bool // for texts that are all ASCII
	linear bool // for Go's regexp
	src    []rune
	pos    int
	out    strings.Builder
	flags  int
	groups int
	names  map[string]int
	order  []string // names by appearance
	closed map[int]bool
}

type reError struct {
	msg string
	pos int
}

func (t *reTranslator) fail(pos int, format string, args ...any) {
	panic(&reError{fmt.Sprintf(format, args...), pos})
}

// translateRe returns the rewritten pattern; the error is not nil when the pattern is wrong.
// reText says what a translation is for.
type reText int

const (
	anyText     reText = iota
	asciiText          // texts that are all ASCII
	asciiLinear        // the same, run by Go's regexp
)

func translateRe(pattern string, flags int, text reText) (t *reTranslator, err *reError) {
	t = &reTranslator{src: object.DecodeWTF8(pattern), flags: flags, narrow: text != anyText, linear: text == asciiLinear, names: map[string]int{}, closed: map[int]bool{}}
	defer func() {
		if r := recover(); r != nil {
			e, ok := r.(*reError)
			if !ok {
				panic(r)
			}
			err = e
		}
	}()
	t.globalFlags()
	t.alternatives()
	if t.pos < len(t.src) {
		t.fail(t.pos, "unbalanced parenthesis")
	}
	return t, nil
}

// globalFlags reads (?i) and the like at the very start.
func (t *reTranslator) globalFlags() {
	for {
		s := string(t.src[t.pos:])
		if !strings.HasPrefix(s, "(?") {
			return
		}
		i := 2
		for i < len(s) && strings.IndexByte("aiLmsux", s[i]) >= 0 {
			i++
		}
		if i == 2 || i >= len(s) || s[i] != ')' {
			return
		}
		for _, c := range s[2:i] {
			t.flags |= flagOf(c)
		}
		t.pos += i + 1
	}
}

func flagOf(c rune) int {
	return map[rune]int{'a': reASCII, 'i': reIgnoreCase, 'L': reLocale, 'm': reMultiline, 's': reDotAll, 'u': reUnicode, 'x': reVerbose}[c]
}

func (t *reTranslator) peek() rune {
	if t.pos < len(t.src) {
		return t.src[t.pos]
	}
	return -1
}

func (t *reTranslator) alternatives() {
	for {
		t.sequence()
		if t.peek() != '|' {
			return
		}
		t.pos++
		t.out.WriteByte('|')
	}
}

// sequence translates items until | or ) or the end.
func (t *reTranslator) sequence() {
	for t.pos < len(t.src) {
		c := t.src[t.pos]
		if c == '|' || c == ')' {
			return
		}
		if t.flags&reVerbose != 0 {
			if unicode.IsSpace(c) {
				t.pos++
				continue
			}
			if c == '#' {
				for t.pos < len(t.src) && t.src[t.pos] != '\n' {
					t.pos++
				}
				continue
			}
		}
		start := t.pos
		before := t.out.Len()
		repeatable := t.item()
		t.quantifiers(start, before, repeatable)
	}
}

// quantifiers reads what may follow an item.
func (t *reTranslator) quantifiers(start, before int, repeatable bool) {
	count := 0
	for {
		at := t.pos
		q := ""
		switch c := t.peek(); c {
		case '*', '+', '?':
			q = string(c)
			t.pos++
		case '{':
			q = t.bounds()
			if q == "" {
				return
			}
		default:
			return
		}
		if !repeatable {
			t.fail(at, "nothing to repeat")
		}
		if count++; count > 1 {
			t.fail(at, "multiple repeat")
		}
		if n := t.peek(); n == '?' {
			t.pos++
			q += "?"
		} else if n == '+' { // possessive
			t.pos++
			s := t.out.String()
			t.out.Reset()
			t.out.WriteString(s[:before] + "(?>" + s[before:] + q + ")")
			continue
		}
		t.out.WriteString(q)
	}
}

// bounds reads {n,m}; it gives "" and reads nothing when the brace is a literal.
func (t *reTranslator) bounds() string {
	i := t.pos + 1
	digits := func() string {
		j := i
		for i < len(t.src) && t.src[i] >= '0' && t.src[i] <= '9' {
			i++
		}
		return string(t.src[j:i])
	}
	lo := digits()
	hi, comma := lo, false
	if i < len(t.src) && t.src[i] == ',' {
		i++
		comma = true
		hi = digits()
	}
	if i >= len(t.src) || t.src[i] != '}' || lo == "" && !comma {
		return ""
	}
	if lo == "" {
		lo = "0"
	}
	if hi != "" {
		a, _ := strconv.Atoi(lo)
		b, _ := strconv.Atoi(hi)
		if b < a {
			t.fail(t.pos+1, "min repeat greater than max repeat")
		}
	}
	t.pos = i + 1
	if !comma {
		return "{" + lo + "}"
	}
	return "{" + lo + "," + hi + "}"
}

// item translates one atom; the result tells whether it may be repeated.
func (t *reTranslator) item() bool {
	c := t.src[t.pos]
	switch c {
	case '(':
		return t.group()
	case '[':
		t.class()
		return true
	case '\\':
		return t.escape()
	case '*', '+', '?':
		t.fail(t.pos, "nothing to repeat")
	case '{':
		p := t.pos
		if t.bounds() != "" {
			t.fail(p, "nothing to repeat")
		}
		t.pos = p + 1
		t.out.WriteString(`\{`)
		return true
	case '}', ']':
		t.out.WriteString(`\` + string(c))
	case '^', '$':
		t.pos++
		t.out.WriteRune(c)
		return false
	case '.':
		if t.flags&reDotAll != 0 {
			t.out.WriteString(`[\s\S]`)
		} else {
			t.out.WriteString(`[^\n]`)
		}
	case ' ', '#':
		t.out.WriteString(`\` + string(c))
	default:
		t.out.WriteRune(c)
	}
	t.pos++
	return true
}

func (t *reTranslator) endGroup(start int) {
	if t.peek() != ')' {
		t.fail(start, "missing ), unterminated subpattern")
	}
	t.pos++
	t.out.WriteByte(')')
}

func (t *reTranslator) capture(start int, name string) {
	t.groups++
	n := t.groups
	if name != "" {
		if old, ok := t.names[name]; ok {
			t.fail(start+4, "redefinition of group name '%s' as group %d; was group %d", name, n, old)
		}
		t.names[name] = n
		t.order = append(t.order, name)
	}
	fmt.Fprintf(&t.out, "(?<%d>", n)
	t.alternatives()
	t.endGroup(start)
	t.closed[n] = true
}

func (t *reTranslator) name(end rune, what string) string {
	i := t.pos
	for t.pos < len(t.src) && t.src[t.pos] != end {
		t.pos++
	}
	if t.pos >= len(t.src) {
		t.fail(i, "missing %c, unterminated name", end)
	}
	s := string(t.src[i:t.pos])
	if s == "" {
		t.fail(i, "missing group name")
	}
	t.pos++
	if what != "" && !object.IsIdentifier(s) {
		t.fail(i, "bad character in group name '%s'", s)
	}
	return s
}

func (t *reTranslator) group() bool {
	start := t.pos
	t.pos++
	if t.peek() != '?' {
		saved := t.flags
		t.capture(start, "")
		t.flags = saved
		return true
	}
	t.pos++
	saved := t.flags
	defer func() { t.flags = saved }()
	plain := func(open string) bool {
		t.pos++
		t.out.WriteString(open)
		t.alternatives()
		t.endGroup(start)
		return true
	}
	switch c := t.peek(); c {
	case ':':
		return plain("(?:")
	case '=':
		return plain("(?=")
	case '!':
		return plain("(?!")
	case '>':
		return plain("(?>")
	case '#':
		for t.peek() != ')' {
			if t.pos >= len(t.src) {
				t.fail(start, "missing ), unterminated comment")
			}
			t.pos++
		}
		t.pos++
		return true
	case '<':
		t.pos++
		switch t.peek() {
		case '=':
			return plain("(?<=")
		case '!':
			return plain("(?<!")
		case -1:
			t.fail(start, "unexpected end of pattern")
		}
		t.fail(start+1, "unknown extension ?<%c", t.peek())
	case 'P':
		t.pos++
		switch t.peek() {
		case '<':
			t.pos++
			t.capture(start, t.name('>', "group"))
			return true
		case '=':
			t.pos++
			at := t.pos
			name := t.name(')', "group")
			n, ok := t.names[name]
			if !ok {
				t.fail(at, "unknown group name '%s'", name)
			}
			fmt.Fprintf(&t.out, `\k<%d>`, n)
			return true
		case -1:
			t.fail(start, "unexpected end of pattern")
		}
		t.fail(start+1, "unknown extension ?P%c", t.peek())
	case '(':
		t.pos++
		at := t.pos
		name := t.name(')', "")
		n, err := strconv.Atoi(name)
		if err != nil {
			var ok bool
			if n, ok = t.names[name]; !ok {
				t.fail(at, "unknown group name '%s'", name)
			}
		}
		fmt.Fprintf(&t.out, "(?(%d)", n)
		t.alternatives()
		t.endGroup(start)
		return true
	case -1:
		t.fail(start, "unexpected end of pattern")
	default:
		on, off := "", ""
		minus := false
		for ; t.pos < len(t.src); t.pos++ {
			c := t.src[t.pos]
			if c == '-' {
				minus = true
			} else if f := flagOf(c); f != 0 {
				if minus {
					off += string(c)
					t.flags &^= f
				} else {
					on += string(c)
					t.flags |= f
				}
			} else {
				break
			}
		}
		if t.peek() == ')' {
			if on != "" && !minus {
				t.fail(start, "global flags not at the start of the expression")
			}
		}
		if t.peek() != ':' || on == "" && off == "" {
			t.fail(start+1, "unknown extension ?%c", c)
		}
		keep := func(s string) string {
			return strings.Map(func(r rune) rune {
				if r == 'i' || r == 'm' {
					return r
				}
				return -1
			}, s)
		}
		open := "(?" + keep(on)
		if o := keep(off); o != "" {
			open += "-" + o
		}
		return plain(open + ":")
	}
	return true
}

// asciiSets are the sets that a letter stands for, for ASCII-only matching.
var asciiSets = map[rune]string{'d': "0-9", 'w': "a-zA-Z0-9_", 's': ` \t\n\r\f\v`}

// narrowSets are those of Unicode matching in texts that are all ASCII. regexp2 tests ranges much faster than categories of characters.
var narrowSets = map[rune]string{'d': "0-9", 'w': "a-zA-Z0-9_", 's': `\t-\r\x1c- `,
	'D': `\x00-/:-\x7f`, 'W': `\x00-/:-@\[-\^\x60{-\x7f`, 'S': `\x00-\x08\x0e-\x1b!-\x7f`}

const narrowBoundary = `(?:(?<=[a-zA-Z0-9_])(?![a-zA-Z0-9_])|(?<![a-zA-Z0-9_])(?=[a-zA-Z0-9_]))`

// set is what \d, \w, \s and their negations stand for inside brackets, nothing where regexp2's own escape does.
func (t *reTranslator) set(c rune) string {
	switch {
	case t.flags&reASCII != 0:
		return asciiSets[c]
	case t.narrow:
		return narrowSets[c]
	}
	return ""
}

func (t *reTranslator) escape() bool {
	start := t.pos
	t.pos++
	if t.pos >= len(t.src) {
		t.fail(start, "bad escape (end of pattern)")
	}
	c := t.src[t.pos]
	t.pos++
	switch {
	case c == 'A':
		t.out.WriteString(`\A`)
		return false
	case c == 'Z' || c == 'z':
		t.out.WriteString(`\z`)
		return false
	case c == 'b' && t.narrow && !t.linear:
		t.out.WriteString(narrowBoundary)
		return false
	case c == 'b' || c == 'B':
		t.out.WriteString(`\` + string(c))
		return false
	case (c == 'p' || c == 'P') && t.flags&reProperties != 0:
		t.property(start)
	case strings.ContainsRune("dwsDWS", c):
		if set := t.set(unicode.ToLower(c)); set == "" {
			t.out.WriteString(`\` + string(c))
		} else if unicode.IsUpper(c) {
			t.out.WriteString("[^" + set + "]")
		} else {
			t.out.WriteString("[" + set + "]")
		}
	case c >= '1' && c <= '7' && t.pos+1 < len(t.src) && isOctal(t.src[t.pos]) && isOctal(t.src[t.pos+1]): // of three digits
		t.pos = start
		t.out.WriteString(quoteRune(t.char()))
	case c >= '1' && c <= '9':
		n := int(c - '0')
		if d := t.peek(); d >= '0' && d <= '9' {
			n = n*10 + int(d-'0')
			t.pos++
		}
		if n > t.groups {
			t.fail(start+1, "invalid group reference %d", n)
		}
		if !t.closed[n] {
			t.fail(start, "cannot refer to an open group")
		}
		fmt.Fprintf(&t.out, `\k<%d>`, n)
	default:
		t.pos = start
		t.out.WriteString(quoteRune(t.char()))
	}
	return true
}

// property passes on \p{...}, of which the letter has been read: a general category or a script of Unicode.
func (t *reTranslator) property(start int) {
	end := t.pos
	for end < len(t.src) && t.src[end] != '}' {
		end++
	}
	if t.peek() != '{' || end == len(t.src) {
		t.fail(start, "bad escape \\%c", t.src[t.pos-1])
	}
	name := string(t.src[t.pos+1 : end])
	if unicode.Categories[name] == nil && unicode.Scripts[name] == nil {
		t.fail(start, "unknown property")
	}
	t.pos = end + 1
	t.out.WriteString(string(t.src[start:t.pos]))
}

// char reads an escape that stands for one character.
func (t *reTranslator) char() rune {
	start := t.pos
	t.pos++
	if t.pos >= len(t.src) {
		t.fail(start, "bad escape (end of pattern)")
	}
	c := t.src[t.pos]
	t.pos++
	hex := func(n int) rune {
		if t.pos+n > len(t.src) {
			t.fail(start, "incomplete escape %s", string(t.src[start:]))
		}
		v, err := strconv.ParseInt(string(t.src[t.pos:t.pos+n]), 16, 32)
		if err != nil {
			t.fail(start, "incomplete escape %s", string(t.src[start:t.pos]))
		}
		t.pos += n
		return rune(v)
	}
	switch c {
	case 'n':
		return '\n'
	case 't':
		return '\t'
	case 'r':
		return '\r'
	case 'f':
		return '\f'
	case 'v':
		return '\v'
	case 'a':
		return 7
	case 'b':
		return 8
	case 'x':
		return hex(2)
	case 'u':
		return hex(4)
	case 'U':
		return hex(8)
	case '0', '1', '2', '3', '4', '5', '6', '7':
		v := c - '0'
		for i := 0; i < 2 && isOctal(t.peek()); i++ {
			v = v*8 + t.peek() - '0'
			t.pos++
		}
		if v > 0o377 {
			t.fail(start, "octal escape value %s outside of range 0-0o377", string(t.src[start:t.pos]))
		}
		return v
	}
	if c < 128 && (unicode.IsLetter(c) || unicode.IsDigit(c)) {
		t.fail(start, "bad escape \\%c", c)
	}
	return c
}

func isOctal(r rune) bool { return r >= '0' && r <= '7' }

func quoteRune(r rune) string {
	if strings.ContainsRune(`\.+*?()|[]{}^$# -&~`, r) {
		return `\` + string(r)
	}
	if r < 0x20 || r == 0x7f {
		return fmt.Sprintf(`\x%02x`, r)
	}
	return string(r)
}

// class translates a set in brackets.
func (t *reTranslator) class() {
	start := t.pos
	t.pos++
	t.out.WriteByte('[')
	if t.peek() == '^' {
		t.pos++
		t.out.WriteByte('^')
	}
	first := true
	// one reads a member: a character, or a set (then ok is false and it is written).
	one := func() (r rune, ok bool) {
		c := t.src[t.pos]
		if c != '\\' {
			t.pos++
			return c, true
		}
		if t.pos+1 < len(t.src) {
			if e := t.src[t.pos+1]; (e == 'p' || e == 'P') && t.flags&reProperties != 0 {
				at := t.pos
				t.pos += 2
				t.property(at)
				return 0, false
			}
			if e := t.src[t.pos+1]; strings.ContainsRune("dwsDWS", e) {
				t.pos += 2
				if set := t.set(e); set != "" {
					t.out.WriteString(set)
				} else {
					t.out.WriteString(`\` + string(e))
				}
				return 0, false
			}
		}
		return t.char(), true
	}
	for {
		if t.pos >= len(t.src) {
			t.fail(start, "unterminated character set")
		}
		if t.peek() == ']' && !first {
			t.pos++
			break
		}
		first = false
		at := t.pos
		lo, ok := one()
		if !ok {
			continue
		}
		if t.peek() == '-' && t.pos+1 < len(t.src) && t.src[t.pos+1] != ']' {
			t.pos++
			hi, ok := one()
			if !ok {
				t.fail(at, "bad character range %s", string(t.src[at:t.pos]))
			}
			if hi < lo {
				t.fail(at, "bad character range %s", string(t.src[at:t.pos]))
			}
			t.out.WriteString(quoteRune(lo) + "-" + quoteRune(hi))
			continue
		}
		t.out.WriteString(quoteRune(lo))
	}
	t.out.WriteByte(']')
}
