package vm

import (
	"fmt"
	"math/rand"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/magneto-go/magneto/vm/object"
)

// FuzzAgainstGpython compares the virtual machine with gpython's on random programs. The bytes of the fuzzer are the
// choices of the generator, so that it learns which lead to new code of ours.
func FuzzAgainstGpython(f *testing.F) {
	th := object.NewThread()
	for seed := range 20 {
		f.Add(randomChoices(int64(seed)))
	}
	f.Fuzz(func(t *testing.T, choices []byte) { compareWithGpython(th, t, generate(choices)) })
}

// TestAgainstGpython is a sample of what the fuzz target does.
func TestAgainstGpython(t *testing.T) {
	th := object.NewThread()
	for seed := range 300 {
		compareWithGpython(th, t, generate(randomChoices(int64(1000+seed))))
	}
}

func randomChoices(seed int64) []byte {
	choices := make([]byte, 400)
	rand.New(rand.NewSource(seed)).Read(choices)
	return choices
}

func compareWithGpython(th *object.Thread, t *testing.T, program string) {
	t.Helper()
	want, err := runGpython(program)
	if err != nil {
		return // a fault of gpython's own
	}
	want = strings.ReplaceAll(want, "UnboundLocalError", "NameError")
	got, err := runOurs(th, program)
	got = strings.ReplaceAll(got, "UnboundLocalError", "NameError")
	if err != nil {
		t.Fatalf("%v\n%s", err, program)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("-gpython +magneto:\n%s\n%s", diff, program)
	}
}

// A generator writes programs in what Python 3.4 and 3.14 have in common. Every choice is a byte; without further bytes
// it takes the first alternative, which ends soon. Programs end: loops run over short sequences, functions call only
// those before them, and not in loops.
//
// It keeps away from what gpython 0.2.0 has wrong or lacks:
//   - dictionaries have string keys only, no order and no views; they are looked into, never printed
//   - no float, bytes, set or complex formatting, no str methods but those below, no % formatting
//   - no del of names, no nonlocal in nested classes, no star expressions, no keyword-only parameters
//   - no finally around return, break and continue, no exception chaining, no raise of an instance with attributes
//   - a list made of a tuple shares its memory: list(t) is only printed
//   - bool is no subclass of int, and has no abs; classes have no __call__ and no operators; other special
//     methods are not inherited, and what __len__ gives is not checked
//   - the comma of a tuple of one item is not written: tuples are printed as lists
//   - an unbound local may be a NameError, not its subclass
//   - messages of exceptions, which differ by version: only their classes are printed
type generator struct {
	choices []byte
	out     strings.Builder
	indent  int
	depth   int // of statements
	nested  int // of expressions
	names   int
	vars    map[kind][]string
	loop    int      // loops around the statement
	funcs   []string // of one int parameter, returning an int
	classes []string // with an attribute n and methods get and add
	special []string // uses of special methods of classes, with a place for the argument of the class
	inFunc  bool
}

type kind int

const (
	integer kind = iota
	boolean
	text
	list  // of integers
	tuple // of integers
	dict  // of strings to integers
)

func generate(choices []byte) string {
	g := &generator{choices: choices, vars: map[kind][]string{}}
	for range 4 + g.pick(8) {
		g.guarded()
	}
	for k := integer; k <= tuple; k++ {
		for _, v := range g.vars[k] {
			g.line("print(%q, %s)", v, shown(k, v))
		}
	}
	return g.out.String()
}

// guarded writes a statement whose exceptions do not end the program.
func (g *generator) guarded() {
	before := g.out.Len()
	g.indent++
	g.statement()
	g.indent--
	text := g.out.String()
	g.out.Reset()
	g.out.WriteString(text[:before])
	if word := strings.TrimLeft(text[before:], " "); strings.HasPrefix(word, "def") || strings.HasPrefix(word, "class") {
		for line := range strings.Lines(text[before:]) {
			g.out.WriteString(line[4:])
		}
		return
	}
	g.line("try:")
	g.out.WriteString(text[before:])
	for _, class := range []string{"IndexError", "KeyError", "ZeroDivisionError", "ValueError", "AssertionError", "NameError", "TypeError"} {
		g.line("except %s: print(%q)", class, class)
	}
}

// shown is an expression as an argument of print.
func shown(k kind, expr string) string {
	if k == tuple {
		return "list(" + expr + ")"
	}
	return expr
}

