package syntax

import "strings"

// skimmer passes over source text that is known to be right, without making tokens.
type skimmer struct {
	src                     string
	pos, line, lineAt       int
	end, endLine, endLineAt int  // behind the last token
	matter                  bool // a word has been met for which the body has to be parsed
}

// body passes over a body, the lines that are indented further than col, up to the start of the line behind it. It stops and
// returns false at what has to be parsed (see Outline).
func (k *skimmer) body(col int) bool {
	depth, last := 0, byte('\n') // open brackets, and the byte that the last token ended with
	for k.pos < len(k.src) {
		c := k.src[k.pos]
		switch {
		case c == ' ':
			k.pos++
			continue
		case c == '\n':
			k.newline()
			if depth > 0 {
				continue
			}
			if last = c; k.ends(col) {
				return true
			}
			continue
		case c == '#':
			k.comment()
			continue
		case c == '\\':
			k.pos++
			k.newline()
			continue
		case c == '"' || c == '\'':
			k.text(false)
		case isIdentByte(c):
			k.wordOrText(last)
		default:
			depth += nesting(c)
			k.pos++
		}
		if k.matter {
			return false
		}
		last = k.src[k.pos-1]
		k.end, k.endLine, k.endLineAt = k.pos, k.line, k.lineAt
	}
	return true
}

// nesting is by how much a byte of code changes the number of open brackets.
func nesting(c byte) int {
	switch c {
	case '(', '[', '{':
		return 1
	case ')', ']', '}':
		return -1
	}
	return 0
}

func (k *skimmer) newline() {
	k.pos++
	k.line++
	k.lineAt = k.pos
}

func (k *skimmer) comment() {
	for k.pos < len(k.src) && k.src[k.pos] != '\n' {
		k.pos++
	}
}

func (k *skimmer) word() string {
	start := k.pos
	for k.pos < len(k.src) && isIdentByte(k.src[k.pos]) {
		k.pos++
	}
	return k.src[start:k.pos]
}

// wordOrText passes over a word, or a string with a prefix. last is the byte that the token before ends with, or a line's end.
func (k *skimmer) wordOrText(last byte) {
	word := k.word()
	if k.pos < len(k.src) && (k.src[k.pos] == '"' || k.src[k.pos] == '\'') && len(word) <= 2 && isStringPrefix(word) {
		k.text(strings.ContainsAny(word, "fF"))
	} else if last != '.' && k.matters(word, last == '\n') {
		k.matter = true
	}
}

// ends passes over blank lines and comments at the start of a line, and says whether the next line is not indented further than col; it stays
// at the start of that line, or at the first token of one that is.
func (k *skimmer) ends(col int) bool {
	for k.pos < len(k.src) {
		switch k.src[k.pos] {
		case ' ':
			k.pos++
		case '\n':
			k.newline()
		case '#':
			k.comment()
		default:
			if k.pos-k.lineAt <= col {
				k.pos = k.lineAt
				return true
			}
			return false
		}
	}
	return true
}

// matters says whether a word, which no dot precedes, has a meaning outside of the body that it is in. first is at the start of a line.
func (k *skimmer) matters(word string, first bool) bool {
	switch word {
	case "yield", "await", "global", "super", "__class__":
		return true
	case "self":
		if k.pos >= len(k.src) || k.src[k.pos] != '.' {
			return false
		}
		i := k.pos + 1
		for i < len(k.src) && isIdentByte(k.src[i]) {
			i++
		}
		rest := strings.TrimLeft(k.src[i:min(i+8, len(k.src))], " ")
		switch {
		case rest == "":
			return false
		case rest[0] == '=':
			return !strings.HasPrefix(rest, "==")
		case first:
			return rest[0] == ',' || rest[0] == ':'
		}
	}
	return false
}

// text passes over a string, from its quote on.
func (k *skimmer) text(fields bool) {
	quote := k.src[k.pos : k.pos+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(k.src[k.pos:], triple) {
		quote = triple
	}
	k.pos += len(quote)
	for k.pos < len(k.src) && !strings.HasPrefix(k.src[k.pos:], quote) {
		switch c := k.src[k.pos]; {
		case c == '\n':
			k.newline()
		case c == '\\' && fields && strings.HasPrefix(k.src[k.pos:], `\N{`):
			k.pos += max(strings.IndexByte(k.src[k.pos:], '}')+1, 1)
		case c == '\\':
			k.pos++
			if k.pos < len(k.src) && k.src[k.pos] == '\n' {
				k.newline()
			} else {
				k.pos++
			}
		case c == '{' && fields && strings.HasPrefix(k.src[k.pos:], "{{"):
			k.pos += 2
		case c == '{' && fields:
			k.field()
		default:
			k.pos++
		}
	}
	k.pos = min(k.pos+len(quote), len(k.src))
}

// field passes over a replacement field, from its brace on.
func (k *skimmer) field() {
	k.pos++
	depth := 0
	for k.pos < len(k.src) {
		c := k.src[k.pos]
		switch {
		case c == '\n':
			k.newline()
			continue
		case c == '}' && depth == 0:
			k.pos++
			return
		case c == ':' && depth == 0:
			k.spec()
			return
		case c == '"' || c == '\'':
			k.text(false)
			continue
		case isIdentByte(c):
			k.wordOrText(k.src[k.pos-1])
			continue
		}
		depth += nesting(c)
		k.pos++
	}
}

// spec passes over the format of a field, from its colon to behind the brace that ends the field.
func (k *skimmer) spec() {
	for k.pos < len(k.src) {
		switch k.src[k.pos] {
		case '\n':
			k.newline()
		case '{':
			k.field()
		case '}':
			k.pos++
			return
		default:
			k.pos++
		}
	}
}
