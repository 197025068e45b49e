package object

import (
	"fmt"
	"sync"
	"sync/atomic"
)

// CallFunc is the shape of native functions: positional values, then keyword values named by kwNames.
//
// The two lists are borrowed, as they are in the slots Call, New and Init: they lie on the value stack, or belong to
// another caller, and hold other values once the function has returned. So a native function does not write into them,
// and neither it nor what it makes keeps them: no closure names them, and a struct, a tuple or a result gets Keep(args).
// The values in them may be kept. The test in internal/borrow reads all sources for this rule; a build with the tag vmcheck
// spoils each list behind its call.
type CallFunc func(th *Thread, args []Value, kwNames []Value) (Value, error)

type (
	UnaryFunc   func(th *Thread, v Value) (Value, error)
	BinaryFunc  func(th *Thread, a, b Value) (Value, error)
	CompareFunc func(th *Thread, a, b Value, op CompareOp) (Value, error)
)

// CompareOp numbers the comparison operators as the COMPARE_OP instruction does.
type CompareOp uint8

const (
	Lt CompareOp = iota
	Le
	Eq
	Ne
	Gt
	Ge
)

var compareSymbols = [...]string{"<", "<=", "==", "!=", ">", ">="}

func (op CompareOp) String() string { return compareSymbols[op] }

// swapped is the operator with its operands exchanged.
func (op CompareOp) swapped() CompareOp { return [...]CompareOp{Gt, Ge, Eq, Ne, Lt, Le}[op] }

// Op numbers the binary operators as the BINARY_OP instruction does (0–12; in-place ones are 13 higher).
type Op uint8

const (
	OpAdd Op = iota
	OpAnd
	OpFloorDiv
	OpLshift
	OpMatMul
	OpMul
	OpMod
	OpOr
	OpPow
	OpRshift
	OpSub
	OpTrueDiv
	OpXor
	NumOps
)

var opSymbols = [NumOps]string{"+", "&", "//", "<<", "@", "*", "%", "|", "** or pow()", ">>", "-", "/", "^"}

// String is the operator as it is named in error messages.
func (op Op) String() string { return opSymbols[op] }

// Slots are the operations of a type. A nil slot means that the type lacks the operation; slots that are nil after
// NewType are inherited. Binary[op](self, other) has self on the left; Reflected[op](self, other) has self on the right.
// SetAttr, SetItem and DescrSet delete when the value is absent. Next returns the absent value at the end.
type Slots struct {
	Repr, Str UnaryFunc
	Hash      func(*Thread, Value) (int64, error)
	Compare   CompareFunc
	Call      func(th *Thread, self Value, args, kwNames []Value) (Value, error)
	GetAttr   func(th *Thread, self Value, name *Str) (Value, error)
	SetAttr   func(th *Thread, self Value, name *Str, val Value) error
	DescrGet  func(th *Thread, self, obj, owner Value) (Value, error) // obj is absent for access through the class
	DescrSet  func(th *Thread, self, obj, val Value) error
	Iter      UnaryFunc
	Next      UnaryFunc
	Len       func(*Thread, Value) (int, error)
	GetItem   BinaryFunc
	SetItem   func(th *Thread, self, key, val Value) error
	Contains  func(th *Thread, self, item Value) (bool, error)
	Binary    [NumOps]BinaryFunc
	Reflected [NumOps]BinaryFunc
	InPlace   [NumOps]BinaryFunc
	Neg       UnaryFunc
	Pos       UnaryFunc
	Abs       UnaryFunc
	Invert    UnaryFunc
	Bool      func(*Thread, Value) (bool, error)
	Index     UnaryFunc
	Int       UnaryFunc
	Float     UnaryFunc
	New       func(th *Thread, cls *Type, args, kwNames []Value) (Value, error)
	NewOne    UnaryFunc // New and Init of the type itself, not of derived ones, for one positional argument: a short way
	Init      func(th *Thread, self Value, args, kwNames []Value) error
	Format    func(th *Thread, self Value, spec string) (string, error)
}