// pick chooses a number below n.
func (g *generator) pick(n int) int {
	if len(g.choices) == 0 {
		return 0
	}
	c := int(g.choices[0])
	g.choices = g.choices[1:]
	return c % n
}

func (g *generator) choose(words ...string) string { return words[g.pick(len(words))] }

func (g *generator) line(format string, args ...any) {
	g.out.WriteString(strings.Repeat("    ", g.indent))
	fmt.Fprintf(&g.out, format+"\n", args...)
}

func (g *generator) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// block writes statements one level deeper; names bound in it may be unbound behind it and are forgotten.
func (g *generator) block(n int) {
	saved := map[kind][]string{}
	for k, v := range g.vars {
		saved[k] = v[:len(v):len(v)]
	}
	funcs, classes := g.funcs[:len(g.funcs):len(g.funcs)], g.classes[:len(g.classes):len(g.classes)]
	g.indent++
	g.depth++
	for range 1 + g.pick(n) {
		g.statement()
	}
	g.depth--
	g.indent--
	g.vars, g.funcs, g.classes = saved, funcs, classes
}

func (g *generator) statement() {
	if g.depth > 3 {
		g.assign()
		return
	}
	switch g.pick(18) {
	default:
		g.assign()
	case 14:
		g.with()
	case 15:
		g.recursion()
	case 1:
		a, b := kind(g.pick(5)), kind(g.pick(5))
		g.line("print(%s, %s)", shown(a, g.expr(a)), shown(b, g.expr(b)))
	case 2:
		g.line("if %s:", g.expr(boolean))
		g.block(3)
		if g.pick(2) == 1 {
			g.line("elif %s:", g.expr(boolean))
			g.block(2)
		}
		if g.pick(2) == 1 {
			g.line("else:")
			g.block(2)
		}
	case 3:
		g.forLoop()
	case 4:
		g.whileLoop()
	case 5:
		g.function()
	case 6:
		g.class()
	case 7:
		g.try()
	case 8:
		g.change()
	case 9:
		g.generator()
	case 10:
		a, b := g.name("a"), g.name("b")
		g.line("%s, %s = %s, %s", a, b, g.expr(integer), g.expr(integer))
		g.bind(integer, a)
		g.bind(integer, b)
	case 11:
		g.closure()
	case 12:
		if g.loop > 0 && g.depth > 0 {
			g.line("if %s: %s", g.expr(boolean), g.choose("break", "continue"))
			return
		}
		g.line("assert %s", g.expr(boolean))
	case 13:
		if len(g.vars[list]) > 0 {
			g.line("del %s[%s]", g.choose(g.vars[list]...), g.index())
			return
		}
		g.assign()
	}
}

func (g *generator) bind(k kind, name string) { g.vars[k] = append(g.vars[k], name) }

func (g *generator) assign() {
	k := kind(g.pick(6))
	value := g.expr(k)
	if old := g.vars[k]; len(old) > 0 && g.pick(3) == 1 {
		if k == text || k == list || k == tuple {
			value = g.literal(k) // else loops could double it over and over
		}
		g.line("%s = %s", g.choose(old...), value)
		return
	}
	name := g.name(string("ibslto"[k]))
	g.line("%s = %s", name, value)
	g.bind(k, name)
}

// change changes a variable in place.
func (g *generator) change() {
	switch k := kind(g.pick(6)); {
	case len(g.vars[k]) == 0:
		g.assign()
	case k == integer:
		g.line("%s %s= %s", g.choose(g.vars[k]...), g.choose("+", "-", "^", "|", "&"), g.expr(integer))
	case k == text:
		g.line("%s += %s", g.choose(g.vars[k]...), g.literal(text))
	case k == list:
		v := g.choose(g.vars[k]...)
		switch g.pick(4) {
		case 0:
			g.line("%s.append(%s)", v, g.expr(integer))
		case 1:
			g.line("%s[%s] = %s", v, g.index(), g.expr(integer))
		case 2:
			g.line("%s += [%s]", v, g.expr(integer))
		case 3:
			g.line("%s = sorted(%s)", v, v)
		}
	case k == dict:
		g.line("%s[%s] = %s", g.choose(g.vars[k]...), g.literal(text), g.expr(integer))
	default:
		g.assign()
	}
}

