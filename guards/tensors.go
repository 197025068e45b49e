package guards

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// This file checks and words the guards on tensors.

func checkTensor(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	return g.Tensor.holds(v)
}

// holds tells whether v is a tensor as expected.
func (e *TensorExpectation) holds(v object.Value) bool {
	if v.IsNull() || v.Type() != e.Type {
		return false
	}
	t := TensorOf(v)
	if t == nil || t.DType() != e.DType || t.Inference != e.Inference || t.Conj != e.Conj || t.Neg != e.Neg || t.NeedsGrad() != e.RequiresGrad || t.Device() != e.Device {
		return false
	}
	if t == e.last && t.Reshaped() == e.reshaped {
		return true
	}
	sizes, strides := t.Sizes(), t.Strides()
	if len(sizes) != len(e.Sizes) || len(strides) != len(e.Strides) || differs(e.Sizes, sizes) >= 0 || differs(e.Strides, strides) >= 0 {
		return false
	}
	e.last, e.reshaped = t, t.Reshaped()
	return true
}

// tensorMismatch compares in the order in which PyTorch reports: type, dispatch
// keys, dtype, device, requires_grad, rank, sizes, strides.
func tensorMismatch(g *Guard, v object.Value) string {
	e := g.Tensor
	if v.IsNull() {
		return "missing"
	}
	t := TensorOf(v)
	if v.Type() != e.Type || t == nil {
		return fmt.Sprintf("expected type of '%s' to be %s, but found %s", localNames(g.Text()), e.Type, v.Type())
	}
	name := "tensor '" + localNames(g.Text()) + "' "
	switch {
	case t.Device() != e.Device || t.Inference != e.Inference || t.Conj != e.Conj || t.Neg != e.Neg:
		return name + "dispatch key set mismatch. expected " + dispatchKeys(e.Device, e.Inference, e.Conj, e.Neg) + ", actual " + dispatchKeys(t.Device(), t.Inference, t.Conj, t.Neg)
	case t.DType() != e.DType:
		return name + "dtype mismatch. expected " + e.DType.ScalarName() + ", actual " + t.DType().ScalarName()
	case t.NeedsGrad() != e.RequiresGrad:
		return name + "requires_grad mismatch. expected requires_grad=" + strconv.Itoa(flag(e.RequiresGrad)) + g.parameterNote()
	case len(t.Sizes()) != len(e.Sizes):
		return fmt.Sprintf("%srank mismatch. expected %d, actual %d", name, len(e.Sizes), len(t.Sizes()))
	}
	if i := differs(e.Sizes, t.Sizes()); i >= 0 {
		return fmt.Sprintf("%ssize mismatch at index %d. expected %d, actual %d%s", name, i, e.Sizes[i], t.Sizes()[i], g.parameterNote())
	}
	if i := differs(e.Strides, t.Strides()); i >= 0 {
		return fmt.Sprintf("%sstride mismatch at index %d. expected %d, actual %d%s", name, i, e.Strides[i], t.Strides()[i], g.parameterNote())
	}
	return ""
}

func differs(expected, actual []int) int {
	for i, e := range expected {
		if e >= 0 && e != actual[i] {
			return i
		}
	}
	return -1
}

func flag(b bool) int {
	if b {
		return 1
	}
	return 0
}

func (g *Guard) parameterNote() string {
	if g.Tensor.Type.Name != "Parameter" {
		return ""
	}
	return ". Guard failed on a parameter, consider using torch._dynamo.config.force_parameter_static_shapes = False to allow dynamism on parameters."
}

// dispatchKeys are the keys of a tensor, in the order of PyTorch's enumeration.
func dispatchKeys(device tensor.Device, inference, conj, neg bool) string {
	backend := "CPU"
	if device.Type == "meta" {
		backend = "Meta"
	}
	keys := "DispatchKeySet(" + backend + ", BackendSelect"
	if conj {
		keys += ", Conjugate"
	}
	if neg {
		keys += ", Negative"
	}
	if !inference {
		keys += ", ADInplaceOrView, Autograd" + backend
	}
	return keys + ")"
}

func failTensor(th *object.Thread, g *Guard, v object.Value, _ *run) string {
	if v.IsNull() {
		return ""
	}
	return tensorMismatch(g, v)
}

func codeTensor(th *object.Thread, g *Guard) string {
	e := g.Tensor
	return fmt.Sprintf("check_tensor(%s, %s, %s, %s, device=None, requires_grad=%s, size=%s, stride=%s)",
		g.Text(), e.Type.Name, dispatchKeys(e.Device, e.Inference, e.Conj, e.Neg), e.DType, pythonBool(e.RequiresGrad), dims(e.Sizes), dims(e.Strides))
}

func pythonBool(b bool) string {
	if b {
		return "True"
	}
	return "False"
}

