package ir

import (
	"slices"
	"strconv"
	"strings"
)

// A text that is written from graphs says where its parts were first: an archive holds a table of them, so that errors and graphs of what is loaded name the lines of the
// script. While the text is put together, an expression stands between marks: the number of its place between opening and numbered, and closing behind it.
const (
	opening  = "\x01"
	numbered = "\x02"
	closing  = "\x03"
)

// Places are the places that expressions of a text come from.
type Places struct{ list []Range }

// Origin says what a text is from an offset on: a copy of a place, or of none.
type Origin struct {
	From  int
	Place Range
}

func (p *Places) mark(r Range, text string) string {
	r = r.Original()
	if p == nil || r.Source == nil || r.Source.File == "" {
		return text
	}
	p.list = append(p.list, r)
	return opening + strconv.Itoa(len(p.list)-1) + numbered + text + closing
}

// unmarked is a text without marks.
func unmarked(text string) string {
	plain, _ := (*Places)(nil).Unmark(text)
	return plain
}

// Unmark takes the marks out of a text and gives the table that they make.
func (p *Places) Unmark(text string) (plain string, table []Origin) {
	if !strings.Contains(text, opening) {
		return text, nil
	}
	var b strings.Builder
	around := []Range{{}}
	note := func() {
		o := Origin{From: b.Len(), Place: around[len(around)-1]}
		if k := len(table); k > 0 && table[k-1].From == o.From {
			table[k-1] = o
			return
		}
		table = append(table, o)
	}
	for text != "" {
		at := strings.IndexAny(text, opening+closing)
		if at < 0 {
			b.WriteString(text)
			break
		}
		b.WriteString(text[:at])
		switch rest := text[at:]; {
		case strings.HasPrefix(rest, opening):
			number, after, _ := strings.Cut(rest[len(opening):], numbered)
			text = after
			var r Range
			if i, err := strconv.Atoi(number); err == nil && p != nil && i < len(p.list) {
				r = p.list[i]
			}
			around = append(around, r)
			note()
		default:
			text = rest[len(closing):]
			around = around[:max(len(around)-1, 1)]
			note()
		}
	}
	return b.String(), table
}

// Original is the range that the text of this one was written from, the range itself where its text is one of a script.
func (r Range) Original() Range {
	if r.Source == nil || r.Source.Origins == nil {
		return r
	}
	list := r.Source.Origins
	i, exact := slices.BinarySearchFunc(list, r.From, func(o Origin, at int) int { return o.From - at })
	if !exact {
		i--
	}
	if i < 0 {
		return Range{}
	}
	return list[i].Place
}

// Deep is the text of a source as it stands in its file, with the columns that were cut off, and an offset in it.
func (s *Source) Deep(offset int) (text string, at int) {
	if s.Indent == 0 {
		return s.Text, offset
	}
	var b strings.Builder
	at, seen := offset, 0
	for line := range strings.Lines(s.Text) {
		if strings.TrimSpace(line) != "" {
			b.WriteString(strings.Repeat(" ", s.Indent))
			if seen <= offset {
				at += s.Indent
			}
		}
		b.WriteString(line)
		seen += len(line)
	}
	return b.String(), at
}