func (g *generator) forLoop() {
	v := g.name("i")
	switch g.pick(3) {
	case 0:
		g.line("for %s in range(%d):", v, 1+g.pick(4))
	case 1:
		g.line("for %s in %s:", v, g.literal(list))
	case 2:
		g.line("for %s, %s_ in enumerate(%s):", v, v, g.literal(tuple))
	}
	g.vars[integer] = append(g.vars[integer], v)
	g.loop++
	g.block(3)
	g.loop--
	if g.pick(4) == 1 {
		g.line("else:")
		g.block(2)
	}
	g.vars[integer] = g.vars[integer][:len(g.vars[integer])-1]
}

func (g *generator) whileLoop() {
	v := g.name("w")
	g.line("%s = %d", v, 1+g.pick(3))
	g.line("while %s > 0:", v)
	g.indent++
	g.line("%s -= 1", v)
	g.indent--
	g.loop++
	g.block(3)
	g.loop--
}

// inner writes the body of a function that returns an integer. What is bound outside is not changed in it.
func (g *generator) inner(parameters ...string) {
	vars, loop, inFunc := g.vars, g.loop, g.inFunc
	g.vars, g.loop, g.inFunc = map[kind][]string{integer: parameters}, 0, true
	g.block(3)
	g.indent++
	g.line("return %s", g.expr(integer))
	g.indent--
	g.vars, g.loop, g.inFunc = vars, loop, inFunc
}

func (g *generator) function() {
	if g.depth > 1 {
		g.assign()
		return
	}
	name := g.name("f")
	switch g.pick(3) {
	case 0:
		g.line("def %s(x):", name)
		g.inner("x")
	case 1:
		g.line("def %s(x, y=%s):", name, g.literal(integer))
		g.inner("x", "y")
	case 2:
		g.line("def %s(x, *rest):", name)
		g.indent++
		g.line("n = len(rest)")
		g.indent--
		g.inner("x", "n")
	}
	g.funcs = append(g.funcs, name)
}

func (g *generator) closure() {
	if g.depth > 1 {
		g.assign()
		return
	}
	outer, inner := g.name("make"), g.name("f")
	g.line("def %s(start):", outer)
	g.indent++
	g.line("total = start")
	g.line("def step(x):")
	g.indent++
	g.line("nonlocal total")
	g.line("total = total + x * %s", g.literal(integer))
	g.line("return total")
	g.indent--
	g.line("return step")
	g.indent--
	g.line("%s = %s(%s)", inner, outer, g.literal(integer))
	g.funcs = append(g.funcs, inner)
}

func (g *generator) class() {
	if g.depth > 0 {
		g.assign()
		return
	}
	name := g.name("C")
	base := ""
	if len(g.classes) > 0 && g.pick(2) == 1 {
		base = "(" + g.choose(g.classes...) + ")"
	}
	g.line("class %s%s:", name, base)
	g.indent++
	g.line("shared = %s", g.literal(integer))
	if base == "" || g.pick(2) == 1 {
		g.line("def __init__(self, n):")
		g.indent++
		g.line("self.n = n + %s", g.literal(integer))
		g.indent--
	}
	special := ""
	switch g.pick(3) {
	case 1:
		g.line("def __len__(self): return %d", g.pick(4))
		special = "len(" + name + "(%s))"
	case 2:
		special = name + "(%s)[2]"
		g.line("def __getitem__(self, i): return self.n %s i", g.choose("+", "-", "*"))
	}
	g.line("def get(self):")
	g.indent++
	g.line("return self.n %s self.shared", g.choose("+", "-", "*", "^"))
	g.indent--
	g.line("def add(self, x):")
	g.inner("x")
	g.indent--
	g.classes = append(g.classes, name)
	if special != "" {
		g.special = append(g.special, special)
	}
}

// with writes a context manager that may swallow exceptions, and its use.
func (g *generator) with() {
	if g.depth > 1 {
		g.assign()
		return
	}
	name, v := g.name("M"), g.name("i")
	g.line("class %s:", name)
	g.indent++
	g.line("def __enter__(self):")
	g.indent++
	g.line("print('enter')")
	g.line("return %s", g.literal(integer))
	g.indent--
	g.line("def __exit__(self, t, e, tb):")
	g.indent++
	g.line("print('exit', t is None)")
	g.line("return %s", g.literal(boolean))
	g.indent -= 2
	g.line("with %s() as %s:", name, v)
	g.bind(integer, v)
	g.block(3)
}

