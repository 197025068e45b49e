package ir

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Kind is the kind of a type, under the name that scripts see.
type Kind string

const (
	TensorKind    Kind = "TensorType"
	IntKind       Kind = "IntType"
	FloatKind     Kind = "FloatType"
	BoolKind      Kind = "BoolType"
	StrKind       Kind = "StringType"
	ComplexKind   Kind = "ComplexType"
	NumberKind    Kind = "NumberType"
	NoneKind      Kind = "NoneType"
	DeviceKind    Kind = "DeviceObjType"
	StreamKind    Kind = "StreamObjType"
	GeneratorKind Kind = "GeneratorType"
	StorageKind   Kind = "StorageType"
	AnyKind       Kind = "AnyType"
	AnyListKind   Kind = "AnyListType"
	AnyTupleKind  Kind = "AnyTupleType"
	AnyEnumKind   Kind = "AnyEnumType"
	AnyClassKind  Kind = "AnyClassType"
	PyObjectKind  Kind = "PyObjectType"
	FunctionKind  Kind = "FunctionType"
	ListKind      Kind = "ListType"
	DictKind      Kind = "DictType"
	TupleKind     Kind = "TupleType"
	OptionalKind  Kind = "OptionalType"
	UnionKind     Kind = "UnionType"
	FutureKind    Kind = "FutureType"
	AwaitKind     Kind = "AwaitType"
	RRefKind      Kind = "RRefType"
	ClassKind     Kind = "ClassType"
	InterfaceKind Kind = "InterfaceType"
	EnumKind      Kind = "EnumType"
	VarKind       Kind = "VarType"

	// What a declaration says of arguments that are ints and bools as values.
	SymIntKind       Kind = "SymIntType"
	SymBoolKind      Kind = "SymBoolType"
	ScalarTypeKind   Kind = "ScalarTypeType"
	LayoutKind       Kind = "LayoutType"
	MemoryFormatKind Kind = "MemoryFormatType"
)

// Type is the type of a value. Types without parts are singletons; all are immutable but classes, which gain members while they are
// compiled.
type Type struct {
	Kind Kind
	// Elem holds what the type is made of: of a list, optional or future one, of a dict key and value, of a tuple or union its members.
	Elem []*Type
	// Name is the qualified name of a class, enum, interface or named tuple, or the name of a type variable.
	Name string
	// Fields are the field names of a named tuple, Defaults the defaults of its last ones.
	Fields   []string
	Defaults []Constant
	// Class describes a class, interface or enum.
	Class *Class
	// Shape describes a tensor more closely; nil where nothing is known.
	Shape *Shape
	// Inferred marks the Tensor type of a parameter without annotation.
	Inferred bool
}

// Shape is what is known of a tensor: from tracing, or from shape propagation.
type Shape struct {
	ScalarType   string  // "Float", "" where unknown
	Ranked       bool    // Sizes are known in number
	Sizes        []int64 // -1 where unknown
	Strides      []int64 // nil where unknown
	RequiresGrad *bool
	Device       string // "" where unknown
}

func plain(k Kind) *Type { return &Type{Kind: k} }

// The types without parts.
var (
	Tensor         = plain(TensorKind)
	InferredTensor = &Type{Kind: TensorKind, Inferred: true}
	Int            = plain(IntKind)
	Float          = plain(FloatKind)
	Bool           = plain(BoolKind)
	Str            = plain(StrKind)
	Complex        = plain(ComplexKind)
	Number         = plain(NumberKind)
	None           = plain(NoneKind)
	Device         = plain(DeviceKind)
	Stream         = plain(StreamKind)
	Generator      = plain(GeneratorKind)
	Storage        = plain(StorageKind)
	Any            = plain(AnyKind)
	AnyList        = plain(AnyListKind)
	AnyTuple       = plain(AnyTupleKind)
	AnyEnum        = plain(AnyEnumKind)
	AnyClass       = plain(AnyClassKind)
	PyObject       = plain(PyObjectKind)
	FunctionType   = plain(FunctionKind)
	SymInt         = plain(SymIntKind)
	SymBool        = plain(SymBoolKind)
	ScalarType     = plain(ScalarTypeKind)
	Layout         = plain(LayoutKind)
	MemoryFormat   = plain(MemoryFormatKind)
)

// ListOf is the type of lists.
func ListOf(t *Type) *Type { return &Type{Kind: ListKind, Elem: []*Type{t}} }