func dims(values []int) string {
	parts := make([]string, len(values))
	for i, v := range values {
		parts[i] = "None"
		if v >= 0 {
			parts[i] = strconv.Itoa(v)
		}
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

// The marks of a dimension, as positions in MarkAttributes.
const (
	MarkDynamic = iota
	MarkWeakDynamic
	MarkUnbacked
	MarkStrictUnbacked
	MarkStatic
)

// MarkAttributes are the attributes in which mark_dynamic and its relatives
// leave the marked dimensions on a tensor object.
var MarkAttributes = []string{"_dynamo_dynamic_indices", "_dynamo_weak_dynamic_indices", "_dynamo_unbacked_indices", "_dynamo_strict_unbacked_indices", "_dynamo_static_indices"}

// MarksOf reads the marked dimensions of a tensor object, one set per entry of MarkAttributes.
func MarksOf(th *object.Thread, v object.Value) []map[int]bool {
	out := make([]map[int]bool, len(MarkAttributes))
	d := v.Dict()
	if d == nil {
		return out
	}
	for i, name := range MarkAttributes {
		marks, ok := d.Lookup(name)
		if !ok {
			continue
		}
		out[i] = map[int]bool{}
		_ = object.Iterate(th, marks, func(th *object.Thread, e object.Value) error {
			n, _ := e.AsInt()
			out[i][int(n)] = true
			return nil
		})
	}
	return out
}

// checkMarks demands that the tensor has no mark that the entry was made without.
func checkMarks(th *object.Thread, g *Guard, v object.Value, _ *run) bool {
	if v.IsNull() {
		return false
	}
	if v.Dict() == nil {
		return true
	}
	for i, marks := range MarksOf(th, v) {
		for dim := range marks {
			if !g.Marks[i][dim] {
				return false
			}
		}
	}
	return true
}

// codeMarks is the check of the first of the MarkAttributes; the tree shows all.
func codeMarks(_ *object.Thread, g *Guard) string { return codeMark(g, 0) }

// failMarks tells which marks are new.
func failMarks(th *object.Thread, g *Guard, v object.Value, _ *run) string {
	if v.IsNull() {
		return ""
	}
	for i, marks := range MarksOf(th, v) {
		for dim := range marks {
			if !g.Marks[i][dim] && len(g.Marks[i]) > 0 {
				return fmt.Sprintf("%s not a subset: runtime {%s} is not a subset of compiled {%s}", MarkAttributes[i], g.dimensions(marks), g.dimensions(g.Marks[i]))
			}
			if !g.Marks[i][dim] {
				return withLine(codeMark(g, i), g.Hint, g.Line)
			}
		}
	}
	return ""
}

// dimensions lists marked dimensions.
func (g *Guard) dimensions(marks map[int]bool) string {
	var set []string
	for i := range g.Tensor.Sizes {
		if marks[i] {
			set = append(set, strconv.Itoa(i))
		}
	}
	return strings.Join(set, ", ")
}

func codeMark(g *Guard, attribute int) string {
	name := MarkAttributes[attribute]
	if len(g.Marks[attribute]) == 0 {
		return "hasattr(" + g.Text() + ", '" + name + "') == False"
	}
	return "((getattr(" + g.Text() + ", '" + name + "', set()).issubset({" + g.dimensions(g.Marks[attribute]) + "})) if hasattr(" + g.Text() + ", '" + name + "') else True)"
}

// checkNoAliasing runs once all tensors of the group were checked on their own.
func checkNoAliasing(th *object.Thread, g *Guard, _ object.Value, r *run) bool {
	return firstAlias(th, g, r) < 0
}

// firstAlias is the position of a source that holds an object seen before, or -1. Objects are looked up in a table that is open to
// at least half, by their address.
func firstAlias(th *object.Thread, g *Guard, r *run) int {
	size := 1 << bits.Len(uint(2*len(g.Group)))
	if len(r.seen) != size {
		r.seen = make([]object.Value, size)
	}
	defer clear(r.seen)
	for i := range g.Group {
		v := r.member(th, g, i)
		if v.IsNull() {
			continue
		}
		place := int(object.ID(v) * 0x9e3779b97f4a7c15 >> 40)
		for ; ; place++ {
			switch other := &r.seen[place&(size-1)]; {
			case *other == v:
				return i
			case !other.IsNull():
				continue
			default:
				*other = v
			}
			break
		}
	}
	return -1
}

// member is the value of source i of a guard's group.
func (r *run) member(th *object.Thread, g *Guard, i int) object.Value {
	if r.group != nil {
		return r.at[r.group[i]]
	}
	return g.Group[i].Resolve(th, r.frame)
}

func failNoAliasing(th *object.Thread, g *Guard, _ object.Value, r *run) string {
	i := firstAlias(th, g, r)
	if i < 0 {
		return ""
	}
	v := g.Group[i].Resolve(th, r.frame)
	var names []string
	for _, s := range g.Group {
		if s.Resolve(th, r.frame) == v {
			names = append(names, `"`+localNames(s.Text())+`"`)
		}
	}
	return "Duplicate tensors found: [" + strings.Join(names, ", ") + "]"
}

func codeNoAliasing(th *object.Thread, g *Guard) string {
	names := make([]string, len(g.Group))
	for i, s := range g.Group {
		names[i] = s.Text()
	}
	return "check_no_aliasing(" + strings.Join(names, ", ") + ")"
}
