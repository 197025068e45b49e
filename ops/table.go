package ops

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/tensor"
)

// entry is one operator overload; everything else that is known of it is derived.
type entry struct {
	// S is the schema text.
	S string
	// In says where scripts find the operator and which variants it has.
	In places

	// Meta describes the results: sizes, strides and dtype. Operators without it are decomposed.
	Meta func(ctx *Context, a Args) []*Fake
	// Kernel computes into results allocated as Meta says.
	Kernel func(ctx *Context, a Args, out []*tensor.Tensor)
	// Eager computes on tensors and allocates its own results (sizes that depend on data, non-tensor results).
	Eager func(ctx *Context, a Args) []Value
	// Decomp expresses the operator through others. Without Meta and Grad the operator is composite: it is
	// decomposed before autograd and modes see it.
	Decomp func(ctx *Context, a Args) []Value
	// Parts is what an operator that draws is to vmap, where that is more than one draw.
	Parts func(ctx *Context, a Args) []Value
	// Whole: PyTorch has the composite operator as one with kernels. Modes and classes see it so, and it is one node of the history.
	Whole bool
	// Seen is what modes of scripts see in place of an operator that is one kernel here and composite in PyTorch; nil leaves the call as it is.
	Seen func(ctx *Context, a Args) []Value
	// Scan is what combines the elements up to each one in cumulative operators, as the loop IR names it.
	Scan ir.Op
	// Grad gives the gradients of the tensor arguments.
	Grad GradFunc
	// Saves are the arguments and results that Grad looks at the data of, and SavesFor[i] those that it looks at only for
	// the gradient of argument i. Nothing else is kept from the call but sizes, types and plain arguments.
	Saves    slots
	SavesFor []slots
	// GradNo is the number at the end of the node's name; GradName replaces the whole name.
	GradNo   int
	GradName string
	// PlainGrad: PyTorch has no derivative of the in-place form, whose node refuses.
	PlainGrad bool
	// NonDiff: no gradient flows through, whatever the result's type.
	NonDiff bool
	// Linear says that the operator is linear in its first argument and that its derivative leaves some of it out: the tangent is the operator's of the tangent.
	Linear bool
	// NoTangent is the name under which PyTorch refuses to differentiate the operator forward, where it has no formula for that.
	NoTangent string
	// RealGrad: PyTorch does not differentiate results that are complex.
	RealGrad bool
	// Stats are the results that PyTorch does not differentiate, which have no history: what the derivative needs beside the others.
	Stats slots
	// NilGrads says that Grad takes nil for results that no gradient came to; others are given zeros.
	NilGrads bool
	// Writes: the operator writes to arguments although its schema does not say so.
	Writes bool
	// Num: Tensor parameters accept Python numbers.
	Num bool
	// Wraps: a number that is given for a tensor becomes one.
	Wraps bool
	// Seeded: draws from the default generator, though the schema has no generator argument.
	Seeded bool
	// Overlaps: the in-place and out forms do not look whether arguments share memory with the target.
	Overlaps bool
	// Answer: the result depends on data and is no tensor, so that it has no meaning for all elements of a vmap at once.
	Answer bool
	// Fills: the kernel writes every element of its results, which are allocated with anything in them.
	Fills bool
	// Arrange brings the positional arguments of scripts to those of the schema, before they are matched with it.
	Arrange func(args []Value) []Value
	// FakeAnswer stands for results that are no tensors where the arguments have no data.
	FakeAnswer func(ctx *Context, a Args) []Value
	// Ask and AskDim answer a question about a tensor, or about one of its dimensions, without looking at the levels. They are
	// the whole of such an entry.
	Ask    func(v Value) Value
	AskDim func(v Value, dim int) Value
	// OwnTape: the eager function records itself for autograd (operators defined by scripts).
	OwnTape bool

	// Into writes the result of the in-place form straight to argument 0, where that is not the functional result copied back.
	Into func(ctx *Context, op *Op, a Args)

	loop        *loopBody                  // of elementwise operators, see loopTable
	converts    *conversion                // numbers that the kernel converts, see conversionTable
	device      int                        // the position of the argument that says where the result is; 0 for none
	refuses     []refusal                  // element types that PyTorch does not take, see refusalTable
	accumulates bool                       // a sum or product, whose result may be asked for in another type
	checks      func(ctx *Context, a Args) // what is asked of the arguments first, see argumentChecks
	memory      memoryRule                 // what is asked of the memory of targets, see memoryRules
	operands    operandRule                // what is done with operands of more precision, see operandRules
	batch       batchRule                  // the rule of vmap for the plain form, see batchTable
	lined       bool                       // the in-place form lines mapped dimensions up as batchPointwise does
}

// places says where scripts find an operator and which variants it has.
type places uint16

