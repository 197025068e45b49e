// Package variables holds what the tracer knows of values: a Tracker for every
// value that the symbolic executor meets, the builder that wraps values of the
// frame and puts guards on them, and the meaning of every operation on
// trackers (attributes, items, calls, arithmetic, iteration).
//
// Python semantics are not written twice. A container that tracing works on is
// a real container of the virtual machine, a shadow, whose items are constants
// or proxies; a proxy is an object that stands for another tracker. So a
// native method such as dict.setdefault or sorted runs as it is, and where it
// needs more than identity from an item the proxy's slots lead back here.
// Containers of the caller are copied into shadows on first touch, so nothing
// that tracing does is visible outside until the side effects are replayed.
//
// The package does not know how bytecode is executed: it calls the Inliner.
//
// It is a part of this module; package magneto is for use from outside.
package variables

import (
	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/guards"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/vm/object"
)

// Tracker stands for one value during tracing.
type Tracker interface {
	// Source is where the value comes from, nil if tracing made it.
	Source() *guards.Source
	// Kind is the tracker's name in logs: "TensorVariable".
	Kind() string
}

// KW is a keyword argument.
type KW struct {
	Name  string
	Value Tracker
}

type sourced struct{ src *guards.Source }

func (s *sourced) Source() *guards.Source { return s.src }

// Constant is an immutable value known to the tracer.
type Constant struct {
	sourced
	V object.Value
}

// Lazy is a value of the frame that nothing has looked at yet.
type Lazy struct {
	sourced
	V    object.Value
	real Tracker
}

// Computed is arithmetic on lazy constants whose result nothing has looked at.
type Computed struct {
	sourced
	Op   object.Op
	A, B Tracker
	V    object.Value
	real Tracker
}

// Tensor is a value of the graph.
type Tensor struct {
	sourced
	Node *fxgraph.Node
	Fake *ops.Fake
	Type *object.Type
	Real object.Value // the caller's tensor, for inputs
	Same *Tensor      // the tensor that an operator in place changed and gave, nil for others
	Attrs
}

// SymInt is an int that is an expression of symbolic sizes. Node is nil until
// the graph needs it.
type SymInt struct {
	sourced
	Expr symbolic.Int
	Node *fxgraph.Node
	same *SymInt // the number whose identity it has, nil for its own
}

// SymBool is a comparison of symbolic ints.
type SymBool struct {
	sourced
	Expr symbolic.Bool
	Node *fxgraph.Node
}

// SymFloat is a float that is computed in the graph.
type SymFloat struct {
	sourced
	Node *fxgraph.Node
	Hint float64
	Has  bool           // Hint is known
	Deps []Tracker      // the symbolic numbers that it was computed from
	Expr *symbolic.Expr // what it is of symbols, nil where it depends on data
	out  *fxgraph.Node  // the tensor of it that the graph returns, nil before
}

// Container is a list, dict, set, tuple, iterator, exception or another object
// of the virtual machine whose state tracing works on directly. V is the
// shadow, Orig the caller's object or absent.
type Container struct {
	sourced
	V, Orig object.Value
	before  snapshot
	keys    bool           // the guard on all keys is in place
	counted *guards.Guard  // the guard on all keys in any order, nil before
	removed []object.Value // keys of a caller's dict that tracing has deleted
	wrapped bool
	// iterator marks a caller's iterator that tracing can step; place is where it stood.
	iterator bool
	place    int
	born     int            // see Trace.Watch
	attrsOf  attributed     // whose __dict__ it is, nil for others
	Args     []Tracker      // of the class, for a list of a class of the program made by tracing
	From     *guards.Source // where the new code reads the sizes of a caller's tensor, nil for others
	Attrs
}

// Function is a function written in Python. The Closure of a function that
// tracing made holds shadow cells.
type Function struct {
	sourced
	Fn     *object.Function
	New    bool
	within *body // of a higher-order operator, that has made it
	Attrs
}

// Method is a function bound to its first argument.
type Method struct {
	sourced
	Self, Func Tracker
}

// Attribute is a method of a built-in kind of value, not called yet.
type Attribute struct {
	sourced
	Obj  Tracker
	Name string
	With bool // read by a with statement
}

// Class is a type.
type Class struct {
	sourced
	T *object.Type
	Attrs
}

// Builtin is a function written in Go; torch operators carry their packet in Tag.
type Builtin struct {
	sourced
	Fn object.Value
}

// PyModule is an imported module.
type PyModule struct {
	sourced
	M *object.Module
}

