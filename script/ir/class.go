package ir

import "fmt"

// Class is a class, a module type, an enum or an interface: what its values have.
type Class struct {
	Type   *Type
	Module bool
	// Native says that its objects are values of Python, which scripts only hand on.
	Native bool
	// Attrs are the attributes in the order of their slots.
	Attrs []Attr
	// Constants are attributes that are compiled in.
	Constants map[string]Constant
	Methods   []*Function
	Statics   []*Function
	// PreHooks and Hooks are called around forward of a module.
	PreHooks, Hooks []*Function
	// Properties map a name to the methods that get and set it.
	Properties map[string]Property
	// Enumerators are the names and values of an enum, whose type is Values.
	Enumerators []Enumerator
	Values      *Type
	// Unsupported are the names that the body of a class assigns to, which scripts do not see.
	Unsupported map[string]bool
	// Signatures are the methods that an interface asks for.
	Signatures []*Schema
	// Source is what made the class; only who made it looks at it.
	Source any
}

// Attr is an attribute of a class.
type Attr struct {
	Name   string
	Type   *Type
	Param  bool
	Buffer bool
}

// Property is a computed attribute.
type Property struct{ Get, Set string }

// Enumerator is a member of an enum.
type Enumerator struct {
	Name  string
	Value Constant
}

// NewClass makes a class type.
func NewClass(name string, module bool) *Type {
	t := &Type{Kind: ClassKind, Name: name}
	t.Class = &Class{Type: t, Module: module, Constants: map[string]Constant{}, Properties: map[string]Property{}}
	return t
}

// nativeClasses are the classes of objects that are not written in scripts, by their qualified names: the weights that operators of quantised tensors take.
var nativeClasses = func() map[string]*Type {
	classes := map[string]*Type{}
	for _, name := range []string{"quantized.LinearPackedParamsBase", "quantized.Conv2dPackedParamsBase", "quantized.Conv3dPackedParamsBase", "quantized.EmbeddingPackedParamsBase", "rnn.CellParamsBase"} {
		t := NewClass("__torch__.torch.classes."+name, false)
		t.Class.Native = true
		classes[t.Name] = t
	}
	return classes
}()

// NativeClass is a class of objects that are not written in scripts, nil for an unknown one.
func NativeClass(name string) *Type { return nativeClasses[name] }

// NewEnum makes the type of an enum, whose members are of one type.
func NewEnum(name string, values *Type, members []Enumerator) *Type {
	t := &Type{Kind: EnumKind, Name: name}
	t.Class = &Class{Type: t, Enumerators: members, Values: values}
	return t
}

// NewInterface makes an interface type.
func NewInterface(name string, module bool, methods []*Schema) *Type {
	t := &Type{Kind: InterfaceKind, Name: name}
	t.Class = &Class{Type: t, Module: module, Signatures: methods}
	return t
}

// Attr finds an attribute; its index is -1 without one.
func (c *Class) Attr(name string) int {
	for i := range c.Attrs {
		if c.Attrs[i].Name == name {
			return i
		}
	}
	return -1
}

// Method finds a method, nil without one.
func (c *Class) Method(name string) *Function { return find(c.Methods, name) }

// Called finds what a node that calls a method means: a method or, as traces of calls of modules have it, a hook.
func (c *Class) Called(name string) *Function {
	if f := c.Method(name); f != nil {
		return f
	}
	if f := find(c.PreHooks, name); f != nil {
		return f
	}
	return find(c.Hooks, name)
}

// Static finds a static method, nil without one.
func (c *Class) Static(name string) *Function { return find(c.Statics, name) }

func find(list []*Function, name string) *Function {
	for _, f := range list {
		if f.Name == name {
			return f
		}
	}
	return nil
}

// Signature is the schema of a method of a class or interface, nil without one.
func (c *Class) Signature(name string) *Schema {
	for _, s := range c.Signatures {
		if s.Name == name {
			return s
		}
	}
	if m := c.Method(name); m != nil {
		return m.Schema
	}
	return nil
}

// implements says whether the class has every method of an interface, with parameters that take as much and results that give as much.
func (c *Class) implements(i *Class) bool {
	for _, want := range i.Signatures {
		if got := c.Signature(want.Name); got == nil || !got.standsFor(want) {
			return false
		}
	}
	return true
}

// standsFor says whether a method can be called as another one is.
func (s *Schema) standsFor(want *Schema) bool {
	if len(s.Args) != len(want.Args) || len(s.Returns) != len(want.Returns) {
		return false
	}
	for k := 1; k < len(s.Args); k++ {
		if s.Args[k].Name != want.Args[k].Name || !want.Args[k].Type.IsSubtype(s.Args[k].Type) {
			return false
		}
	}
	for k := range s.Returns {
		if !s.Returns[k].Type.IsSubtype(want.Returns[k].Type) {
			return false
		}
	}
	return true
}

// WhyNot says which method keeps a class from being one of an interface, "" for none.
func (t *Type) WhyNot(i *Type) string {
	for _, want := range i.Class.Signatures {
		got := t.Class.Signature(want.Name)
		if got == nil {
			return fmt.Sprintf("Class '%s' does not have method '%s' but '%s' does.\n", t.Name, want.Name, i.Name)
		}
		if !got.standsFor(want) {
			return fmt.Sprintf("Method on class '%s' (1) is not compatible with interface '%s' (2)\n  (1) %s\n  (2) %s\n", t.Name, i.Name, got, want)
		}
	}
	return ""
}

// Function is a compiled function or method.
type Function struct {
	// Name is the last part of Qualified.
	Name, Qualified string
	Graph           *Graph
	Schema          *Schema
	// Define compiles the function when it is first needed; nil when it is compiled.
	Define func() error
	// Defining is set while Define runs.
	Defining bool
	// Code is what an executor keeps for the function.
	Code any
	// Builtin runs a function that has no graph.
	Source any
}

// Ensure compiles the function if it is not.
func (f *Function) Ensure() error {
	if f.Define == nil {
		return nil
	}
	if f.Defining {
		return &RecursionError{f.Name}
	}
	f.Defining = true
	define := f.Define
	err := define()
	f.Defining = false
	if err == nil {
		f.Define = nil
	}
	return err
}

// RecursionError says that a function needs itself while it is compiled.
type RecursionError struct{ Name string }

func (e *RecursionError) Error() string {
	return "function '" + e.Name + "' is called recursively. Recursive calls are not supported"
}
