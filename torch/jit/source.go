package jit

import (
	"strconv"
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
	"github.com/magneto-go/magneto/script/ir"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

func itoa(i int) string { return strconv.Itoa(i) }

// parsedFile is a source file with the functions in it, by their first lines.
type parsedFile struct {
	text  string
	whole *ir.Source // of a file of an archive
	tree  *syntax.Tree
	defs  map[int][]*ast.FunctionDef
}

// parseFile parses a file once.
func parseFile(th *object.Thread, file string) (*parsedFile, error) {
	text, ok := interp.SourceText(th, file)
	if !ok {
		text = cachedLines(th, file)
	}
	if text == "" {
		return nil, object.Raisef(object.OSError, "could not get source code")
	}
	s := states.Of(th)
	if p := s.parsed[file]; p != nil && p.text == text {
		return p, nil
	}
	p, err := parseText(th, file, text)
	if err == nil {
		s.parsed[file] = p
	}
	return p, err
}

// cachedLines is what module linecache has of a file that never was one: code that a program writes.
func cachedLines(th *object.Thread, file string) string {
	linecache, err := interp.ImportModule(th, "linecache")
	if err != nil {
		return ""
	}
	lines, err := object.CallMethod(th, linecache, "getlines", object.NewStr(file))
	if err != nil {
		return ""
	}
	var text strings.Builder
	if l, ok := object.AsList(lines); ok {
		for _, line := range l.Items {
			s, _ := object.Text(line)
			text.WriteString(s)
		}
	}
	return text.String()
}

func parseText(th *object.Thread, file, text string) (*parsedFile, error) {
	tree, err := interp.ParseSource(th, file, []byte(text), syntax.Exec)
	if err != nil {
		return nil, err
	}
	p := &parsedFile{text: text, tree: tree, defs: map[int][]*ast.FunctionDef{}}
	if m, ok := tree.Root.(*ast.Module); ok {
		p.collect(m.Body)
	}
	return p, nil
}

// collect notes the functions in a list of statements.
func (p *parsedFile) collect(list []ast.Stmt) {
	for _, st := range list {
		switch st := st.(type) {
		case *ast.FunctionDef:
			line := int(p.tree.Span(st).Line)
			for _, d := range st.DecoratorList {
				line = min(line, int(p.tree.Span(d).Line))
			}
			p.defs[line] = append(p.defs[line], st)
			p.collect(st.Body)
		case *ast.ClassDef:
			p.collect(st.Body)
		case *ast.If:
			p.collect(st.Body)
			p.collect(st.Orelse)
		case *ast.For:
			p.collect(st.Body)
			p.collect(st.Orelse)
		case *ast.While:
			p.collect(st.Body)
		case *ast.With:
			p.collect(st.Body)
		case *ast.Try:
			p.collect(st.Body)
			for _, h := range st.Handlers {
				p.collect(h.Body)
			}
			p.collect(st.Orelse)
			p.collect(st.Finalbody)
		}
	}
}

// written is the function whose text stands for a function: the one that it wraps, if any, as inspect has it.
func written(th *object.Thread, f *object.Function) *object.Function {
	for range 100 { // one that wraps itself has no end
		inner, ok := object.AsFunction(attr(th, f.Ref(), "__wrapped__"))
		if !ok {
			break
		}
		f = inner
	}
	return f
}

// definition finds the tree of a function.
func definition(th *object.Thread, f *object.Function) (*parsedFile, *ast.FunctionDef, *ir.Source, int, error) {
	f = written(th, f)
	p, err := parseFile(th, f.Code.Filename)
	if err != nil {
		return nil, nil, nil, 0, err
	}
	for _, def := range p.defs[f.Code.FirstLine] {
		if string(def.Name) == f.Code.Name {
			src, cut := sourceOf(p, def, f.Code.Filename)
			return p, def, src, cut, nil
		}
	}
	return nil, nil, nil, 0, object.RuntimeErrorf("Expected a single top-level function: %s:%d", f.Code.Filename, f.Code.FirstLine)
}

// sourceOf is the text of a function with its decorators, without the columns in front of it.
func sourceOf(p *parsedFile, def *ast.FunctionDef, file string) (*ir.Source, int) {
	span := p.tree.Span(def)
	first := int(span.Line)
	for _, d := range def.DecoratorList {
		first = min(first, int(p.tree.Span(d).Line))
	}
	lines := strings.SplitAfter(p.text, "\n")
	last := min(int(span.EndLine), len(lines))
	cut := len(lines[first-1]) - len(strings.TrimLeft(lines[first-1], " \t"))
	var b strings.Builder
	for _, l := range lines[first-1 : last] {
		n := 0
		for n < cut && n < len(l) && (l[n] == ' ' || l[n] == '\t') {
			n++
		}
		b.WriteString(l[n:])
	}
	return &ir.Source{File: file, Text: b.String(), FirstLine: first, Indent: cut}, cut
}