const (
	asFunction        places = 1 << iota // torch.<name>
	asMethod                             // Tensor.<name>
	asNN                                 // torch._C._nn.<name>
	asLinalg                             // torch.linalg.<name without linalg_>
	asSpecial                            // torch.special.<name without special_>
	asFFT                                // torch.fft.<name without fft_>
	asFunctional                         // torch.nn.functional.<name>
	asInPlace                            // Tensor.<name>_
	asInPlaceFunction                    // torch.<name>_ and Tensor.<name>_
	asInPlaceNN                          // torch._C._nn.<name>_ alone
	asInPlaceOperator                    // torch.ops.aten.<name>_ alone: composite operators call it
	asOut                                // the out= overload
	asTorchFunctional                    // torch.<name>, which graphs print as torch.functional.<name>
	onlyScripts                          // a call form (forms.go), which torch.ops has not
)

// slots is a set of arguments and results of a call: bit i is argument i, bit 16+i result i.
type slots uint32

const (
	in0 slots = 1 << iota
	in1
	in2
	in3
	in4
	in5
)

const (
	out0 slots = 1 << (16 + iota)
	out1
	out2
	out3
	out4
)

const allArgs = out0 - in0 // every argument

// Op is one overload, or a variant of one.
type Op struct {
	Name, Overload string
	// Functional is the overload that an in-place or out variant is derived from.
	Functional *Op
	Variant    Variant

	e       *entry
	view    bool // the results alias argument 0
	mutates bool // an argument is written to
	random  bool // draws from a generator
	out     *Op  // the out variant of a plain overload
	schema  atomic.Pointer[Schema]
	warns   func(ctx *Context, a Args) // what it warns of, see warningTable
	extra   any                        // what other packages attach (SetExtra)
	written *WrittenCall               // of a functional call of an operator that writes
	stands  *Op                        // the operator that this further name is one of
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
	if s := op.schema.Load(); s != nil {
		return s
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
		names := outParams(op.Functional, base.Returns)
		for i, r := range base.Returns {
			alias := string(rune('a'+i)) + "!"
			s.Params = append(s.Params, Param{Name: names[i], Type: r.Type, KwOnly: true, Alias: alias})
			s.Returns[i].Alias = alias
		}
	}
	op.schema.Store(&s)
	return &s
}

// IsView says whether results alias an argument.
func (op *Op) IsView() bool { return op.view }

// IsComposite says whether the operator is decomposed before autograd and modes see it.
func (op *Op) IsComposite() bool { return op.e.Decomp != nil && op.e.Meta == nil && op.e.Grad == nil }

// IsWhole says whether modes see a composite operator as one.
func (op *Op) IsWhole() bool { return op.e.Whole }

// OnlyScripts says whether the operator is a call form of scripts, which torch.ops has not.
func (op *Op) OnlyScripts() bool { return op.e.In&onlyScripts != 0 }

// Mutates says whether an argument is written to.
func (op *Op) Mutates() bool { return op.mutates }

// Random says whether the operator draws from a generator.
func (op *Op) Random() bool { return op.random }

// readSchema derives aliasing, mutation and randomness from the schema text; parsing all schemas would slow the start.
func (op *Op) readSchema() {
	_, results, _ := strings.Cut(op.e.S, "->")
	op.view = strings.Contains(results, "Tensor(a)") && !op.IsComposite()
	op.mutates = op.Variant != Plain || strings.Contains(op.e.S, "!)")
	op.random = op.e.Seeded || strings.Contains(op.e.S, "Generator?")
}

// Extra is what another package attached with SetExtra.
func (op *Op) Extra() any     { return op.extra }
func (op *Op) SetExtra(v any) { op.extra = v }

// tables lists the entries by subject.
var tables = [][]entry{}

// addTable registers entries; called from package variables of the files with the entries.
func addTable(t []entry) bool {
	tables = append(tables, t) // start: tables are declared while packages are initialised
	return true
}

type registry struct {
	ops     []*Op
	byName  map[string]*Op
	packets map[string]*Packet // functions: "add", "linalg.norm", "nn.functional.relu", "_C._nn.gelu"
	methods map[string]*Packet

	further map[string][]*Op // by further names of operators

	// while it is built
	rules    map[string]batchRule
	refusals map[string][]refusal
	lined    map[string]bool
}

var (
	theRegistry  *registry // immutable once it is built
	registryOnce sync.Once
)

func reg() *registry {
	registryOnce.Do(func() { theRegistry = buildRegistry() }) // shared: built once
	return theRegistry
}

func buildRegistry() *registry {
	r := &registry{byName: make(map[string]*Op, 2048), packets: make(map[string]*Packet, 1024), methods: make(map[string]*Packet, 1024)}
	r.rules, r.lined = batchRules()
	r.refusals = parseRefusals()
	for _, t := range tables {
		for i := range t {
			r.add(&t[i])
		}
	}
	for _, a := range aliases {
		r.alias(a)
	}
	r.nameFurther()
	r.rules, r.lined, r.refusals = nil, nil, nil
	return r
}