// Type is a class. The exported slots are read freely and written only while the type is being defined.
type Type struct {
	Header
	Name     string // the bare name
	QualName string
	Module   string // "" when __module__ lies in Dict or for builtins
	Base     *Type
	Bases    []*Type
	MRO      []*Type
	NS       *Dict // the namespace, __dict__
	Slots

	layout          Layout
	version         uint64        // changes whenever a lookup through the type may give another result
	heap            bool          // made by a class statement or type(): mutable
	patchable       bool          // see Patchable
	native          *Slots        // of a built-in type that was patched: the slots that it had
	hasDict         bool          // instances have a __dict__
	final           bool          // cannot be a base
	abstract        bool          // has unimplemented abstract methods
	finalizes       bool          // has __del__
	borrows         bool          // see Borrows
	dropped         func(*Native) // see Countable
	stranger        *Stranger     // see SetStranger
	sequence        bool          // matches sequence patterns
	mapping         bool          // matches mapping patterns
	beforeSequences bool          // see Spec.BeforeSequences
	nslots          int           // storage for __slots__ in Instance.Slots, bases included
	subclasses      typeList      // of a built-in type the built-in ones, see Machine.derived for others
	customGet       bool          // GetAttr is not the generic one
	ready           bool
	spec            *Spec
	claims          func(*Thread, Value) (bool, error)               // see Spec.Claims
	stands          func(*Thread, Value, *Type) (Value, bool, error) // see Spec.Stands
	plainInit       *Function                                        // see PlainInit
	bare            bool                                             // see IsBare
	plainVersion    uint64
	Extra           any // for the packages above: what the binding or the tracer knows of this type
}

// Spec describes a built-in type.
type Spec struct {
	Slots
	Module  string
	Doc     string
	Methods []Method
	Getset  []GetsetDef
	Static  []Method         // static methods
	Class   []Method         // class methods; args[0] is the class
	Attrs   map[string]Value // further entries of the namespace
	Lazy    map[string]func() Value
	Layout  Layout // of a new Go struct; 0 inherits the base's
	HasDict bool   // instances take arbitrary attributes
	NoDict  bool   // instances do not, although the base's do
	Final   bool   // cannot be subclassed
	// Stands is what a call of int, float or bool, as, gives for an instance that stands for a number that is not known, where that is to stay so.
	Stands func(th *Thread, v Value, as *Type) (r Value, ok bool, err error)
	// Claims tells of objects of other types that isinstance takes for instances of this type, not of those that are made of it.
	Claims   func(th *Thread, v Value) (bool, error)
	NoNew    bool // "cannot create 'x' instances"
	Sequence bool // matches sequence patterns
	Mapping  bool // matches mapping patterns
	// BeforeSequences lets the type add to and multiply sequences, as numbers do, instead of being joined or counted by them.
	BeforeSequences bool
	Unlisted        bool // not among the subclasses of its base: types that come and go
}

// Method is one entry of a method table. One of Fn, NoArgs, OneArg is set, or, besides Fn, quick forms for the calls that
// have just so many arguments and no names; the first argument of each is self (the class, for class methods; absent
// parameter list for static methods and module functions: see Func).
type Method struct {
	Name   string
	NoArgs UnaryFunc  // f(self)
	OneArg BinaryFunc // f(self, x)
	Fn     CallFunc   // everything else, args[0] is self
	Sig    string     // text signature for inspect, such as "(self, object, /)"
	Doc    string
}

// GetsetDef is a computed attribute; Set nil means read-only. Set's val is absent for deletion.
type GetsetDef struct {
	Name string
	Get  UnaryFunc
	Set  func(th *Thread, self, val Value) error
	Doc  string
}

var declared []*Type

// declare makes the pointer for a built-in type of this package; define fills it. Two steps, because the functions in
// the slots refer to the types.
func declare(name string, layout Layout, base *Type) *Type {
	t := &Type{Name: name, QualName: name, layout: layout, Base: base}
	declared = append(declared, t) // start: called while packages are initialised
	return t
}

func (t *Type) define(s Spec) { t.spec = &s }

// NewExtensionType is NewType for a type that CPython has written in C: messages call it by its name with the module.
func NewExtensionType(name, module string, base *Type, spec Spec) *Type {
	t := NewType(name, module, base, spec)
	t.Name = module + "." + name
	return t
}

// NewType makes a built-in type. A nil base means object; a dotted name gives the module.
func NewType(name, module string, base *Type, spec Spec) *Type {
	if base == nil {
		base = ObjectType
	}
	t := &Type{Name: name, QualName: name, Module: module, Base: base, layout: spec.Layout, spec: &spec}
	if spec.Layout == 0 {
		t.layout = base.layout
	}
	t.makeReady()
	return t
}

