package ops

import (
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// entry is one operator overload; everything else that is known of it is derived.
type entry struct {
	// S is the schema text.
	S string
	// P says where scripts find the operator and which variants it has, one letter each:
	// f torch.<name>, m Tensor.<name>, n torch._C._nn.<name>, l torch.linalg (name without linalg_),
	// s torch.special, t torch.fft, F torch.nn.functional.<name>, i in-place Tensor.<name>_,
	// I torch.<name>_ too, o out=.
	P string

	// Meta describes the results: sizes, strides and dtype. Operators without it are decomposed.
	Meta func(ctx *Context, a Args) []*Fake
	// Kernel computes into results allocated as Meta says.
	Kernel func(ctx *Context, a Args, out []*tensor.Tensor)
	// Eager computes on tensors and allocates its own results (sizes that depend on data, non-tensor results).
	Eager func(ctx *Context, a Args) []Value
	// Decomp expresses the operator through others. Without Meta and Grad the operator is composite: it is
	// decomposed before autograd and modes see it.
	Decomp func(ctx *Context, a Args) []Value
	// View: the results alias argument 0 with the geometry that Meta gives.
	View bool

	// Grad gives the gradients of the tensor arguments.
	Grad GradFunc
	// GradNo is the number at the end of the node's name; GradName replaces the whole name.
	GradNo   int
	GradName string
	// NonDiff: no gradient flows through, whatever the result's type.
	NonDiff bool
	// Num: Tensor parameters accept Python numbers.
	Num bool
	// OwnTape: the eager function records itself for autograd (operators defined by scripts).
	OwnTape bool
}

// Op is one overload, or a variant of one.
type Op struct {
	Name, Overload string
	// Functional is the overload that an in-place or out variant is derived from.
	Functional *Op
	Variant    Variant

	e      *entry
	schema *Schema
	extra  any // what other packages attach (SetExtra)
}

// Variant says how an Op relates to its entry.
type Variant uint8

const (
	Plain   Variant = iota
	InPlace         // writes to argument 0
	Out             // writes to the out arguments at the end
)

// String is the full name: "add.Tensor", "relu".
func (op *Op) String() string {
	if op.Overload == "" {
		return op.Name
	}
	return op.Name + "." + op.Overload
}

// QualName is the name with the overload spelled out, as graphs print it: "aten.relu.default".
func (op *Op) QualName() string {
	overload := op.Overload
	if overload == "" {
		overload = "default"
	}
	return "aten." + op.Name + "." + overload
}

// Schema is parsed on first use.
func (op *Op) Schema() *Schema {
	if op.schema != nil {
		return op.schema
	}
	base, err := ParseSchema(op.e.S)
	if err != nil {
		panic("ops: schema " + op.e.S + ": " + err.Error())
	}
	s := *base
	s.Name, s.Overload = op.Name, op.Overload
	switch op.Variant {
	case InPlace:
		s.Params = append([]Param(nil), base.Params...)
		s.Params[0].Alias = "a!"
		s.Returns = []Return{{Type: s.Params[0].Type, Alias: "a!"}}
	case Out:
		s.Params = append([]Param(nil), base.Params...)
		s.Returns = append([]Return(nil), base.Returns...)
		for i, r := range base.Returns {
			name := "out"
			if len(base.Returns) > 1 {
				name = r.Name
			}
			alias := string(rune('a'+i)) + "!"
			s.Params = append(s.Params, Param{Name: name, Type: r.Type, KwOnly: true, Alias: alias})
			s.Returns[i].Alias = alias
		}
	}
	op.schema = &s
	return op.schema
}

// SchemaText is the text form as it was declared.
func (op *Op) SchemaText() string { return op.e.S }

// IsView says whether results alias an argument.
func (op *Op) IsView() bool { return op.e.View }

// IsComposite says whether the operator is decomposed before autograd and modes see it.
func (op *Op) IsComposite() bool { return op.e.Decomp != nil && op.e.Meta == nil && op.e.Grad == nil }

// Mutates says whether an argument is written to.
func (op *Op) Mutates() bool { return op.Variant != Plain }

// Random says whether the operator draws from a generator.
func (op *Op) Random() bool {
	for _, p := range op.Schema().Params {
		if p.Type.Base == "Generator" {
			return true
		}
	}
	return false
}

// Extra is what another package attached with SetExtra.
func (op *Op) Extra() any     { return op.extra }
func (op *Op) SetExtra(v any) { op.extra = v }

// Decompose expresses the call through other operators, if the entry has a decomposition.
func (op *Op) Decompose(ctx *Context, args []Value) (out []Value, ok bool, err error) {
	if op.e.Decomp == nil || op.Variant != Plain {
		return nil, false, nil
	}
	defer catch(&err)
	return op.e.Decomp(ctx, Args(args)), true, nil
}

// tables lists the entries by subject.
var tables = [][]entry{}

// addTable registers entries; called from package variables of the files with the entries.
func addTable(t []entry) bool {
	tables = append(tables, t)
	return true
}

type registry struct {
	ops     []*Op
	byName  map[string]*Op
	packets map[string]*Packet // functions: "add", "linalg.norm", "nn.functional.relu", "_C._nn.gelu"
	methods map[string]*Packet
}

var theRegistry *registry

func reg() *registry {
	if theRegistry == nil {
		theRegistry = buildRegistry()
	}
	return theRegistry
}

func buildRegistry() *registry {
	r := &registry{byName: make(map[string]*Op, 2048), packets: make(map[string]*Packet, 1024), methods: make(map[string]*Packet, 1024)}
	for _, t := range tables {
		for i := range t {
			r.add(&t[i])
		}
	}
	for _, a := range aliases {
		r.alias(a)
	}
	return r
}

func (r *registry) register(op *Op) {
	r.ops = append(r.ops, op)
	r.byName[op.String()] = op
}

func (r *registry) add(e *entry) {
	name := e.S[:strings.IndexByte(e.S, '(')]
	overload := ""
	if dot := strings.IndexByte(name, '.'); dot >= 0 {
		name, overload = name[:dot], name[dot+1:]
	}
	key := name
	if strings.Contains(e.P, "F") {
		key = "nn.functional." + name
	}
	op := &Op{Name: key, Overload: overload, e: e}
	r.register(op)
	var inplace, out *Op
	for _, letter := range e.P {
		switch letter {
		case 'f':
			r.function(name, "torch."+name, op)
		case 'm':
			r.method(name, op)
		case 'n':
			r.function("_C._nn."+name, "torch._C._nn."+name, op)
		case 'l':
			r.function("linalg."+strings.TrimPrefix(name, "linalg_"), "torch._C._linalg."+name, op)
		case 's':
			r.function("special."+strings.TrimPrefix(name, "special_"), "torch._C._special."+name, op)
		case 't':
			r.function("fft."+strings.TrimPrefix(name, "fft_"), "torch._C._fft."+name, op)
		case 'F':
			r.function(key, "torch.nn.functional."+name, op)
		case 'i', 'I':
			if inplace == nil {
				inplace = &Op{Name: name + "_", Overload: inPlaceOverload(name, overload), e: e, Functional: op, Variant: InPlace}
				r.register(inplace)
				r.method(name+"_", inplace)
			}
			if letter == 'I' {
				r.function(name+"_", "torch."+name+"_", inplace)
			}
		case 'o':
			outName := "out"
			if overload != "" {
				outName = overload + "_out"
			}
			out = &Op{Name: name, Overload: outName, e: e, Functional: op, Variant: Out}
			r.register(out)
			op.outVariant(out)
		}
	}
}

// outVariants finds the out variant of an overload.
var outVariants = map[*Op]*Op{}

func (op *Op) outVariant(out *Op) { outVariants[op] = out }

func (r *registry) function(key, qualName string, op *Op) {
	p := r.packets[key]
	if p == nil {
		p = &Packet{Name: op.Name, PyName: qualName}
		if dot := strings.LastIndexByte(key, '.'); dot >= 0 {
			p.Name = key[dot+1:]
			if strings.HasPrefix(key, "linalg.") || strings.HasPrefix(key, "fft.") || strings.HasPrefix(key, "special.") {
				p.Name = strings.ReplaceAll(key, ".", "_")
			}
		}
		r.packets[key] = p
	}
	p.Ops = append(p.Ops, op)
}

func (r *registry) method(name string, op *Op) {
	p := r.methods[name]
	if p == nil {
		p = &Packet{Name: name, PyName: "torch.Tensor." + name, IsMethod: true}
		r.methods[name] = p
	}
	p.Ops = append(p.Ops, op)
}

// alias is another name of an operator in scripts; where as the letters of entry.P.
type alias struct{ name, of string }

func (r *registry) alias(a alias) {
	short := func(s string) string { return s[strings.LastIndexByte(s, '.')+1:] }
	if p := r.packets[a.of]; p != nil && r.packets[a.name] == nil {
		name := short(a.name)
		if strings.HasPrefix(a.name, "linalg.") || strings.HasPrefix(a.name, "special.") {
			name = strings.ReplaceAll(a.name, ".", "_")
		}
		r.packets[a.name] = &Packet{Name: name, PyName: "torch." + a.name, Ops: p.Ops}
	}
	if strings.Contains(a.name, ".") {
		return
	}
	if p := r.methods[short(a.of)]; p != nil && r.methods[a.name] == nil {
		r.methods[a.name] = &Packet{Name: a.name, PyName: "torch.Tensor." + a.name, Ops: p.Ops, IsMethod: true}
	}
	if p := r.methods[short(a.of)+"_"]; p != nil && r.methods[a.name+"_"] == nil {
		r.methods[a.name+"_"] = &Packet{Name: a.name + "_", PyName: "torch.Tensor." + a.name + "_", Ops: p.Ops, IsMethod: true}
	}
}

// Lookup finds an overload: "add.Tensor", "relu" or "relu.default"; nil if there is none.
func Lookup(name string) *Op {
	if op := reg().byName[name]; op != nil {
		return op
	}
	return reg().byName[strings.TrimSuffix(name, ".default")]
}

func mustLookup(name string) *Op {
	op := Lookup(name)
	if op == nil {
		panic("ops: no operator " + name)
	}
	return op
}

// Table lists every overload.
func Table() []*Op { return reg().ops }

// Packet is all overloads of a name in the order in which arguments are tried.
type Packet struct {
	Name     string // as error texts name the function
	PyName   string // "torch.relu", "torch._C._nn.gelu", "torch.Tensor.add_"
	Ops      []*Op
	IsMethod bool
}

// Function is what torch.<name> binds to; also "linalg.norm", "special.expit", "fft.fft", "_C._nn.gelu", "nn.functional.relu".
func Function(name string) *Packet { return reg().packets[name] }

// Method is what Tensor.<name> binds to.
func Method(name string) *Packet { return reg().methods[name] }

// FunctionNames lists the names that Function knows.
func FunctionNames() []string { return keys(reg().packets) }

// MethodNames lists the names that Method knows.
func MethodNames() []string { return keys(reg().methods) }

func keys(m map[string]*Packet) []string {
	out := make([]string, 0, len(m))
	for k := range m {
		out = append(out, k)
	}
	return out
}

// Custom describes an operator that is defined at run time (torch.library).
type Custom struct {
	Schema string
	Meta   func(args []Value) ([]*Fake, error)
	Eager  func(args []Value) ([]Value, error)
	Grad   GradFunc
}

// Register adds an operator defined at run time; its name should carry its namespace ("mylib::scale").
func Register(c Custom) (*Op, error) {
	s, err := ParseSchema(strings.Replace(c.Schema, "::", "__", 1))
	if err != nil {
		return nil, err
	}
	e := &entry{S: c.Schema, Grad: c.Grad, OwnTape: c.Grad == nil}
	if c.Eager != nil {
		e.Eager = func(ctx *Context, a Args) []Value {
			out, err := c.Eager(a)
			rethrow(err)
			return out
		}
	}
	if c.Meta != nil {
		e.Meta = func(ctx *Context, a Args) []*Fake {
			out, err := c.Meta(a)
			rethrow(err)
			return out
		}
	}
	op := &Op{Name: c.Schema[:strings.IndexAny(c.Schema, ".(")], Overload: s.Overload, e: e, schema: s}
	reg().register(op)
	return op, nil
}

// inPlaceOverload names the overload of an in-place variant where it differs from the functional one's.
func inPlaceOverload(name, overload string) string {
	switch name + "." + overload {
	case "pow.Tensor_Tensor", "float_power.Tensor_Tensor", "floor_divide.":
		return "Tensor"
	case "pow.Tensor_Scalar", "float_power.Tensor_Scalar":
		return "Scalar"
	}
	return overload
}