// DictOf is the type of dicts.
func DictOf(k, v *Type) *Type { return &Type{Kind: DictKind, Elem: []*Type{k, v}} }

// TupleOf is the type of plain tuples.
func TupleOf(elem ...*Type) *Type { return &Type{Kind: TupleKind, Elem: elem} }

// NamedTupleOf is the type of a named tuple.
func NamedTupleOf(name string, fields []string, elem []*Type, defaults []Constant) *Type {
	return &Type{Kind: TupleKind, Name: name, Fields: fields, Elem: elem, Defaults: defaults}
}

// AwaitOf is the type of a call that runs when it is waited for.
func AwaitOf(t *Type) *Type { return &Type{Kind: AwaitKind, Elem: []*Type{t}} }

// FutureOf is the type of what fork returns.
func FutureOf(t *Type) *Type { return &Type{Kind: FutureKind, Elem: []*Type{t}} }

// VarOf is a type variable of a schema.
func VarOf(name string) *Type { return &Type{Kind: VarKind, Name: name} }

// OptionalOf is t or None; of an optional type it is that type itself.
func OptionalOf(t *Type) *Type {
	if t.Kind == OptionalKind || t.Kind == NoneKind || t.Kind == AnyKind {
		return t
	}
	if t.Kind == UnionKind {
		return UnionOf(t, None)
	}
	return &Type{Kind: OptionalKind, Elem: []*Type{t}}
}

// kindOrder is the order in which a union lists its members.
var kindOrder = []Kind{AnyKind, TensorKind, StorageKind, TupleKind, ListKind, DictKind, NumberKind, FloatKind, ComplexKind, FutureKind, AwaitKind, RRefKind,
	IntKind, NoneKind, StrKind, GeneratorKind, BoolKind, DeviceKind, EnumKind, ClassKind, InterfaceKind}

// UnionOf joins types: members of unions count one by one, subtypes of other members go away, and one member with None is an optional
// type.
func UnionOf(members ...*Type) *Type {
	var flat []*Type
	var add func(t *Type)
	add = func(t *Type) {
		switch t.Kind {
		case UnionKind:
			for _, e := range t.Elem {
				add(e)
			}
			return
		case OptionalKind:
			add(t.Elem[0])
			add(None)
			return
		}
		for i, e := range flat {
			if t.IsSubtype(e) {
				return
			}
			if e.IsSubtype(t) {
				flat[i] = t
				return
			}
		}
		flat = append(flat, t)
	}
	for _, t := range members {
		add(t)
	}
	numbers := 0
	for _, t := range flat {
		if t.Kind == IntKind || t.Kind == FloatKind || t.Kind == ComplexKind {
			numbers++
		}
	}
	if numbers == 3 {
		flat = slices.DeleteFunc(flat, func(t *Type) bool { return t.Kind == IntKind || t.Kind == FloatKind || t.Kind == ComplexKind })
		flat = append(flat, Number)
	}
	if len(flat) == 1 {
		return flat[0]
	}
	slices.SortStableFunc(flat, inUnionOrder)
	if len(flat) == 2 {
		for i, t := range flat {
			if t.Kind == NoneKind {
				return OptionalOf(flat[1-i])
			}
		}
	}
	return &Type{Kind: UnionKind, Elem: flat}
}

// SortTypes is a list of types in the order of unions.
func SortTypes(list []*Type) []*Type {
	out := slices.Clone(list)
	slices.SortStableFunc(out, inUnionOrder)
	return out
}

// inUnionOrder compares types by their kinds, and those of one kind by their texts.
func inUnionOrder(a, b *Type) int {
	return cmp.Or(slices.Index(kindOrder, a.Kind)-slices.Index(kindOrder, b.Kind), strings.Compare(a.String(), b.String()))
}

// IsNone and its kin ask for the kind of a type.
func (t *Type) IsNone() bool { return t.Kind == NoneKind }

// IsModule says whether t is the type of a module.
func (t *Type) IsModule() bool { return t.Kind == ClassKind && t.Class.Module }

// Members are the members of a union or optional type, else the type alone.
func (t *Type) Members() []*Type {
	switch t.Kind {
	case UnionKind:
		return t.Elem
	case OptionalKind:
		return append(slices.Clone(t.Elem[0].Members()), None)
	}
	return []*Type{t}
}

