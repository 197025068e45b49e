package main

import (
	"os"
	"strings"

	"golang.org/x/term"

	"github.com/magneto-go/magneto/vm/interp"
)

// Colours of what magneto itself says; those of tracebacks are the interpreter's.
const (
	red   = "\x1b[31m"
	green = "\x1b[32m"
	bold  = "\x1b[1m"
	alarm = "\x1b[1;31m"
	plain = "\x1b[0m"
)

// painter colours text for a stream, or leaves it as it is.
type painter bool

// paint is the painter of a stream: NO_COLOR, FORCE_COLOR and TERM count as for tracebacks.
func paint(stream *os.File) painter {
	return painter(interp.WantsColour(func() bool { return term.IsTerminal(int(stream.Fd())) }))
}

func (p painter) in(colour, text string) string {
	if !p || text == "" {
		return text
	}
	return colour + text + plain
}

// diffLine colours a line of a diff by its first character.
func (p painter) diffLine(line string) string {
	switch {
	case strings.HasPrefix(line, "- "):
		return p.in(red, line)
	case strings.HasPrefix(line, "+ "):
		return p.in(green, line)
	}
	return line
}