var versionCounter atomic.Uint64

// nextVersion is a number that no class, function or dict of any machine has.
func nextVersion() uint64 { return versionCounter.Add(1) }

// makeReady turns the spec into slots and a namespace, after the base's.
func (t *Type) makeReady() {
	if t.ready {
		return
	}
	t.ready = true
	if t.typ == nil {
		t.typ = TypeType
	}
	if t.Base != nil {
		t.Base.makeReady()
		t.Bases = []*Type{t.Base}
		t.MRO = append([]*Type{t}, t.Base.MRO...)
		t.hasDict = t.Base.hasDict
		t.nslots = t.Base.nslots
		t.sequence, t.mapping = t.Base.sequence, t.Base.mapping
		if t.spec == nil || !t.spec.Unlisted {
			builtinSubclasses.Lock()
			t.Base.subclasses.add(t)
			builtinSubclasses.Unlock()
		}
	} else {
		t.MRO = []*Type{t}
	}
	t.version = nextVersion()
	t.NS = NewDict()
	s := t.spec
	if s == nil {
		s = &Spec{}
	}
	t.claims, t.stands = s.Claims, s.Stands
	t.spec = nil
	if s.Module != "" {
		t.Module = s.Module
		t.Name = s.Module + "." + t.Name
	}
	t.Slots = s.Slots
	if s.Sequence {
		t.sequence = true
	}
	t.beforeSequences = s.BeforeSequences
	if s.Mapping {
		t.mapping = true
	}
	t.hasDict = (t.hasDict || s.HasDict) && !s.NoDict
	t.final = s.Final
	if s.NoNew {
		t.New = noNew
	}
	t.exposeSlots()
	for i := range s.Methods {
		m := &s.Methods[i]
		t.NS.SetStr(Intern(m.Name), newMethodDescr(t, m))
	}
	for i := range s.Static {
		m := &s.Static[i]
		f := NewFunc(t.Name+"."+m.Name, m.Fn)
		f.Name = m.Name
		f.QualName = t.QualName + "." + m.Name
		f.Sig, f.Doc = m.Sig, m.Doc
		t.NS.SetStr(Intern(m.Name), NewStaticMethod(f.Ref()))
	}
	for i := range s.Class {
		m := &s.Class[i]
		b := newMethodDescrObj(t, m)
		b.kind = kindClassMethod
		b.typ = ClassMethodDescrType
		t.NS.SetStr(Intern(m.Name), b.Ref())
	}
	for i := range s.Getset {
		g := &s.Getset[i]
		o := &Getset{Header: Header{typ: GetsetType}, Def: g, Owner: t}
		t.NS.SetStr(Intern(g.Name), o.Ref())
	}
	for k, v := range s.Attrs {
		if text, ok := AsStr(v); ok {
			text.settle()
		}
		t.NS.SetStr(Intern(k), v)
	}
	if s.Doc != "" {
		doc := &Str{Header: Header{typ: StrType}, S: s.Doc}
		doc.settle()
		t.NS.SetStr(sDoc, doc.Ref())
	}
	if t.Compare != nil && s.Slots.Hash == nil && t != ObjectType {
		t.Hash = unhashable
		t.NS.SetStr(sHash, None)
	}
	t.inheritNative()
}

func noNew(th *Thread, cls *Type, args, kw []Value) (Value, error) {
	return Null, TypeErrorf("cannot create '%s' instances", cls.FullName())
}

// FullName is the name with its module unless that is builtins.
func (t *Type) FullName() string {
	if m := t.ModuleName(); m != "" && m != "builtins" {
		return m + "." + t.QualName
	}
	return t.QualName
}

// ShortName is the class's __name__.
func (t *Type) ShortName() string {
	if t.heap {
		return t.Name
	}
	return t.QualName
}

// MessageName is the name that some messages use: FullName, but that classes of a script are without __main__.
func (t *Type) MessageName() string {
	if t.ModuleName() == "__main__" {
		return t.QualName
	}
	return t.FullName()
}

// ModuleName is the module that defined the class.
func (t *Type) ModuleName() string {
	if t.heap {
		if v, ok := t.NS.GetStr(sModule); ok {
			if s, ok := AsStr(v); ok {
				return s.S
			}
		}
		return ""
	}
	if t.Module == "" {
		return "builtins"
	}
	return t.Module
}