// MayBeNone says whether None is a value of the type.
func (t *Type) MayBeNone() bool {
	return t.Kind == AnyKind || slices.ContainsFunc(t.Members(), (*Type).IsNone)
}

// Equal says whether two types are the same.
func (t *Type) Equal(u *Type) bool {
	if t == u {
		return true
	}
	if t.Kind != u.Kind || len(t.Elem) != len(u.Elem) || t.Name != u.Name {
		return false
	}
	switch t.Kind {
	case ClassKind, InterfaceKind, EnumKind:
		return t.Class == u.Class
	case TensorKind:
		return t.Shape.equal(u.Shape)
	}
	if !slices.Equal(t.Fields, u.Fields) {
		return false
	}
	for i := range t.Elem {
		if !t.Elem[i].Equal(u.Elem[i]) {
			return false
		}
	}
	return true
}

func (s *Shape) equal(o *Shape) bool {
	if s == nil || o == nil {
		return s == o
	}
	return s.text() == o.text()
}

// IsSubtype says whether every value of t is one of u.
func (t *Type) IsSubtype(u *Type) bool {
	if u.Kind == AnyKind || t.Equal(u) {
		return true
	}
	switch t.Kind {
	case UnionKind, OptionalKind:
		for _, m := range t.Members() {
			if !m.IsSubtype(u) {
				return false
			}
		}
		return true
	}
	switch u.Kind {
	case OptionalKind, UnionKind:
		return slices.ContainsFunc(u.Members(), t.IsSubtype)
	case TensorKind:
		return t.Kind == TensorKind && u.Shape == nil
	case NumberKind:
		return t.Kind == IntKind || t.Kind == FloatKind || t.Kind == ComplexKind
	case AnyListKind:
		return t.Kind == ListKind
	case AnyTupleKind:
		return t.Kind == TupleKind
	case AnyEnumKind:
		return t.Kind == EnumKind
	case AnyClassKind:
		return t.Kind == ClassKind
	case ListKind:
		return t.Kind == ListKind && t.Elem[0].unshapedEqual(u.Elem[0])
	case FutureKind, AwaitKind:
		return t.Kind == u.Kind && t.Elem[0].IsSubtype(u.Elem[0])
	case InterfaceKind:
		return t.Kind == ClassKind && t.Class.implements(u.Class) || t.Kind == InterfaceKind && t.Class.implements(u.Class)
	case TupleKind:
		if t.Kind != TupleKind || len(t.Elem) != len(u.Elem) || u.Name != "" && t.Name != u.Name {
			return false
		}
		for i := range t.Elem {
			if !t.Elem[i].IsSubtype(u.Elem[i]) {
				return false
			}
		}
		return true
	}
	return false
}

func (t *Type) unshapedEqual(u *Type) bool { return t.Unshaped().Equal(u.Unshaped()) }

// Unshaped is the type without what is known of tensors' shapes.
func (t *Type) Unshaped() *Type { return t.mapTensors(func(*Type) *Type { return Tensor }) }

// unsized is the type without the sizes and strides of tensors; how many sizes they have stays known.
func (t *Type) unsized() *Type {
	return t.mapTensors(func(t *Type) *Type {
		if t.Shape == nil || len(t.Shape.Sizes) == 0 {
			return t
		}
		return t.WithShape(func(s *Shape) {
			for i := range s.Sizes {
				s.Sizes[i] = -1
			}
			s.Strides = nil
		})
	})
}

// mapTensors is the type with other types in the place of those of tensors.
func (t *Type) mapTensors(f func(*Type) *Type) *Type {
	if t.Kind == TensorKind {
		return f(t)
	}
	if t.Name != "" || len(t.Elem) == 0 {
		return t
	}
	var elem []*Type
	for i, e := range t.Elem {
		if u := e.mapTensors(f); u != e {
			if elem == nil {
				elem = slices.Clone(t.Elem)
			}
			elem[i] = u
		}
	}
	if elem == nil {
		return t
	}
	out := *t
	out.Elem = elem
	return &out
}

