package ops

import (
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// Schema is a parsed operator signature: "add.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor".
type Schema struct {
	Name     string
	Overload string
	Params   []Param
	Returns  []Return
}

// Param is one parameter.
type Param struct {
	Name    string
	Type    Type
	Default Value
	Text    string // of the default
	HasDef  bool
	KwOnly  bool
	Alias   string // "a" or "a!"
}

// Return is one result.
type Return struct {
	Name  string
	Type  Type
	Alias string
}

// Type is a parameter type: a base name, whether it may be None, and whether it is a list ("int[2]" has Size 2).
type Type struct {
	Base     string
	Sym      bool // it may be symbolic: "SymInt" has the base int
	Optional bool // the value as a whole may be None
	List     bool
	OptElem  bool // the elements may be None: "Tensor?[]"
	Size     int
}

// Mutable says whether the argument is written to.
func (p *Param) Mutable() bool { return strings.HasSuffix(p.Alias, "!") }

// The grammar of the text form.
type (
	schemaNode struct {
		Name     string       `parser:"@Ident"`
		Overload string       `parser:"('.' @Ident)?"`
		Params   []*paramNode `parser:"'(' (@@ (',' @@)*)? ')' '-' '>'"`
		Multi    []*paramNode `parser:"( '(' (@@ (',' @@)*)? ')'"`
		Single   *paramNode   `parser:"| @@ )"`
	}
	paramNode struct {
		Star    bool    `parser:"( @'*' |"`
		Base    string  `parser:"@(Class|Ident)"`
		Alias   string  `parser:"('(' @(Ident '!'?) ')')?"`
		Mods    string  `parser:"@('?' | List)*"`
		After   string  `parser:"('(' @(Ident '!'?) ')')?"` // the alias, behind the type of a list
		Name    string  `parser:"@Ident?"`
		Default *string `parser:"('=' @(Ident|Number|String|List))? )"`
	}
)

var schemaLexer = lexer.MustSimple([]lexer.SimpleRule{
	{Name: "Class", Pattern: `__torch__(\.[A-Za-z_][A-Za-z_0-9]*)+`}, // as in __torch__.torch.classes.quantized.LinearPackedParamsBase
	{Name: "Ident", Pattern: `[A-Za-z_][A-Za-z_0-9]*`},
	{Name: "Number", Pattern: `-?[0-9][0-9.]*(e[+-]?[0-9]+)?`},
	{Name: "String", Pattern: `"(\\.|[^"\\])*"|'(\\.|[^'\\])*'`},
	{Name: "List", Pattern: `\[[^\]]*\]`},
	{Name: "Punct", Pattern: `[-(),.*=!?>]`},
	{Name: "space", Pattern: `\s+`},
})

var schemaParser = sync.OnceValue(func() *participle.Parser[schemaNode] {
	return participle.MustBuild[schemaNode](participle.Lexer(schemaLexer), participle.Elide("space"))
})

// ParseSchema reads the text form.
func ParseSchema(text string) (*Schema, error) {
	node, err := schemaParser().ParseString("", text)
	if err != nil {
		return nil, err
	}
	s := &Schema{Name: node.Name, Overload: node.Overload}
	kwOnly := false
	for _, p := range node.Params {
		if p.Star {
			kwOnly = true
			continue
		}
		param := Param{Name: p.Name, Type: parseType(p), KwOnly: kwOnly, Alias: p.Alias + p.After}
		if p.Default != nil {
			param.HasDef, param.Default, param.Text = true, parseDefault(*p.Default, param.Type), *p.Default
		}
		s.Params = append(s.Params, param)
	}
	returns := node.Multi
	if node.Single != nil {
		returns = []*paramNode{node.Single}
	}
	for _, r := range returns {
		s.Returns = append(s.Returns, Return{Name: r.Name, Type: parseType(r), Alias: r.Alias + r.After})
	}
	return s, nil
}

// deviceParam is the index of the first parameter that is a device, 0 if there is none. It reads the text alone: the table has all
// schemas, and parsing each would slow the start.
func deviceParam(schema string) int {
	at := strings.Index(schema, "Device")
	if at < 0 {
		return 0
	}
	n, depth := 0, 0
	for i, c := range schema[:at] {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 1 && !strings.HasSuffix(schema[:i], "*") {
				n++
			}
		}
	}
	if depth != 1 { // behind the parameters
		return 0
	}
	return n
}

func parseType(p *paramNode) Type {
	base, sym := strings.CutPrefix(p.Base, "Sym")
	t := Type{Base: base, Sym: sym}
	if t.Base == "Int" {
		t.Base = "int"
	}
	open := strings.IndexByte(p.Mods, '[')
	if open < 0 {
		t.Optional = p.Mods != ""
		return t
	}
	t.List = true
	t.OptElem = open > 0
	t.Optional = strings.HasSuffix(p.Mods, "?")
	if end := strings.IndexByte(p.Mods, ']'); end > open+1 {
		t.Size, _ = strconv.Atoi(p.Mods[open+1 : end])
	}
	return t
}

// escaped undoes the escapes of a string in quotes.
var escaped = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\'`, `'`)

func parseDefault(text string, t Type) Value {
	switch {
	case text == "None":
		return nil
	case text == "True":
		return true
	case text == "False":
		return false
	case text == "Mean":
		return int64(1)
	case text == "contiguous_format":
		return nil
	case text[0] == '"' || text[0] == '\'':
		return escaped.Replace(text[1 : len(text)-1])
	case text[0] == '[':
		inner := strings.Trim(text, "[] ")
		list := []Value{}
		if inner == "" {
			return list
		}
		elem := t
		elem.List = false
		for _, e := range strings.Split(inner, ",") {
			list = append(list, parseDefault(strings.TrimSpace(e), elem))
		}
		return list
	}
	var v Value
	if i, err := strconv.ParseInt(text, 10, 64); err == nil && t.Base != "float" {
		v = i
	} else if f, err := strconv.ParseFloat(text, 64); err == nil {
		v = f
	}
	if t.List { // "int[2] stride=1" stands for [1, 1]
		list := make([]Value, max(t.Size, 1))
		for i := range list {
			list[i] = v
		}
		return list
	}
	return v
}

// Script is the type as schemas spell it, "int[]?", with the names of TorchScript: a size is an int.
func (t Type) Script() string {
	text := t.Base
	if text == "SymInt" {
		text = "int"
	}
	if t.OptElem {
		text += "?"
	}
	if t.List {
		text += "[]"
	}
	if t.Optional {
		text += "?"
	}
	return text
}