func (t *Type) String() string { return fmt.Sprintf("<class '%s'>", t.FullName()) }

// Layout is the Go struct behind the type's instances.
func (t *Type) Layout() Layout { return t.layout }

// Version changes whenever an attribute of the class or of one of its bases is set, so caches and guards compare it.
func (t *Type) Version() uint64 { return t.version }

// IsHeap tells whether the class was made by a class statement or by calling type.
func (t *Type) IsHeap() bool { return t.heap }

// HasDict tells whether instances take arbitrary attributes.
func (t *Type) HasDict() bool { return t.hasDict }

// IsSequence and IsMapping tell what the patterns of a match statement see in instances.
func (t *Type) IsSequence() bool { return t.sequence }
func (t *Type) IsMapping() bool  { return t.mapping }

// HasGenericGetAttr tells whether attribute access is the plain algorithm, so that inline caches may stand in for it.
func (t *Type) HasGenericGetAttr() bool { return !t.customGet }

// builtinSubclasses guards the subclasses of built-in types: machines make some types when a module is first imported.
var builtinSubclasses sync.RWMutex

// Subclasses are the direct subclasses that the machine knows.
func (t *Type) Subclasses(th *Thread) []*Type {
	if t.heap {
		return t.subclasses.all()
	}
	builtinSubclasses.RLock()
	defer builtinSubclasses.RUnlock()
	list := t.subclasses.all()
	if own := th.Machine.derived[t]; own != nil {
		list = append(list, own.all()...)
	}
	return list
}

func (t *Type) addSubclass(th *Thread, sub *Type) {
	if t.heap {
		t.subclasses.add(sub)
		return
	}
	m := th.Machine
	if m.derived == nil {
		m.derived = map[*Type]*typeList{}
	}
	if m.derived[t] == nil {
		m.derived[t] = &typeList{}
	}
	m.derived[t].add(sub)
}

func (t *Type) removeSubclass(th *Thread, sub *Type) {
	if t.heap {
		t.subclasses.remove(sub)
	} else if own := th.Machine.derived[t]; own != nil {
		own.remove(sub)
	}
}

// Native is the built-in type that a class derives from.
func (t *Type) Native() *Type {
	for t.heap {
		t = t.Base
	}
	return t
}

// IsSubtype tells whether t is base or derives from it.
func (t *Type) IsSubtype(base *Type) bool {
	if t == base {
		return true
	}
	for _, c := range t.MRO {
		if c == base {
			return true
		}
	}
	return false
}

// lookupCache remembers Lookup results by (type version, name); a direct-mapped table.
const lookupCacheSize = 1 << 12

type lookupEntry struct {
	version uint64
	name    *Str
	val     Value
}

// Lookup finds name, which must be interned, in the class and its bases, without binding. Absent if there is none.
func (t *Type) Lookup(th *Thread, name *Str) Value {
	e := &th.Machine.lookups[(t.version*31+uint64(name.hash)>>3)&(lookupCacheSize-1)]
	if e.version == t.version && e.name == name {
		return e.val
	}
	var val Value
	for _, c := range t.MRO {
		if v, ok := c.NS.GetStr(name); ok {
			val = v
			break
		}
	}
	*e = lookupEntry{t.version, name, val}
	return val
}

// LookupWhere is Lookup that also tells the class in whose namespace name was found.
func (t *Type) LookupWhere(name *Str) (Value, *Type) {
	for _, c := range t.MRO {
		if v, ok := c.NS.GetStr(name); ok {
			return v, c
		}
	}
	return Null, nil
}

// modified must be called after a change of the namespace or bases.
func (t *Type) modified() {
	t.version = nextVersion()
	for _, s := range t.subclasses.all() {
		s.modified()
	}
}

// Stranger says what becomes of descriptors of a type that are called with an object of another.
type Stranger struct {
	Name string                                                              // of the type in errors
	Call func(th *Thread, b *Builtin, args, kw []Value) (Value, bool, error) // may answer calls of methods
	Text func(name string, id uint64) (text, qualName string)                // of the descriptor of a method
}

// SetStranger gives a type what it does about objects of other types.
func (t *Type) SetStranger(s *Stranger) { t.stranger = s }

// nameInErrors is the name of the type in errors of its descriptors.
func (t *Type) nameInErrors() string {
	if t.stranger != nil {
		return t.stranger.Name
	}
	return t.Name
}
