package interp

import (
	"errors"
	"strings"

	"github.com/magneto-go/magneto/frontend/compile"
	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/vm/object"
)

// Modes of CompileSource.
const (
	ModeExec   = syntax.Exec
	ModeEval   = syntax.Eval
	ModeSingle = syntax.Single
)

// RememberSource makes text the source of the code that is compiled under a name.
func RememberSource(th *object.Thread, filename, text string) { MachineOf(th).sources[filename] = text }

// CompileSource compiles Python text; a syntax error is a Python exception.
func CompileSource(th *object.Thread, filename string, src []byte, mode syntax.Mode) (*object.Code, error) {
	return CompileWith(th, filename, src, mode, compile.Options{})
}

// CompileWith is CompileSource with options of the compiler.
func CompileWith(th *object.Thread, filename string, src []byte, mode syntax.Mode, opts compile.Options) (*object.Code, error) {
	return compileText(th, filename, src, mode, string(src), opts)
}

// ParseSource parses Python text; a syntax error is a Python exception.
func ParseSource(th *object.Thread, filename string, src []byte, mode syntax.Mode) (*syntax.Tree, error) {
	return parseText(th, filename, src, mode, string(src))
}

// parseText is ParseSource; source is as for compileText.
func parseText(th *object.Thread, filename string, src []byte, mode syntax.Mode, source string) (*syntax.Tree, error) {
	tree, err := syntax.Parse(filename, src, mode)
	if err == nil {
		return tree, nil
	}
	var e *syntax.SyntaxError
	if errors.As(err, &e) && e.Msg == "source code cannot contain null bytes" && !isFile(th, filename) {
		e.Filename, e.Msg = "", "source code string cannot contain null bytes"
	}
	return nil, syntaxError(th, err, source)
}

// compileText is CompileSource; source is the text that reports of syntax errors look into, "" for the file itself.
func compileText(th *object.Thread, filename string, src []byte, mode syntax.Mode, source string, opts compile.Options) (*object.Code, error) {
	tree, err := parseText(th, filename, src, mode, source)
	if err != nil {
		return nil, err
	}
	defer tree.Free()
	return compileTree(th, tree, source, opts)
}

// CompileTree compiles a tree that did not come from text.
func CompileTree(th *object.Thread, tree *syntax.Tree, opts compile.Options) (*object.Code, error) {
	return compileTree(th, tree, "", opts)
}

func compileTree(th *object.Thread, tree *syntax.Tree, source string, opts compile.Options) (*object.Code, error) {
	code, err := compile.Compile(tree, opts)
	if err != nil {
		var e *syntax.SyntaxError
		if errors.As(err, &e) && !isFile(th, tree.Filename) {
			e.Text = "" // as CPython, whose compiler reads the line from the file
		}
		return nil, syntaxError(th, err, source)
	}
	if err := warnSyntax(th, tree, source); err != nil {
		return nil, err
	}
	return object.NewCode(th, code), nil
}

func isFile(th *object.Thread, name string) bool {
	info, err := MachineOf(th).Stat(name)
	return err == nil && info.Mode().IsRegular()
}

// SourceLine is a line of a source file, counted from 1, without its end; false when it is not known.
func SourceLine(th *object.Thread, file string, line int) (string, bool) {
	src, ok := SourceText(th, file)
	if !ok {
		return "", false
	}
	for i := 1; i < line; i++ {
		j := strings.IndexByte(src, '\n')
		if j < 0 {
			return "", false
		}
		src = src[j+1:]
	}
	if src == "" {
		return "", false
	}
	if j := strings.IndexByte(src, '\n'); j >= 0 {
		src = src[:j]
	}
	return strings.TrimSuffix(src, "\r"), true
}

// SourceText is the text of a program, or of a file that linecache knows or that can be read.
func SourceText(th *object.Thread, file string) (string, bool) {
	m := MachineOf(th)
	if src, ok := m.sources[file]; ok && !m.rewritten(file) {
		return src, true
	}
	if src, ok := cachedLines(th, file); ok {
		return src, true
	}
	if strings.HasPrefix(file, "<") && strings.HasSuffix(file, ">") {
		return "", false
	}
	if m.FlushFiles != nil {
		m.FlushFiles(th)
	}
	b, err := m.ReadFile(file)
	if err != nil {
		return "", false
	}
	m.sources[file] = string(b)
	if info, err := m.Stat(file); err == nil {
		m.sourceFiles[file] = info
	}
	return m.sources[file], true
}

// rewritten says whether a file is another one than when its text was read.
func (m *Machine) rewritten(file string) bool {
	before := m.sourceFiles[file]
	if before == nil {
		return false
	}
	now, err := m.Stat(file)
	return err == nil && (!now.ModTime().Equal(before.ModTime()) || now.Size() != before.Size())
}

// cachedLines looks into linecache.cache, where programs that make code put its text.
func cachedLines(th *object.Thread, file string) (string, bool) {
	m, ok := MachineOf(th).Modules.Lookup("linecache")
	if !ok || m.Dict() == nil {
		return "", false
	}
	v, _ := m.Dict().Lookup("cache")
	cache, ok := object.AsDict(v)
	if !ok {
		return "", false
	}
	v, ok = cache.Lookup(file)
	if !ok {
		return "", false
	}
	entry, _ := object.Items(v)
	if len(entry) == 1 { // a function that gives the text
		text, err := object.Call(th, entry[0])
		if err != nil {
			return "", false
		}
		return object.Text(text)
	}
	if len(entry) < 3 {
		return "", false
	}
	lines, _ := object.Items(entry[2])
	var b strings.Builder
	for _, l := range lines {
		line, _ := object.Text(l)
		b.WriteString(line)
	}
	return b.String(), true
}