func (r *registry) register(op *Op) {
	op.readSchema()
	op.warns = warningTable[op.String()]
	r.ops = append(r.ops, op)
	r.byName[op.String()] = op
}

func (r *registry) add(e *entry) {
	name := e.S[:strings.IndexByte(e.S, '(')]
	overload := ""
	if dot := strings.IndexByte(name, '.'); dot >= 0 {
		name, overload = name[:dot], name[dot+1:]
	}
	op := &Op{Name: name, Overload: overload, e: e}
	if e.In&asFunctional != 0 {
		op.Name = "nn.functional." + name
	}
	e.asked()
	e.loop = loopTable[op.String()]
	if e.Scan != ir.Invalid {
		e.Kernel = scanLoop(e.Scan, e.Kernel)
	}
	e.refuses = append(r.refusals[op.Name+"."+cmp.Or(overload, "default")], r.refusals[op.Name]...)
	e.checks = checksOf(op.Name)
	e.accumulates = slices.Contains([]string{"sum", "prod", "cumsum", "cumprod", "nansum"}, op.Name)
	if c, ok := conversionTable[op.String()]; ok {
		e.converts = &c
	}
	e.memory, e.operands = memoryRules[name], operandRules[name]
	e.batch, e.lined = r.rules[op.String()], r.lined[op.String()]
	r.register(op)
	e.device = deviceParam(e.S)
	for _, p := range placeNames {
		if e.In&p.place != 0 {
			r.function(p.key+strings.TrimPrefix(name, p.drop), p.python+name, op)
		}
	}
	if e.In&asMethod != 0 {
		r.method(name, op)
	}
	if e.In&(asInPlace|asInPlaceFunction|asInPlaceNN|asInPlaceOperator) != 0 {
		inplace := &Op{Name: name + "_", Overload: inPlaceOverload(name, overload), e: e, Functional: op, Variant: InPlace}
		r.register(inplace)
		switch {
		case e.In&asInPlaceOperator != 0:
		case e.In&asInPlaceNN != 0:
			r.function("_C._nn."+name+"_", "torch._C._nn."+name+"_", inplace)
		default:
			r.method(name+"_", inplace)
		}
		if e.In&asInPlaceFunction != 0 {
			r.function(name+"_", "torch."+name+"_", inplace)
		}
	}
	if e.In&asOut != 0 {
		op.out = &Op{Name: op.Name, Overload: outOverload(op), e: e, Functional: op, Variant: Out}
		r.register(op.out)
	}
}

// placeNames are the namespaces of functions: the prefix of the packet's key, what the operator's name has in front that
// the key has not, and the prefix of the name that scripts see.
var placeNames = []struct {
	place             places
	key, drop, python string
}{
	{asFunction, "", "", "torch."},
	{asTorchFunctional, "", "", "torch.functional."},
	{asNN, "_C._nn.", "", "torch._C._nn."},
	{asLinalg, "linalg.", "linalg_", "torch._C._linalg."},
	{asSpecial, "special.", "special_", "torch._C._special."},
	{asFFT, "fft.", "fft_", "torch._C._fft."},
	{asFunctional, "nn.functional.", "", "torch.nn.functional."},
}

func (r *registry) function(key, qualName string, op *Op) {
	p := r.packets[key]
	if p == nil {
		p = &Packet{Name: op.Name, PyName: qualName, Unreduced: op.e.In&asFunctional == 0 && strings.Contains(op.e.S, "int reduction=1")}
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
		name, module := short(a.name), "torch."
		if home, _, ok := strings.Cut(a.name, "."); ok { // linalg or special
			name, module = strings.ReplaceAll(a.name, ".", "_"), "torch._C._"+home+"."
		}
		r.packets[a.name] = &Packet{Name: name, PyName: module + name, Ops: p.Ops}
	}
	if strings.Contains(a.name, ".") {
		return
	}
	if p := r.packets[a.of+"_"]; p != nil && r.packets[a.name+"_"] == nil {
		r.packets[a.name+"_"] = &Packet{Name: a.name + "_", PyName: "torch." + a.name + "_", Ops: p.Ops}
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
	// Unreduced: as functions of scripts, losses that take their reduction as a number do none where the number is left out, though the schema's default is the mean.
	Unreduced bool
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

// inPlaceOverload names the overload of an in-place variant where it differs from the functional one's.
func inPlaceOverload(name, overload string) string {
	switch name + "." + overload {
	case "pow.Tensor_Tensor", "float_power.Tensor_Tensor", "floor_divide.":
		return "Tensor"
	case "pow.Tensor_Scalar", "float_power.Tensor_Scalar":
		return "Scalar"
	case "transpose.int":
		return ""
	}
	return overload
}
