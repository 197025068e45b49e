package interp

import (
	"os"
	"regexp"
	"strings"
	"sync"

	"github.com/magneto-go/magneto/vm/object"
)

// Colours of tracebacks, those of CPython 3.14.
const (
	colourPlace  = "\x1b[35m"   // files, lines, functions, messages
	colourClass  = "\x1b[1;35m" // of the exception
	colourRange  = "\x1b[31m"   // under "~"
	colourMarked = "\x1b[1;31m" // under "^"
	colourOff    = "\x1b[0m"
)

// WantsColour tells whether text for a stream is coloured, as CPython decides: by PYTHON_COLORS, NO_COLOR, FORCE_COLOR and TERM, then by whether it is a
// terminal.
func WantsColour(terminal func() bool) bool {
	switch os.Getenv("PYTHON_COLORS") {
	case "0":
		return false
	case "1":
		return true
	}
	if os.Getenv("NO_COLOR") != "" {
		return false
	}
	if os.Getenv("FORCE_COLOR") != "" {
		return true
	}
	return os.Getenv("TERM") != "dumb" && terminal()
}

// FormatColoured is FormatException in colours.
func FormatColoured(th *object.Thread, e *object.Exception) string {
	r := report{seen: map[*object.Exception]bool{}, coloured: true}
	r.chain(th, e)
	return r.b.String()
}

func painted(colour, text string) string { return colour + text + colourOff }

var placeLine = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^(  File )(".*")(, line )(\d+)(?:(, in )(.*))?$`) })

// colourEntry colours an entry: its first line says where, the others show the source.
func colourEntry(entry string) string {
	head, source, _ := strings.Cut(entry, "\n")
	if m := placeLine().FindStringSubmatch(head); m != nil {
		head = m[1] + painted(colourPlace, m[2]) + m[3] + painted(colourPlace, m[4])
		if m[5] != "" {
			head += m[5] + painted(colourPlace, m[6])
		}
	}
	return head + "\n" + colourSource(source)
}

// colourSource colours lines and what the marks below them mark.
func colourSource(text string) string {
	lines := strings.SplitAfter(text, "\n")
	var b strings.Builder
	for i, line := range lines {
		line, hasEnd := strings.CutSuffix(line, "\n")
		switch {
		case i+1 < len(lines) && isMarks(lines[i+1]):
			marks := []rune(strings.TrimSuffix(lines[i+1], "\n"))
			b.WriteString(colourBy(marks, []rune(line)))
		case i > 0 && isMarks(line):
			marks := []rune(line)
			b.WriteString(colourBy(marks, marks))
		default:
			b.WriteString(line)
		}
		if hasEnd {
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func isMarks(line string) bool {
	return strings.ContainsAny(line, "~^") && strings.Trim(line, " ~^\n") == ""
}

// colourBy colours the characters of text that stand above marks, or are them.
func colourBy(marks, text []rune) string {
	var b strings.Builder
	for i := 0; i < len(text); {
		mark := markAt(marks, i)
		j := i + 1
		for j < len(text) && markAt(marks, j) == mark {
			j++
		}
		switch part := string(text[i:j]); mark {
		case '~':
			b.WriteString(painted(colourRange, part))
		case '^':
			b.WriteString(painted(colourMarked, part))
		default:
			b.WriteString(part)
		}
		i = j
	}
	return b.String()
}

func markAt(marks []rune, i int) rune {
	if i < len(marks) {
		return marks[i]
	}
	return ' '
}