// Object is an instance of a class: of the caller (V is that object) or made by
// tracing (New; V is a bare instance that only gives identity).
type Object struct {
	sourced
	V      object.Value
	T      *object.Type
	New    bool
	Args   []Tracker       // of __new__, for objects made by tracing
	within *body           // of a higher-order operator, that has made it
	named  map[string]bool // the tables of a module's members that were read by their names before any of them by __dict__
	Attrs
}

// Super is what super() returns.
type Super struct {
	sourced
	After *object.Type
	Start *object.Type
	Obj   Tracker
}

// Cell is a closure cell as a value of its own.
type Cell struct {
	sourced
	C *object.Cell
}

// Null is CPython's NULL on the operand stack.
type Null struct{ sourced }

// Generator is a running generator of a function that is being inlined.
type Generator struct {
	sourced
	State Resumable
	Fn    *Function
	Done  bool
}

// Resumable is the suspended frame of a generator.
type Resumable interface {
	// Resume runs to the next yield. Done is true when the function returned, with its value.
	Resume(th *object.Thread, send Tracker, raise error) (value Tracker, done bool, err error)
	// Started tells whether the frame has run up to a yield.
	Started() bool
	// Executing tells whether the generator is at work, so that it cannot be resumed.
	Executing() bool
}

// Context is a context manager that the graph knows how to enter and leave:
// torch.no_grad and its relatives.
type Context struct {
	sourced
	Class object.Value // to make it again after a graph break
	Args  []Tracker
	Value Tracker // what entering it gives; nil for None
	Acts  bool    // when it is made: a decorator undoes that
	Enter func(*object.Thread) error
	Exit  func(*object.Thread) error
	// Ignored is the class of a profiler, whose place a context manager that does nothing takes; nil for others.
	Ignored *object.Type
	// Traced is the break of a context manager that has a meaning while tracing only, so that none of it may leave the graph; nil for others.
	Traced *Unsupported
}

// ContextExit is the bound __exit__ of a Context on the operand stack.
type ContextExit struct {
	sourced
	Context *Context
}

// Kind names of the trackers, as the logs show them.
func (*Constant) Kind() string    { return "ConstantVariable" }
func (*Lazy) Kind() string        { return "LazyVariableTracker" }
func (*Computed) Kind() string    { return "ComputedLazyConstantVariable" }
func (*Tensor) Kind() string      { return "TensorVariable" }
func (*SymInt) Kind() string      { return "SymNodeVariable" }
func (*SymBool) Kind() string     { return "SymNodeVariable" }
func (*SymFloat) Kind() string    { return "SymNodeVariable" }
func (*Method) Kind() string      { return "UserMethodVariable" }
func (*Attribute) Kind() string   { return "GetAttrVariable" }
func (*Class) Kind() string       { return "UserDefinedClassVariable" }
func (*Builtin) Kind() string     { return "BuiltinVariable" }
func (*PyModule) Kind() string    { return "PythonModuleVariable" }
func (*Super) Kind() string       { return "SuperVariable" }
func (*Null) Kind() string        { return "NullVariable" }
func (*Cell) Kind() string        { return "CellVariable" }
func (*Generator) Kind() string   { return "LocalGeneratorObjectVariable" }
func (*ContextExit) Kind() string { return "WithExitFunctionVariable" }

// Kind tells functions of the caller from those that tracing made.
func (f *Function) Kind() string {
	if f.New {
		return "NestedUserFunctionVariable"
	}
	return "UserFunctionVariable"
}

// InstanceOf is the object whose __dict__ the container is, nil for other containers.
func (c *Container) InstanceOf() Tracker {
	if c.attrsOf == nil {
		return nil
	}
	return c.attrsOf
}

// Attrs are attribute stores that tracing holds back until the graph has run.
type Attrs struct {
	values map[string]Tracker // nil value: deleted
	order  []string
	dict   *Container // the __dict__, once something has looked at it
}

// Pending is the held-back value of an attribute; deleted is told by a nil tracker.
func (a *Attrs) Pending(name string) (Tracker, bool) {
	t, ok := a.values[name]
	return t, ok
}

// Names lists the attributes with held-back stores, in order of first store.
func (a *Attrs) Names() []string { return a.order }

func (a *Attrs) hold(name string, t Tracker) {
	if a.values == nil {
		a.values = map[string]Tracker{}
	}
	if _, known := a.values[name]; !known {
		a.order = append(a.order, name)
	}
	a.values[name] = t
}