// recursion writes a function that calls itself a few times.
func (g *generator) recursion() {
	if g.depth > 0 {
		g.assign()
		return
	}
	name := g.name("r")
	g.line("def %s(x, depth=%d):", name, g.pick(5))
	g.indent++
	g.line("if depth <= 0: return %s", g.literal(integer))
	g.line("return %s(x %s %s, depth - 1) %s x", name, g.choose("+", "-", "^"), g.literal(integer), g.choose("+", "-", "|"))
	g.indent--
	g.funcs = append(g.funcs, name)
}

func (g *generator) generator() {
	if g.depth > 1 {
		g.assign()
		return
	}
	name := g.name("gen")
	g.line("def %s(n):", name)
	g.indent++
	g.line("for k in range(n):")
	g.indent++
	g.line("if k == %s: continue", g.literal(integer))
	g.line("yield k * %s", g.literal(integer))
	g.indent -= 2
	v := g.name("l")
	g.line("%s = [e for e in %s(%d)]", v, name, 1+g.pick(5))
	g.bind(list, v)
}

func (g *generator) try() {
	g.line("try:")
	g.block(3)
	if g.pick(2) == 1 {
		g.indent++
		g.line("raise %s", g.choose("ValueError", "KeyError", "TypeError('x')", "IndexError(1)"))
		g.indent--
	}
	g.line("except %s:", g.choose("Exception", "ValueError", "(KeyError, IndexError)", "ZeroDivisionError"))
	g.indent++
	g.line("print('handled')")
	g.indent--
	if g.pick(3) == 1 {
		g.line("else:")
		g.indent++
		g.line("print('none')")
		g.indent--
	}
	if g.pick(3) == 1 {
		g.line("finally:")
		g.indent++
		g.line("print('finally')")
		g.indent--
	}
}

// index writes an index: gpython has another error for those beyond a machine word.
func (g *generator) index() string { return g.choose("0", "1", "-1", "2", "-2", "5") }

// literal writes a constant.
func (g *generator) literal(k kind) string {
	switch k {
	case integer:
		return g.choose("1", "0", "2", "3", "-1", "7", "10", "255", "123456789012345678901")
	case boolean:
		return g.choose("True", "False")
	case text:
		return g.choose("'a'", "''", "'bc'", "'a b c'", "'x'")
	case list, tuple:
		items := make([]string, g.pick(4))
		for i := range items {
			items[i] = g.literal(integer)
		}
		if k == list {
			return "[" + strings.Join(items, ", ") + "]"
		}
		if len(items) == 1 {
			return "(" + items[0] + ",)"
		}
		return "(" + strings.Join(items, ", ") + ")"
	}
	return "{" + g.literal(text) + ": " + g.literal(integer) + "}"
}

