package main

import (
	"bufio"
	"os"
	"path/filepath"
	"strings"
)

// historyLength is the number of lines that are kept.
const historyLength = 1000

// history is the lines entered in interactive sessions, in a file. A session without a place for the file, or whose file
// cannot be written, has a history of its own.
type history struct {
	lines []string // the latest last
	file  *os.File
}

// openHistory reads the history and shortens its file when it has become long.
func openHistory() *history {
	h := &history{}
	path := historyPath()
	if path == "" || os.MkdirAll(filepath.Dir(path), 0o700) != nil {
		return h
	}
	if f, err := os.Open(path); err == nil {
		s := bufio.NewScanner(f)
		for s.Scan() {
			h.lines = append(h.lines, s.Text())
		}
		f.Close()
	}
	if len(h.lines) > 2*historyLength {
		h.lines = h.lines[len(h.lines)-historyLength:]
		_ = os.WriteFile(path, []byte(strings.Join(h.lines, "\n")+"\n"), 0o600)
	}
	h.file, _ = os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	return h
}

// historyPath is the file of the history, by the XDG base directory specification; "" without a home.
func historyPath() string {
	dir := os.Getenv("XDG_STATE_HOME")
	if !filepath.IsAbs(dir) {
		home, err := os.UserHomeDir()
		if err != nil {
			return ""
		}
		dir = filepath.Join(home, ".local", "state")
	}
	return filepath.Join(dir, "magneto", "history")
}

// Add, Len and At are the history for the line editor. Empty lines and repetitions are left out.
func (h *history) Add(line string) {
	if strings.TrimSpace(line) == "" || len(h.lines) > 0 && h.lines[len(h.lines)-1] == line {
		return
	}
	h.lines = append(h.lines, line)
	if h.file != nil {
		_, _ = h.file.WriteString(line + "\n")
	}
}

func (h *history) Len() int { return len(h.lines) }

// At counts from the latest line.
func (h *history) At(i int) string { return h.lines[len(h.lines)-1-i] }
