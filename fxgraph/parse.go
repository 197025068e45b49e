package fxgraph

import (
	"fmt"
	"strconv"
	"strings"
	"sync"

	"github.com/alecthomas/participle/v2"
	"github.com/alecthomas/participle/v2/lexer"
)

// The grammar of a graph listing (see Graph.String). Strings are printed bare
// there (quoted in the return line), so a word among arguments reads as a string, except None, True, False
// and the names of special floats.
type (
	graphText struct {
		Head  string      `parser:"@'graph' '(' ')' ':'"`
		Lines []*lineText `parser:"@@*"`
	}
	lineText struct {
		Return *valueText `parser:"  'return' @@"`
		Node   *nodeText  `parser:"| @@"`
	}
	nodeText struct {
		Name    string     `parser:"'%' @Word ':'"`
		Type    *pathText  `parser:"@@?"`
		Users   int        `parser:"'[' 'num_users' '=' @Number ']' '='"`
		Op      string     `parser:"@('placeholder' | 'call_function' | 'call_method' | 'call_module' | 'get_attr')"`
		Target  *pathText  `parser:"'[' 'target' '=' @@ ']'"`
		Default *valueText `parser:"( '(' 'default' '=' @@ ')'"`
		Args    *argsText  `parser:"| @@ )?"`
	}
	argsText struct {
		Args   *valueText   `parser:"'(' 'args' '=' @@ ','"`
		Kwargs []*entryText `parser:"'kwargs' '=' '{' ( @@ ( ',' @@ )* )? '}' ')'"`
	}
	entryText struct {
		Key   *valueText `parser:"@@ ':'"`
		Value *valueText `parser:"@@"`
	}
	pathText struct {
		Parts []string `parser:"@Word ( '.' @Word )*"`
	}
	valueText struct {
		Node   *string      `parser:"  '%' @Word"`
		Quoted *string      `parser:"| @Quoted"`
		Number *string      `parser:"| @( '-'? ( Float | Number ) )"`
		Slice  []*valueText `parser:"| 'slice' '(' @@ ',' @@ ',' @@ ')'"`
		Word   *pathText    `parser:"| @@"`
		List   *listText    `parser:"| '[' @@ ']'"`
		Tuple  *listText    `parser:"| '(' @@ ')'"`
		Dict   *dictText    `parser:"| '{' @@ '}'"`
	}
	listText struct {
		Items []*valueText `parser:"( @@ ( ',' @@ )* ','? )?"`
	}
	dictText struct {
		Items []*entryText `parser:"( @@ ( ',' @@ )* )?"`
	}
)

var grammar = sync.OnceValue(func() *participle.Parser[graphText] {
	return participle.MustBuild[graphText](
		participle.Lexer(lexer.MustSimple([]lexer.SimpleRule{
			{Name: "Space", Pattern: `\s+`},
			{Name: "Float", Pattern: `[0-9]+\.[0-9]*(e[-+]?[0-9]+)?|[0-9]+e[-+]?[0-9]+`},
			{Name: "Number", Pattern: `[0-9]+`},
			{Name: "Quoted", Pattern: `'[^'\\]*'|"[^"\\]*"`},
			{Name: "Word", Pattern: `[A-Za-z_][A-Za-z0-9_]*`},
			{Name: "Punctuation", Pattern: `[-%:\[\]=(),.{}]`},
		})),
		participle.Elide("Space"),
		participle.UseLookahead(3),
	)
})

// maxNesting bounds brackets in parsed text.
const maxNesting = 100

// Parse reads a graph listing. Targets of call_function nodes get no Impl.
func Parse(text string) (*Graph, error) {
	depth, deepest := 0, 0
	for _, r := range text {
		switch r {
		case '(', '[', '{':
			depth++
			deepest = max(deepest, depth)
		case ')', ']', '}':
			depth--
		}
	}
	if deepest > maxNesting {
		return nil, fmt.Errorf("parse graph: brackets nested more than %d deep", maxNesting)
	}
	tree, err := grammar().ParseString("", text)
	if err != nil {
		return nil, fmt.Errorf("parse graph: %w", err)
	}
	r := reader{graph: New(), nodes: map[string]*Node{}}
	for _, l := range tree.Lines {
		if err := r.line(l); err != nil {
			return nil, fmt.Errorf("parse graph: %w", err)
		}
	}
	return r.graph, nil
}