// expr writes an expression of a kind.
func (g *generator) expr(k kind) string {
	g.nested++
	defer func() { g.nested-- }()
	if vars := g.vars[k]; len(vars) > 0 && g.pick(3) != 0 {
		return g.choose(vars...)
	}
	if g.nested > 3 {
		return g.literal(k)
	}
	switch k {
	case integer:
		return g.integer()
	case boolean:
		switch g.pick(9) {
		case 7:
			return fmt.Sprintf("isinstance(%s, %s)", g.expr(text+kind(g.pick(3))), g.choose("int", "str", "list", "(str, tuple)"))
		case 8:
			return fmt.Sprintf("(%s %s %s)", g.expr(text), g.choose("==", "!=", "<", ">="), g.expr(text))
		case 1:
			return fmt.Sprintf("(%s %s %s)", g.expr(integer), g.choose("<", "<=", "==", "!=", ">", ">="), g.expr(integer))
		case 2:
			return fmt.Sprintf("(%s %s %s)", g.expr(boolean), g.choose("and", "or"), g.expr(boolean))
		case 3:
			return "(not " + g.expr(kind(g.pick(5))) + ")"
		case 4:
			return fmt.Sprintf("(%s in %s)", g.expr(integer), g.expr(list))
		case 5:
			return fmt.Sprintf("(%s < %s <= %s)", g.expr(integer), g.expr(integer), g.expr(integer))
		case 6:
			return fmt.Sprintf("(%s == %s)", g.expr(list), g.expr(list))
		}
	case text:
		switch g.pick(5) {
		case 1:
			return fmt.Sprintf("(%s + %s)", g.expr(text), g.expr(text))
		case 2:
			return fmt.Sprintf("(%s * %d)", g.expr(text), g.pick(4))
		case 3:
			return "str(" + g.expr(integer) + ")"
		case 4:
			return fmt.Sprintf("%s[%s]", g.expr(text), g.index())
		}
	case list:
		switch g.pick(8) {
		case 5:
			return fmt.Sprintf("%s[%s:%s]", g.expr(list), g.choose("", "1", "-1", "0"), g.choose("", "2", "-1", "9"))
		case 6:
			return fmt.Sprintf("[u + v for u, v in zip(%s, %s)]", g.expr(list), g.expr(list))
		case 7:
			return fmt.Sprintf("[u * %s for u in range(%d) for v in range(%d) if v < u]", g.literal(integer), g.pick(4), g.pick(4))
		case 1:
			return fmt.Sprintf("(%s + %s)", g.expr(list), g.expr(list))
		case 2:
			return fmt.Sprintf("[q %s %s for q in %s if q %s %s]", g.choose("+", "-", "*"), g.literal(integer), g.expr(list), g.choose("<", ">"), g.literal(integer))
		case 3:
			return "sorted(" + g.expr(list) + ")"
		case 4:
			return fmt.Sprintf("[%s, %s]", g.expr(integer), g.expr(integer))
		}
	case tuple:
		switch g.pick(3) {
		case 1:
			return fmt.Sprintf("(%s + %s)", g.expr(tuple), g.expr(tuple))
		case 2:
			return fmt.Sprintf("(%s, %s)", g.expr(integer), g.expr(integer))
		}
	}
	return g.literal(k)
}

func (g *generator) integer() string {
	switch g.pick(18) {
	case 14:
		return fmt.Sprintf("%s(%s, %s)", g.choose("min", "max"), g.expr(integer), g.expr(integer))
	case 15:
		return "abs(" + g.expr(integer) + ")"
	case 16:
		if len(g.special) > 0 && g.loop == 0 && !g.inFunc {
			return fmt.Sprintf(g.choose(g.special...), g.expr(integer))
		}
	case 17:
		if len(g.funcs) > 0 && g.loop == 0 && !g.inFunc {
			return fmt.Sprintf(g.choose("%s(x=%s)", "%s(*[%s])", "%s(**{'x': %s})"), g.choose(g.funcs...), g.expr(integer))
		}
	case 1:
		return fmt.Sprintf("(%s %s %s)", g.expr(integer), g.choose("+", "-", "|", "&", "^"), g.expr(integer))
	case 2:
		return fmt.Sprintf("(%s * %s)", g.expr(integer), g.literal(integer))
	case 3:
		return fmt.Sprintf("(%s %s %s)", g.expr(integer), g.choose("//", "%"), g.expr(integer))
	case 4:
		return fmt.Sprintf("(%s %s %d)", g.expr(integer), g.choose("<<", ">>"), g.pick(40))
	case 5:
		return fmt.Sprintf("(%s%s)", g.choose("-", "+", "~"), g.expr(integer))
	case 6:
		return fmt.Sprintf("(%s if %s else %s)", g.expr(integer), g.expr(boolean), g.expr(integer))
	case 7:
		return "len(" + g.expr(kind(2+g.pick(3))) + ")"
	case 8:
		return fmt.Sprintf("%s[%s]", g.expr(list), g.index())
	case 9:
		return "sum(" + g.expr(list) + ")"
	case 10:
		if len(g.vars[dict]) > 0 {
			return fmt.Sprintf("%s[%s]", g.choose(g.vars[dict]...), g.literal(text))
		}
	case 11:
		if len(g.funcs) > 0 && g.loop == 0 && !g.inFunc {
			return fmt.Sprintf("%s(%s)", g.choose(g.funcs...), g.expr(integer))
		}
	case 12:
		if len(g.classes) > 0 && g.loop == 0 && !g.inFunc {
			return fmt.Sprintf("%s(%s).%s", g.choose(g.classes...), g.expr(integer), g.choose("get()", "n", "add(2)", "shared", "add(x=3)"))
		}
	case 13:
		return fmt.Sprintf("(lambda p: p %s %s)(%s)", g.choose("+", "-", "*"), g.literal(integer), g.expr(integer))
	}
	return g.literal(integer)
}
