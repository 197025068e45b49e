package main

import (
	"errors"
	"io"
	"os"
	"strings"
	"unicode"

	"golang.org/x/term"

	"github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/object"
)

// editor reads lines from a terminal: with cursor keys, a history that is kept between sessions, indentation and
// completion by the tab key. The terminal is in raw mode only while a line is read.
type editor struct {
	fd          int
	terminal    *term.Terminal
	interrupted bool // Ctrl-C came
}

const (
	ctrlC  = 3
	indent = "    "
)

func newEditor(th *object.Thread, session *vm.Session, fd int) *editor {
	e := &editor{fd: fd}
	e.terminal = term.NewTerminal(e, "")
	e.terminal.History = openHistory()
	e.terminal.AutoCompleteCallback = func(line string, pos int, key rune) (string, int, bool) {
		if key != '\t' {
			return "", 0, false
		}
		return complete(th, session, line, pos)
	}
	return e
}

// Read and Write are the terminal for the line editor, which takes Ctrl-C for the end of the input.
func (e *editor) Read(p []byte) (int, error) {
	n, err := os.Stdin.Read(p)
	for _, c := range p[:n] {
		e.interrupted = e.interrupted || c == ctrlC
	}
	return n, err
}

func (e *editor) Write(p []byte) (int, error) { return os.Stdout.Write(p) }

func (e *editor) readLine(th *object.Thread, prompt string) (string, error) {
	state, err := term.MakeRaw(e.fd)
	if err != nil {
		return "", err
	}
	defer func() { _ = term.Restore(e.fd, state) }()
	if width, height, err := term.GetSize(e.fd); err == nil && width > 0 {
		_ = e.terminal.SetSize(width, height)
	}
	e.terminal.SetBracketedPasteMode(true)
	defer func() { e.terminal.SetBracketedPasteMode(false) }()
	e.interrupted = false
	e.terminal.SetPrompt(prompt)
	line, err := e.terminal.ReadLine()
	if errors.Is(err, term.ErrPasteIndicator) {
		err = nil
	}
	if errors.Is(err, io.EOF) && e.interrupted {
		// What was typed before Ctrl-C must not begin the next line.
		history := e.terminal.History
		complete := e.terminal.AutoCompleteCallback
		e.terminal = term.NewTerminal(e, "")
		e.terminal.History, e.terminal.AutoCompleteCallback = history, complete
		return "", errInterrupted
	}
	return line, err
}

func (e *editor) newLine() { os.Stdout.WriteString("\n") }

// complete answers the tab key: at the start of a line it indents; behind a name it adds what all names that begin so
// have in common.
func complete(th *object.Thread, session *vm.Session, line string, pos int) (string, int, bool) {
	start := pos
	for start > 0 && isNameByte(line[start-1]) {
		start--
	}
	insert := ""
	if strings.TrimSpace(line[:pos]) == "" {
		insert = indent
	} else if start < pos {
		insert = commonPrefix(session.Complete(th, line[start:pos]))
		insert = strings.TrimPrefix(insert, line[start:pos])
	}
	if insert == "" {
		return line, pos, true
	}
	return line[:pos] + insert + line[pos:], pos + len(insert), true
}

func isNameByte(c byte) bool {
	return c == '_' || c == '.' || c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c))
}

// commonPrefix is what all words begin with.
func commonPrefix(words []string) string {
	if len(words) == 0 {
		return ""
	}
	prefix := words[0]
	for _, w := range words[1:] {
		for !strings.HasPrefix(w, prefix) {
			prefix = prefix[:len(prefix)-1]
		}
	}
	return prefix
}
