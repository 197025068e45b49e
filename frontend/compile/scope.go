package compile

import (
	"strings"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/syntax"
)

// A scope is a block of code that has its own names: a module, class body,
// function, lambda, comprehension, or the function that evaluates annotations.
//
// Comprehensions other than generator expressions are compiled into the code
// around them (PEP 709), but remain scopes here: their variables are separate.
type scope struct {
	kind     scopeKind
	comp     compKind
	parent   *scope
	children []*scope
	inlined  bool // a comprehension compiled into its parent's code
	syms     map[string]*symbol
	order    []string // names of syms, in order of appearance
	params   []string // slots of parameters, in order

	isGenerator bool
	isCoroutine bool        // async def, or a generator expression with await or async for; with yields an asynchronous generator
	yields      bool        // has yield, or is a generator expression
	hasReturn   bool        // return with a value
	returned    *ast.Return // in a coroutine the first one

	// For classes: some function inside refers to __class__ or __classdict__.
	needsClass, needsClassDict bool
	// Some annotated variables of a module or class are noted in the set __conditional_annotations__ when their statement
	// runs: __annotate__ gives no others of them. In a class those in conditional blocks, in a module all.
	needsConditional bool
	conditional      int // blocks around the current statement that may be left out
	// For annotation scopes and what is in them: names are first looked up in
	// the dict of the class body around.
	seesClass bool
	// For annotation scopes: what cannot hold yield and :=, as errors say it.
	what string
	// The scope of type parameters, around a generic function, class or alias.
	typeParams bool

	// frees are the names that this scope's code gets from its closure,
	// including those that it only hands on to scopes inside.
	frees map[string]bool

	annotations *scope       // of a module or class: where its variables' annotations are evaluated
	annotated   []*annotated // those annotations
	staticAttrs []string     // of a class: attributes that its methods assign to self
	className   string       // for mangling of private names: the innermost class around
	iterNames   map[string]bool
	// Where the type parameters of a class live: the only names there that the name of the class mangles.
	mangled map[string]bool
}

type annotated struct {
	name        string // as the key in __annotations__
	node        *syntax.AnnAssign
	conditional bool // is noted in __conditional_annotations__ by its index
}

// conditionalSet is the variable that holds the annotations that have been reached.
const conditionalSet = "__conditional_annotations__"

type scopeKind int

const (
	moduleScope scopeKind = iota
	classScope
	functionScope   // also lambdas and comprehensions
	annotationScope // a function in all respects but error messages
)

type compKind int

const (
	notComp compKind = iota
	listComp
	setComp
	dictComp
	generatorComp
)

// symbol is what a scope does with a name.
type symbol struct {
	bound    bool // assigned, imported, defined, or a parameter
	param    bool
	used     bool
	global   bool // declared global
	nonlocal bool // declared nonlocal
	imported bool
	annot    bool
	cell     bool     // bound here and needed by a function inside
	declared ast.Stmt // the first global or nonlocal statement
}

// binding is how code reaches a name.
type binding int

const (
	bindLocal binding = iota
	bindCell
	bindFree
	bindGlobalExplicit
	bindGlobalImplicit
)

// lookup resolves a mangled name in s.
func (s *scope) lookup(name string) binding {
	sym := s.syms[name]
	switch {
	case sym == nil:
		if s.frees[name] {
			return bindFree
		}
		return bindGlobalImplicit
	case sym.global:
		return bindGlobalExplicit
	case sym.bound && !sym.nonlocal:
		if sym.cell {
			return bindCell
		}
		return bindLocal
	case s.frees[name]:
		return bindFree
	}
	return bindGlobalImplicit
}

func (s *scope) isFunction() bool { return s.kind == functionScope || s.kind == annotationScope }

func (s *scope) symbol(name string) *symbol {
	sym := s.syms[name]
	if sym == nil {
		sym = &symbol{}
		s.syms[name] = sym
		s.order = append(s.order, name)
	}
	return sym
}

