package ops

import (
	"strings"

	"github.com/magneto-go/magneto/tensor"
)

// Every view has a form that gives a copy: <name>_copy.

// copiedViews are the schemas of the views, without what they say of aliasing.
var copiedViews = []string{
	"alias(Tensor self) -> Tensor", "as_strided(Tensor self, SymInt[] size, SymInt[] stride, SymInt? storage_offset=None) -> Tensor", "detach(Tensor self) -> Tensor",
	"diagonal(Tensor self, int offset=0, int dim1=0, int dim2=1) -> Tensor", "expand(Tensor self, SymInt[] size, *, bool implicit=False) -> Tensor",
	"permute(Tensor self, int[] dims) -> Tensor", "select.int(Tensor self, int dim, SymInt index) -> Tensor",
	"slice.Tensor(Tensor self, int dim=0, SymInt? start=None, SymInt? end=None, SymInt step=1) -> Tensor",
	"split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]", "split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]",
	"squeeze(Tensor self) -> Tensor", "squeeze.dim(Tensor self, int dim) -> Tensor", "squeeze.dims(Tensor self, int[] dim) -> Tensor", "t(Tensor self) -> Tensor",
	"transpose.int(Tensor self, int dim0, int dim1) -> Tensor", "unbind.int(Tensor self, int dim=0) -> Tensor[]", "unfold(Tensor self, int dimension, int size, int step) -> Tensor",
	"unsqueeze(Tensor self, int dim) -> Tensor", "view(Tensor self, SymInt[] size) -> Tensor", "view.dtype(Tensor self, ScalarType dtype) -> Tensor",
	"_conj(Tensor self) -> Tensor", "_neg_view(Tensor self) -> Tensor", "view_as_complex(Tensor self) -> Tensor", "view_as_real(Tensor self) -> Tensor", "narrow(Tensor self, int dim, SymInt start, SymInt length) -> Tensor",
}

var _ = addTable(viewCopies())

func viewCopies() []entry {
	var all []entry
	for _, schema := range copiedViews {
		view, params, _ := strings.Cut(schema, "(")
		name, overload, _ := strings.Cut(view, ".")
		full := name + "_copy"
		if overload != "" {
			full += "." + overload
		}
		in := asFunction | asOut
		if strings.HasSuffix(schema, "[]") {
			in = asFunction
		}
		if name == "narrow" {
			in |= asMethod
		}
		all = append(all, entry{S: full + "(" + params, In: in, Whole: true, Decomp: func(ctx *Context, a Args) []Value {
			r := ctx.call(view, a...)
			if list, ok := r[0].([]Value); ok {
				return []Value{cloned(ctx, list)}
			}
			return cloned(ctx, r)
		}})
	}
	return append(all,
		entry{S: "unsafe_chunk(Tensor self, int chunks, int dim=0) -> Tensor[]", In: asFunction | asMethod, Decomp: chunks("unsafe_split.Tensor", "unsafe_split_with_sizes")},
		unsafeSplit("unsafe_split.Tensor(Tensor self, SymInt split_size, int dim=0) -> Tensor[]", "split.Tensor"),
		unsafeSplit("unsafe_split_with_sizes(Tensor self, SymInt[] split_sizes, int dim=0) -> Tensor[]", "split_with_sizes"))
}

func cloned(ctx *Context, list []Value) []Value {
	out := make([]Value, len(list))
	for i, v := range list {
		out[i] = ctx.call1("clone", v, tensor.ContiguousFormat)
	}
	return out
}

// unsafeSplit is a form of split that promises not to change the parts; here they are views like those of split.
func unsafeSplit(schema, of string) entry {
	return entry{S: schema, In: asFunction | asMethod, Whole: true, Decomp: func(ctx *Context, a Args) []Value { return ctx.call(of, a...) }}
}
