package torch

import (
	"regexp"
	"strings"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// innerCalls says which operators PyTorch calls within one that is a kernel here, for dense tensors: names before the colon, behind it the
// calls in their order, each with the calls within it in parentheses. What depends on the call
// stands there as a name in capitals (callsFor).
const innerCalls = `
ones full: empty fill_
zeros: empty zero_
rand: empty uniform_
randn: empty normal_
randint: empty random_
arange: empty arange(resize_)
eye: empty eye(resize_ zero_)
linspace logspace: empty linspace
randperm: empty randperm(scalar_tensor resize_ resize_)
ones_like full_like: empty_like(empty_strided) fill_
zeros_like: empty_like(empty_strided) zero_
empty_like: empty_strided
rand_like: empty_like(empty_strided) uniform_
randn_like: empty_like(empty_strided) normal_
new_zeros: empty zero_
new_ones new_full: empty fill_
add sub mul div gt ge lt le add_ sub_ mul_ div_: CONVERT
rsub: sub(CONVERT)
pow: POWER
floor_divide: empty
relu: clamp_min
hardtanh: empty_like(empty_strided) hardtanh(clamp(to))
sum amax amin all: LESS fill_
mean: sum(as_strided fill_) div_(to(_to_copy(empty_strided copy_)))
max min: MOST
dot: empty fill_
prod: empty as_strided fill_
argmax argmin linalg_vector_norm: as_strided
var: empty as_strided
any: as_strided to(_to_copy(empty_strided copy_)) fill_
cumsum cumprod clamp: to
sort: copy_ arange(empty arange(resize_)) as_strided copy_
abs: empty abs
isnan: ne
t mT: transpose(as_strided)
transpose permute unsqueeze squeeze expand select slice unfold diagonal: as_strided
split: NARROW
unbind: SELECT
detach: detach
clone: empty_strided copy_
_to_copy: empty_strided copy_
mm bmm: resolve_conj resolve_conj
mv: empty addmv_
addmm: BIAS copy_ resolve_conj resolve_conj
index: as_strided reshape(view)
index_select: empty SELECT
embedding: index_select(empty SELECT)
stack: cat view
native_layer_norm: empty empty empty view view
native_group_norm: empty_like(empty) empty empty
_adaptive_avg_pool2d: empty resize_
mse_loss smooth_l1_loss huber_loss: resize_ empty mean(sum(as_strided fill_) div_(to(_to_copy(empty_strided copy_))))
where: empty
masked_fill: clone(empty_like(empty) copy_) masked_fill_
gather: to
scatter: copy_ to
nonzero: empty as_strided_
flip: empty_like(empty_strided) as_strided
bernoulli: empty_like(empty) bernoulli_
_fft_r2c: empty
equal: is_same_size
`

// innerTable holds the lines of innerCalls by operator.
var innerTable = func() map[string]string {
	table := map[string]string{}
	for line := range strings.Lines(strings.TrimSpace(innerCalls)) {
		names, calls, _ := strings.Cut(strings.TrimSpace(line), ": ")
		for name := range strings.FieldsSeq(names) {
			table["aten::"+name] = calls
		}
	}
	table["torch::autograd::AccumulateGrad"] = "detach(detach)" // a gradient becomes that of the leaf
	return table
}()

// within records the calls within an event that has none of its own.
func (p *profiler) within(at int, outs []ops.Value) {
	e := p.events[at]
	calls := innerTable[e.name]
	if calls == "" {
		return
	}
	p.place(innerNames.ReplaceAllStringFunc(calls, func(name string) string { return callsFor(name, e.args, outs) }), at)
}

var innerNames = regexp.MustCompile("[A-Z]+")

// callsFor is what stands for a name in capitals in a line of innerCalls.
func callsFor(name string, args, outs []ops.Value) string {
	in, rows := dimsOf(args), 0
	if len(outs) == 1 {
		if parts, many := outs[0].([]ops.Value); many {
			outs, rows = parts, len(parts)
		} else if t, ok := outs[0].(*tensor.Tensor); ok && t != nil && t.Dim() > 0 {
			rows = t.Sizes()[0]
		}
	}
	switch {
	case name == "CONVERT":
		return numberConversion(args, outs)
	case name == "SELECT":
		return strings.Repeat("select(as_strided) ", rows)
	case name == "NARROW":
		return strings.Repeat("narrow(slice(as_strided)) ", len(outs))
	case name == "BIAS" && in < 2:
		return "expand(as_strided)"
	case name == "LESS" && in > dimsOf(outs):
		return "as_strided"
	case name == "MOST" && len(outs) == 1:
		return "empty fill_"
	case name == "MOST":
		return "unsqueeze_(as_strided_) unsqueeze_(as_strided_) squeeze_(as_strided_) squeeze_(as_strided_)"
	case name == "POWER" && len(args) > 1 && dimsOf(args[1:]) < 0:
		return "result_type to"
	}
	return ""
}

// dimsOf is the number of dimensions of the first value, -1 where it is no tensor.
func dimsOf(values []ops.Value) int {
	if len(values) > 0 {
		if t, ok := values[0].(*tensor.Tensor); ok && t != nil {
			return t.Dim()
		}
	}
	return -1
}

// place records calls as events within one, at its beginning, and gives what follows the parenthesis that ends them.
func (p *profiler) place(calls string, parent int) string {
	for {
		calls = strings.TrimLeft(calls, " ")
		end := strings.IndexAny(calls, " ()")
		if end < 0 {
			end = len(calls)
		}
		if name := calls[:end]; name != "" {
			begin := p.events[parent].begin
			if name != "detach" || p.events[parent].name != "aten::detach" {
				name = "aten::" + name
			}
			p.events = append(p.events, profiled{name: name, begin: begin, end: begin, parent: parent, inputs: &inputs{}, keywords: object.None, sequence: -1})
		}
		calls = calls[end:]
		switch {
		case calls == "":
			return ""
		case calls[0] == '(':
			calls = p.place(calls[1:], len(p.events)-1)
		case calls[0] == ')':
			return calls[1:]
		}
	}
}

// numberConversion is what brings a number among two operands to the type of the other.
func numberConversion(args, outs []ops.Value) string {
	if len(args) < 2 || len(outs) == 0 {
		return ""
	}
	t, ok := args[0].(*tensor.Tensor)
	if !ok || t == nil {
		return ""
	}
	own := tensor.Float64
	switch args[1].(type) {
	case *tensor.Tensor:
		return ""
	case int64, int:
		own = tensor.Int64
	case bool:
		own = tensor.Bool
	case float64:
	default:
		return ""
	}
	if own == t.DType() {
		return ""
	}
	return "to(_to_copy(empty_strided copy_))"
}