// mangle gives a private name in s its long form.
func (s *scope) mangle(name string) string {
	if s.mangled != nil && !s.mangled[name] {
		return name
	}
	return mangle(s.className, name)
}

// mangle gives a private name of a class its long form: __x in class A is _A__x.
func mangle(class, name string) string {
	if class == "" || !strings.HasPrefix(name, "__") || strings.HasSuffix(name, "__") || strings.Contains(name, ".") {
		return name
	}
	class = strings.TrimLeft(class, "_")
	if class == "" {
		return name
	}
	return "_" + class + name
}

// scopeKey identifies the scopes of a node; a function definition has a second
// one for its annotations.
type scopeKey struct {
	node        ast.Ast
	annotations bool
}

// resolve connects the uses of names with the scopes that bind them, in s and
// the scopes inside.
func (b *scopeBuilder) resolve(s *scope) {
	for _, child := range s.children {
		b.resolve(child)
	}
	// What an inlined comprehension uses from outside, its host uses.
	if s.inlined && s.parent.kind != classScope {
		for _, name := range s.order {
			if sym := s.syms[name]; !sym.bound || sym.nonlocal || sym.global {
				if !sym.global {
					s.parent.symbol(name).used = true
				}
			}
		}
	}
}

// bindFrees finds, for every name that s uses but does not bind, the function
// around that binds it.
func (b *scopeBuilder) bindFrees(s *scope) {
	for _, name := range s.order {
		sym := s.syms[name]
		if sym.global || sym.bound && !sym.nonlocal {
			continue
		}
		b.bindFree(s, name)
	}
	for _, child := range s.children {
		b.bindFrees(child)
	}
}

func (b *scopeBuilder) bindFree(s *scope, name string) {
	if name == "__class__" && s.inClassBody() {
		return
	}
	crossed := []*scope{}
	from := s
	seesClass := s.seesClass // no function lies between s and the class body around
	for p := s.parent; p != nil; from, p = p, p.parent {
		seesClass = seesClass && from.seesClass
		if !from.inlined {
			crossed = append(crossed, from)
		} else if from.parent.kind == classScope {
			crossed = append(crossed, from) // resolved in its own scope, see lookup
		}
		found := false
		switch p.kind {
		case classScope:
			if seesClass && name != "__classdict__" {
				switch sym := p.syms[name]; {
				case sym == nil || sym.nonlocal:
				case sym.global:
					s.syms[name].global = true
					return
				case sym.bound:
					return // looked up in the class body, and then as a global name
				}
			}
			if name == "__class__" && p.needsClass || name == "__classdict__" && p.needsClassDict || name == conditionalSet && p.needsConditional {
				found = true
			}
		case functionScope, annotationScope:
			sym := p.syms[name]
			if sym != nil && sym.global {
				return
			}
			if sym != nil && sym.bound && !sym.nonlocal {
				if len(crossed) == 0 {
					return // an inlined comprehension that uses a local of its host
				}
				sym.cell = true
				found = true
			}
		case moduleScope:
			return
		}
		if found {
			for _, c := range crossed {
				if c.frees == nil {
					c.frees = map[string]bool{}
				}
				c.frees[name] = true
			}
			return
		}
	}
}

// inClassBody tells whether s is a comprehension compiled into a class body. There __class__ is a global name: the cell is
// empty until the class is made, so only functions get it.
func (s *scope) inClassBody() bool {
	for ; s.inlined; s = s.parent {
		if s.parent.kind == classScope {
			return true
		}
	}
	return false
}

// inEnclosingFunction finds the function around s that binds name, for nonlocal
// declarations; nil if there is none.
func (s *scope) inEnclosingFunction(name string) *scope {
	for p := s.parent; p != nil; p = p.parent {
		if p.kind == classScope && name == "__class__" {
			return p
		}
		if !p.isFunction() {
			continue
		}
		if sym := p.syms[name]; sym != nil {
			if sym.global {
				return nil
			}
			if sym.bound && !sym.nonlocal {
				return p
			}
		}
	}
	return nil
}