type reader struct {
	graph *Graph
	nodes map[string]*Node
}

func (r *reader) line(l *lineText) error {
	if l.Return != nil {
		if r.graph.OutputNode() != nil {
			return fmt.Errorf("two return lines")
		}
		v, err := r.value(l.Return, true)
		if err != nil {
			return err
		}
		r.graph.Create(Output, "output", []any{v}, nil, "output")
		return nil
	}
	n := l.Node
	if r.graph.OutputNode() != nil {
		return fmt.Errorf("node %s behind return", n.Name)
	}
	if r.nodes[n.Name] != nil {
		return fmt.Errorf("node %s defined twice", n.Name)
	}
	var target any = n.Target.String()
	op := Op(n.Op)
	if op == CallFunction {
		parts := n.Target.Parts
		target = &Function{Name: parts[len(parts)-1], Qualified: n.Target.String()}
	}
	var args []any
	var kwargs []KW
	if n.Default != nil {
		v, err := r.value(n.Default, false)
		if err != nil {
			return err
		}
		args = []any{v}
	}
	if n.Args != nil {
		v, err := r.value(n.Args.Args, false)
		if err != nil {
			return err
		}
		t, ok := v.(Tuple)
		if !ok {
			return fmt.Errorf("args of %s are no tuple", n.Name)
		}
		args = t
		for _, e := range n.Args.Kwargs {
			v, err := r.value(e.Value, false)
			if err != nil {
				return err
			}
			if e.Key.Word == nil {
				return fmt.Errorf("keyword of %s is no name", n.Name)
			}
			kwargs = append(kwargs, KW{e.Key.Word.String(), v})
		}
	}
	if op == CallMethod && len(args) == 0 {
		return fmt.Errorf("method call %s has no object", n.Name)
	}
	node := r.graph.Create(op, target, args, kwargs, n.Name)
	if node.Name != n.Name {
		return fmt.Errorf("%s cannot be a node name", n.Name)
	}
	if n.Type != nil {
		node.Type = n.Type.String()
	}
	r.nodes[n.Name] = node
	return nil
}

func (p *pathText) String() string { return strings.Join(p.Parts, ".") }

// value reads an argument; in a return line nodes are written without %.
func (r *reader) value(v *valueText, bare bool) (any, error) {
	switch {
	case v.Node != nil:
		return r.node(*v.Node)
	case v.Quoted != nil:
		return (*v.Quoted)[1 : len(*v.Quoted)-1], nil
	case v.Number != nil:
		text := strings.ReplaceAll(*v.Number, " ", "")
		if i, err := strconv.ParseInt(text, 10, 64); err == nil {
			return i, nil
		}
		f, err := strconv.ParseFloat(text, 64)
		return f, err
	case v.Slice != nil:
		parts, err := r.values(v.Slice, true)
		if err != nil {
			return nil, err
		}
		return Slice{parts[0], parts[1], parts[2]}, nil
	case v.Word != nil:
		word := v.Word.String()
		switch word {
		case "None":
			return nil, nil
		case "True", "False":
			return word == "True", nil
		case "Ellipsis":
			return Ellipsis, nil
		}
		if n := r.nodes[word]; bare && n != nil {
			return n, nil
		}
		return word, nil
	case v.List != nil:
		items, err := r.values(v.List.Items, bare)
		return List(items), err
	case v.Tuple != nil:
		items, err := r.values(v.Tuple.Items, bare)
		return Tuple(items), err
	}
	var d Dict
	for _, e := range v.Dict.Items {
		k, err := r.value(e.Key, bare)
		if err != nil {
			return nil, err
		}
		x, err := r.value(e.Value, bare)
		if err != nil {
			return nil, err
		}
		d = append(d, Item{k, x})
	}
	return d, nil
}

func (r *reader) values(items []*valueText, bare bool) ([]any, error) {
	out := make([]any, len(items))
	for i, e := range items {
		x, err := r.value(e, bare)
		if err != nil {
			return nil, err
		}
		out[i] = x
	}
	return out, nil
}

func (r *reader) node(name string) (*Node, error) {
	if n := r.nodes[name]; n != nil {
		return n, nil
	}
	return nil, fmt.Errorf("%%%s is used before it is defined", name)
}