// String is the text in graphs and schemas.
func (t *Type) String() string {
	switch t.Kind {
	case TensorKind:
		if t.Shape != nil {
			return t.Shape.text()
		}
		return "Tensor"
	case ListKind:
		return t.Elem[0].String() + "[]"
	case OptionalKind:
		return t.Elem[0].String() + "?"
	case DictKind:
		return t.SchemaText()
	case FutureKind:
		return "Future[" + t.Elem[0].String() + "]"
	case AwaitKind:
		return "Await(" + t.Elem[0].String() + ")"
	case RRefKind:
		return "RRef(" + t.Elem[0].String() + ")"
	case UnionKind:
		return "Union(" + joinTypes(t.Elem, memberText) + ")"
	case TupleKind:
		if len(t.Fields) > 0 {
			parts := make([]string, len(t.Elem))
			for i, e := range t.Elem {
				parts[i] = t.Fields[i] + " : " + e.String()
				if d := i - (len(t.Elem) - len(t.Defaults)); d >= 0 {
					parts[i] += " = " + t.Defaults[d].Text()
				}
			}
			return "NamedTuple(" + strings.Join(parts, ", ") + ")"
		}
		return "(" + joinTypes(t.Elem, (*Type).String) + ")"
	case EnumKind:
		return "Enum<" + t.Name + ">"
	case InterfaceKind:
		return "InterfaceType<" + t.Name[strings.LastIndexByte(t.Name, '.')+1:] + ">"
	case ClassKind, VarKind:
		return t.Name
	}
	return plainNames[t.Kind]
}

// memberText is the text of a member of a union, where futures have round brackets.
func memberText(t *Type) string {
	if t.Kind == FutureKind {
		return "Future(" + t.Elem[0].String() + ")"
	}
	return t.String()
}

// SchemaText is the text in schemas of functions, where named tuples stand under their names.
func (t *Type) SchemaText() string {
	switch t.Kind {
	case TupleKind:
		if t.Name != "" {
			return t.Name
		}
		return "(" + joinTypes(t.Elem, (*Type).SchemaText) + ")"
	case ListKind:
		return t.Elem[0].SchemaText() + "[]"
	case OptionalKind:
		return t.Elem[0].SchemaText() + "?"
	case DictKind:
		return "Dict(" + t.Elem[0].SchemaText() + ", " + t.Elem[1].SchemaText() + ")"
	case FutureKind:
		return "Future(" + t.Elem[0].SchemaText() + ")"
	}
	return t.String()
}

// Annotation is the text in annotations.
func (t *Type) Annotation() string {
	switch t.Kind {
	case TensorKind:
		return "Tensor"
	case ListKind:
		return "List[" + t.Elem[0].Annotation() + "]"
	case OptionalKind:
		return "Optional[" + t.Elem[0].Annotation() + "]"
	case DictKind:
		return "Dict[" + t.Elem[0].Annotation() + ", " + t.Elem[1].Annotation() + "]"
	case FutureKind:
		return "Future[" + t.Elem[0].Annotation() + "]"
	case AwaitKind:
		return "Await[" + t.Elem[0].Annotation() + "]"
	case RRefKind:
		return "RRef[" + t.Elem[0].Annotation() + "]"
	case UnionKind:
		return "Union[" + joinTypes(t.Elem, (*Type).Annotation) + "]"
	case TupleKind:
		if t.Name != "" {
			return t.Name
		}
		if len(t.Elem) == 0 {
			return "Tuple[()]"
		}
		return "Tuple[" + joinTypes(t.Elem, (*Type).Annotation) + "]"
	case EnumKind, ClassKind, InterfaceKind:
		return t.Name
	case NumberKind:
		return "number"
	case DeviceKind:
		return "Device"
	case SymIntKind:
		return "int"
	case SymBoolKind:
		return "bool"
	}
	return t.String()
}

// Repr is the text in error messages, which tell of parameters without annotation and of enums.
func (t *Type) Repr() string {
	if t.Kind == EnumKind {
		return t.String()
	}
	if t.Kind == TensorKind && t.Inferred {
		return "Tensor (inferred)"
	}
	if t.Kind == ClassKind {
		return fmt.Sprintf("%s (of Python compilation unit at: %p)", t.Annotation(), t.Class)
	}
	return t.Annotation()
}

var plainNames = map[Kind]string{
	IntKind: "int", FloatKind: "float", BoolKind: "bool", StrKind: "str", ComplexKind: "complex", NumberKind: "Scalar", NoneKind: "NoneType",
	DeviceKind: "Device", StreamKind: "Stream", GeneratorKind: "Generator", StorageKind: "Storage", AnyKind: "Any", AnyListKind: "list", AnyTupleKind: "tuple", AnyEnumKind: "AnyEnumType",
	AnyClassKind: "AnyClassType", PyObjectKind: "PyObject", FunctionKind: "Function",
	SymIntKind: "SymInt", SymBoolKind: "SymBool", ScalarTypeKind: "ScalarType", LayoutKind: "Layout", MemoryFormatKind: "MemoryFormat",
}

