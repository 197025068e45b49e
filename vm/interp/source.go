package interp

import (
	"errors"
	"os"
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

// sources keeps the text of compiled code, by file name, for tracebacks.
var sources = map[string]string{}

// CompileSource compiles Python text; a syntax error is a Python exception.
func CompileSource(filename string, src []byte, mode syntax.Mode) (*object.Code, error) {
	tree, err := syntax.Parse(filename, src, mode)
	if err != nil {
		var e *syntax.SyntaxError
		if errors.As(err, &e) && e.Msg == "source code cannot contain null bytes" && !isFile(filename) {
			e.Filename, e.Msg = "", "source code string cannot contain null bytes"
		}
		return nil, syntaxError(err)
	}
	code, err := compile.Compile(tree, compile.Options{})
	if err != nil {
		var e *syntax.SyntaxError
		if errors.As(err, &e) && !isFile(filename) {
			e.Text = "" // as CPython, whose compiler reads the line from the file
		}
		return nil, syntaxError(err)
	}
	if filename == "<string>" || filename == "<stdin>" {
		delete(sources, filename) // names of many texts: no line rather than a wrong one
	} else {
		sources[filename] = string(src)
	}
	return object.NewCode(code), nil
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func syntaxError(err error) error {
	var s *syntax.SyntaxError
	if !errors.As(err, &s) {
		return err
	}
	t := object.SyntaxError
	switch s.Kind {
	case "IndentationError":
		t = object.IndentationError
	case "TabError":
		t = object.TabError
	}
	if s.Line == 0 && s.Filename == "" {
		v, err := object.Call(t.Ref(), object.NewStr(s.Msg))
		if err != nil {
			return err
		}
		e, _ := object.AsException(v)
		return e
	}
	text := object.None
	if s.Text != "" {
		text = object.NewStr(s.Text)
	}
	info := object.NewTuple(object.NewStr(s.Filename), object.Int(int64(s.Line)), object.Int(int64(s.Col)), text,
		object.Int(int64(s.EndLine)), object.Int(int64(s.EndCol)))
	v, cerr := object.Call(t.Ref(), object.NewStr(s.Msg), info.Ref())
	if cerr != nil {
		return cerr
	}
	e, _ := object.AsException(v)
	return e
}

// SourceLine is a line of a source file, counted from 1, without its end; false when it is not known.
func SourceLine(file string, line int) (string, bool) {
	src, ok := sources[file]
	if !ok {
		b, err := os.ReadFile(file)
		if err != nil {
			return "", false
		}
		src = string(b)
		sources[file] = src
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

// SourceText is the text of a file that was compiled or can be read.
func SourceText(file string) (string, bool) {
	if _, ok := SourceLine(file, 1); !ok {
		return "", false
	}
	return sources[file], true
}
