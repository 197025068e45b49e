package syntax

import (
	"strings"

	"github.com/go-python/gpython/ast"
)

// Outline parses a module as Parse does, but for the bodies of functions: of those that lie in no other function only the
// docstring is there, and a LeftOut for the rest; Place.Parse parses such a function whole. A body of which something must be known
// outside of it is parsed: one that yields, that says global, that needs the cell __class__, or that assigns attributes of self.
//
// It is for sources known to be right: errors in bodies are not seen.
func Outline(filename string, src []byte) (*Tree, error) { return parse(filename, src, Exec, true) }

// LeftOut stands for the statements of a body that an outline does not have.
type LeftOut struct{ ast.StmtBase }

// Place is where a function that lies in no other function stands in the text of a module.
type Place struct {
	filename, source string // source ends where the function does
	start, line, col int32  // of the word def
	async            bool
}

// Place returns the place of a function of an outline; false for one inside another function.
func (t *Tree) Place(f *ast.FunctionDef) (Place, bool) {
	p, ok := t.places[f]
	p.async = t.Async[f]
	return p, ok
}

// Parse parses the function whole. Its positions are those in the module; decorators are no part of it.
func (pl Place) Parse() (*Tree, *ast.FunctionDef) {
	s := newScanner(pl.filename, pl.source, int(pl.start))
	s.line, s.lineAt = int(pl.line), int(pl.start-pl.col)
	if col := strings.IndexFunc(pl.source[s.lineAt:], func(r rune) bool { return r != ' ' }); col > 0 {
		s.indents = append(s.indents, indent{col, col})
	}
	s.scan(false)
	p := newParser(s)
	f := p.funcDef(nil).(*ast.FunctionDef)
	if pl.async {
		p.markAsync(f)
	}
	p.freeTokens()
	return p.tree, f
}

// leftOut takes the place of a body, or of what follows its docstring.
func (p *parser) leftOut() ast.Stmt {
	return done(p, &LeftOut{stmtAt(p.next())})
}

// outline is the state of a scanner that leaves out bodies.
type outline struct {
	on   bool
	head int  // column of the function whose body comes next; -1 for none
	doc  bool // its docstring has been scanned
	keep int  // column of the statement that is scanned whole; -1 for none
}

// lineStarts is called at the first token of each logical line. True means that a body has been left out: the scanner
// is at the start of the line behind it.
func (s *scanner) lineStarts() bool {
	o := &s.outline
	col := s.indents[len(s.indents)-1].col
	if o.keep >= 0 && col > o.keep {
		return false
	}
	o.keep = -1
	rest := s.src[s.pos:]
	if o.head >= 0 && col > o.head {
		if !o.doc && startsString(rest) {
			o.doc = true
			return false
		}
		if s.leaveOut(o.head) {
			o.head = -1
			return true
		}
		o.keep, o.head = o.head, -1
		return false
	}
	o.head = -1
	switch word, after, _ := strings.Cut(rest[:min(len(rest), 200)], " "); word {
	case "def", "class":
		if name := strings.TrimLeft(after, identBytes); strings.HasPrefix(name, "[") { // its type parameters may be named in bodies
			o.keep = col
		} else if word == "def" {
			o.head, o.doc = col, false
		}
	case "async":
		o.keep = col
	}
	return false
}

const identBytes = "_abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

// startsString says whether text begins with a string that may be a docstring.
func startsString(text string) bool {
	text = strings.TrimLeft(text, "rRuU")
	return text != "" && (text[0] == '"' || text[0] == '\'')
}

// leaveOut passes over a body, the lines that are indented further than col. It changes nothing and returns false if the body has to be parsed.
func (s *scanner) leaveOut(col int) bool {
	k := skimmer{src: s.src, pos: s.pos, line: s.line, lineAt: s.lineAt}
	if !k.body(col) {
		return false
	}
	s.tokens = append(s.tokens, Token{Kind: LeftOutTok, Start: int32(s.pos), End: int32(k.end), Line: int32(s.line), Col: int32(s.pos - s.lineAt),
		EndLine: int32(k.endLine), EndCol: int32(k.end - k.endLineAt)})
	s.pos, s.line, s.lineAt = k.pos, k.line, k.lineAt
	return true
}