func joinTypes(list []*Type, text func(*Type) string) string {
	parts := make([]string, len(list))
	for i, t := range list {
		parts[i] = text(t)
	}
	return strings.Join(parts, ", ")
}

// text is a tensor type with its shape: Float(2, 3, strides=[3, 1], requires_grad=0, device=cpu).
func (s *Shape) text() string {
	name := s.ScalarType
	if name == "" {
		name = "Tensor"
	}
	var parts []string
	if s.Ranked {
		for _, n := range s.Sizes {
			parts = append(parts, dimText(n))
		}
		if len(s.Strides) > 0 {
			parts = append(parts, "strides=["+joinDims(s.Strides)+"]")
		}
	} else if s.ScalarType != "" {
		name += "Tensor"
	}
	if s.RequiresGrad != nil {
		if *s.RequiresGrad {
			parts = append(parts, "requires_grad=1")
		} else {
			parts = append(parts, "requires_grad=0")
		}
	}
	if s.Device != "" {
		parts = append(parts, "device="+s.Device)
	}
	if len(parts) == 0 {
		if s.Ranked {
			return name + "()"
		}
		return name
	}
	return name + "(" + strings.Join(parts, ", ") + ")"
}

func dimText(n int64) string {
	if n < 0 {
		return "*"
	}
	return strconv.FormatInt(n, 10)
}

func joinDims(list []int64) string {
	parts := make([]string, len(list))
	for i, n := range list {
		parts[i] = dimText(n)
	}
	return strings.Join(parts, ", ")
}

// ContainsFree says whether a type variable occurs in the type.
func (t *Type) ContainsFree() bool {
	return t.Kind == VarKind || slices.ContainsFunc(t.Elem, (*Type).ContainsFree)
}

// IsMutable says whether values of the type can change in place.
func (t *Type) IsMutable() bool {
	switch t.Kind {
	case TensorKind, ListKind, DictKind, ClassKind, InterfaceKind, AnyKind, AnyListKind, AnyClassKind, FutureKind, AwaitKind, PyObjectKind, StorageKind, VarKind, AnyTupleKind, RRefKind:
		return true
	}
	return slices.ContainsFunc(t.Elem, (*Type).IsMutable)
}

// Unify finds the type that holds the values of both, nil if there is none. Without one, toUnion makes a union, and hint may already name
// the type to reach.
func Unify(a, b *Type, toUnion bool) *Type {
	if t := unifyPlain(a, b); t != nil {
		return t
	}
	if toUnion {
		return UnionOf(a, b)
	}
	return nil
}

func unifyPlain(a, b *Type) *Type {
	switch {
	case a.Equal(b):
		return a
	case a.IsSubtype(b):
		return b
	case b.IsSubtype(a):
		return a
	case a.Kind == TensorKind && b.Kind == TensorKind:
		return Tensor
	case a.IsNone() && !b.IsNone():
		return OptionalOf(b)
	case b.IsNone():
		return OptionalOf(a)
	case a.Kind == OptionalKind || b.Kind == OptionalKind:
		x, y := a, b
		if x.Kind == OptionalKind {
			x = x.Elem[0]
		}
		if y.Kind == OptionalKind {
			y = y.Elem[0]
		}
		if t := unifyPlain(x, y); t != nil {
			return OptionalOf(t)
		}
	case a.Kind == TupleKind && b.Kind == TupleKind && len(a.Elem) == len(b.Elem):
		elem := make([]*Type, len(a.Elem))
		for i := range elem {
			if elem[i] = unifyPlain(a.Elem[i], b.Elem[i]); elem[i] == nil {
				return nil
			}
		}
		return TupleOf(elem...)
	case a.Kind == b.Kind && (a.Kind == ListKind || a.Kind == FutureKind) && a.Elem[0].unshapedEqual(b.Elem[0]):
		return a.Unshaped()
	case a.Kind == DictKind && b.Kind == DictKind && a.unshapedEqual(b):
		return a.Unshaped()
	}
	return nil
}
