package stdlib

import (
	"fmt"
	"math/big"
	"strings"

	"github.com/magneto-go/magneto/vm/object"
)

// A templatePart is literal text of a replacement, or a reference to a group.
type templatePart struct {
	text  []rune
	group int // -1 for text
}

// templateEscapes are the letters behind a backslash that stand for a character.
var templateEscapes = map[rune]rune{'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': 7, 'b': 8, '\\': '\\'}

// template parses a replacement.
func (p *pattern) template(th *object.Thread, repl Value) ([]templatePart, error) {
	runes, err := p.runesOf(th, repl)
	if err != nil {
		return nil, err
	}
	t := templateParser{p: p, in: runes, source: repl}
	if err := t.parse(th); err != nil {
		return nil, err
	}
	t.flush()
	return t.out, nil
}

// expand appends what a template gives for the match.
func (m *match) expand(out []rune, template []templatePart) []rune {
	for _, part := range template {
		if part.group < 0 {
			out = append(out, part.text...)
		} else if s := m.spans[part.group]; s[0] >= 0 {
			out = append(out, m.runes[s[0]:s[1]]...)
		}
	}
	return out
}

type templateParser struct {
	p      *pattern
	in     []rune
	source Value
	text   []rune
	out    []templatePart
}

func (t *templateParser) flush() {
	if len(t.text) > 0 {
		t.out = append(t.out, templatePart{text: t.text, group: -1})
		t.text = nil
	}
}

func (t *templateParser) bad(th *object.Thread, at int, format string, args ...any) error {
	return reFailure(th, &reError{fmt.Sprintf(format, args...), at}, t.source, string(t.in))
}

func (t *templateParser) reference(th *object.Thread, digits string, at int) error {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok || !n.IsInt64() || n.Int64() > int64(t.p.groups) {
		return t.bad(th, at, "invalid group reference %s", n)
	}
	t.flush()
	t.out = append(t.out, templatePart{group: int(n.Int64())})
	return nil
}

func (t *templateParser) parse(th *object.Thread) error {
	for i := 0; i < len(t.in); i++ {
		if t.in[i] != '\\' {
			t.text = append(t.text, t.in[i])
			continue
		}
		if i+1 == len(t.in) {
			return t.bad(th, i, "bad escape (end of pattern)")
		}
		next, err := t.escape(th, i)
		if err != nil {
			return err
		}
		i = next - 1
	}
	return nil
}

// escape parses the escape at a place and tells where to go on.
func (t *templateParser) escape(th *object.Thread, at int) (int, error) {
	c := t.in[at+1]
	octal := func(i int) bool { return i < len(t.in) && t.in[i] >= '0' && t.in[i] <= '7' }
	value := func(from, to int) (v rune) {
		for _, d := range t.in[from:to] {
			v = v*8 + d - '0'
		}
		return v
	}
	switch r, known := templateEscapes[c]; {
	case c == 'g':
		return t.named(th, at)
	case known:
		t.text = append(t.text, r)
		return at + 2, nil
	case c == '0':
		end := at + 2
		for end < at+4 && octal(end) {
			end++
		}
		t.text = append(t.text, value(at+1, end)&0xff)
		return end, nil
	case c >= '1' && c <= '9':
		if octal(at+1) && octal(at+2) && octal(at+3) {
			v := value(at+1, at+4)
			if v > 0o377 {
				return 0, t.bad(th, at, "octal escape value %s outside of range 0-0o377", string(t.in[at:at+4]))
			}
			t.text = append(t.text, v)
			return at + 4, nil
		}
		end := at + 2
		if end < len(t.in) && t.in[end] >= '0' && t.in[end] <= '9' {
			end++
		}
		return end, t.reference(th, string(t.in[at+1:end]), at+1)
	case c < 128 && (c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'):
		return 0, t.bad(th, at, "bad escape \\%c", c)
	}
	t.text = append(t.text, '\\', c)
	return at + 2, nil
}

// named parses \g<name>.
func (t *templateParser) named(th *object.Thread, at int) (int, error) {
	start := at + 3
	if start > len(t.in) || t.in[start-1] != '<' {
		return 0, t.bad(th, at+2, "missing <")
	}
	end := start
	for end < len(t.in) && t.in[end] != '>' {
		end++
	}
	name := string(t.in[start:end])
	switch {
	case name == "":
		return 0, t.bad(th, start, "missing group name")
	case end == len(t.in):
		return 0, t.bad(th, start, "missing >, unterminated name")
	case strings.Trim(name, "0123456789") == "":
		return end + 1, t.reference(th, name, start)
	}
	if !object.IsIdentifier(name) || t.p.bytes && strings.ContainsFunc(name, func(r rune) bool { return r > 127 }) {
		return 0, t.bad(th, start, "bad character in group name %s", object.ReprStr(name))
	}
	n, ok := t.p.names[name]
	if !ok {
		return 0, object.IndexErrorf("unknown group name %s", object.ReprStr(name))
	}
	t.flush()
	t.out = append(t.out, templatePart{group: n})
	return end + 1, nil
}
