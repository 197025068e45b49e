package torch

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
	_ "github.com/magneto-go/magneto/vm"
	"github.com/magneto-go/magneto/vm/interp"
	"github.com/magneto-go/magneto/vm/object"
)

// hintEnv is a shape environment that knows the sizes of one call.
type hintEnv struct {
	hints   map[string]int64
	unknown []int64 // the sizes that depend on data, in order
}

func (e *hintEnv) eval(x *symbolic.Expr) int64 {
	v, err := symbolic.Eval(x, func(name string) (int64, bool) { v, ok := e.hints[name]; return v, ok })
	if err != nil {
		panic(err)
	}
	return v
}

func (e *hintEnv) Decide(b symbolic.Bool) bool { return e.eval(b.Expr()) != 0 }
func (e *hintEnv) Hint(v symbolic.Int) int64   { return e.eval(v.Expr()) }
func (e *hintEnv) FreshUnbacked(string) symbolic.Int {
	name := fmt.Sprintf("u%d", len(e.hints))
	e.hints[name] = 5
	if len(e.unknown) > 0 {
		e.hints[name], e.unknown = e.unknown[0], e.unknown[1:]
	}
	return symbolic.FromExpr(symbolic.NewSymbol(name))
}

// fakeInputs are the arguments of the test's functions: name, element type, sizes as symbols or numbers.
var fakeInputs = []struct {
	name  string
	dtype tensor.DType
	sizes []string
}{
	{"x", tensor.Float32, []string{"n", "k"}}, {"y", tensor.Float32, []string{"n", "k"}}, {"v", tensor.Float32, []string{"k"}},
	{"i", tensor.Int64, []string{"n"}}, {"z", tensor.Complex64, []string{"n", "k"}}, {"m", tensor.Float32, []string{"k", "k"}},
	{"p", tensor.Float32, []string{"b", "4", "h", "h"}}, {"t", tensor.Float32, []string{"b", "h", "k"}}, {"c", tensor.Bool, []string{"n", "k"}},
}

var fakeSizesOfTest = map[string]int64{"n": 6, "k": 4, "b": 3, "h": 8}

func makeInputs(th *object.Thread, fake bool) []Value {
	var out []Value
	for _, in := range fakeInputs {
		sizes := make([]symbolic.Int, len(in.sizes))
		for i, s := range in.sizes {
			if v, ok := fakeSizesOfTest[s]; ok {
				sizes[i] = symbolic.FromExpr(symbolic.NewSymbol(s))
				if !fake {
					sizes[i] = symbolic.IntOf(v)
				}
			} else {
				sizes[i] = symbolic.IntOf(int64(s[0] - '0'))
			}
		}
		if fake {
			out = append(out, FromOps(th, ops.NewFake(in.dtype, sizes)))
			continue
		}
		var plain []int
		for _, s := range sizes {
			c, _ := s.Const()
			plain = append(plain, int(c))
		}
		t := tensor.New(in.dtype, plain...)
		values := make([]float64, t.Numel())
		for j := range values {
			values[j] = 0.1 + float64((j*7)%10)/13
		}
		ints := make([]int64, t.Numel())
		for j := range ints {
			ints[j] = int64(j*3) % 4
		}
		switch {
		case in.dtype.IsIntOrBool():
			tensor.StoreInts(t, ints)
		case in.dtype.IsComplex():
			c := make([]complex128, len(values))
			for j := range c {
				c[j] = complex(values[j], 0.3)
			}
			tensor.StoreComplexes(t, c)
		default:
			tensor.StoreFloats(t, values)
		}
		out = append(out, Wrap(th, t))
	}
	return out
}

// shapeText describes a result: element types and sizes of tensors, other values as they print.
func shapeText(th *object.Thread, e *hintEnv, v Value) string {
	switch t, _ := operand(v); t := t.(type) {
	case *tensor.Tensor:
		return fmt.Sprintf("%s%v", t.DType().Name(), t.Sizes())
	case *ops.Fake:
		sizes := make([]int64, len(t.Sizes))
		for i, s := range t.Sizes {
			sizes[i] = e.Hint(s)
		}
		return fmt.Sprintf("%s%v", t.DType.Name(), sizes)
	}
	if isSymInt(v) {
		return fmt.Sprint(e.Hint(payload[symbolic.Int](v)))
	}
	if items, ok := sequence(th, v); ok {
		var parts []string
		for _, x := range items {
			parts = append(parts, shapeText(th, e, x))
		}
		return v.Type().Name + "(" + strings.Join(parts, " ") + ")"
	}
	text, err := object.Repr(th, v)
	if err != nil {
		return err.Error()
	}
	return text
}

// run calls a function on inputs; a Go panic is a failure of its own kind.
func runShape(th *object.Thread, e *hintEnv, f Value, fake bool) (text string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("panic: %v", r)
		}
	}()
	if fake {
		defer Context(th).SetEnv(Context(th).SetEnv(e))
	}
	v, err := object.CallArgs(th, f, makeInputs(th, fake), nil)
	if err != nil {
		return "", err
	}
	return shapeText(th, e, v), nil
}

// TestScriptsOnFakes runs functions of scripts on tensors with data and on tensors without whose sizes are symbols: a captured
// graph is run so to make its backward graph. Results have the same types and sizes.
func TestScriptsOnFakes(t *testing.T) {
	th := object.NewThread()
	functions := scriptFunctions(th, t, scriptCalls)
	for _, text := range scriptCalls {
		f := functions[text]
		want, err := runShape(th, &hintEnv{hints: maps.Clone(fakeSizesOfTest)}, f, false)
		if err != nil {
			t.Errorf("%s: with data: %v", text, err)
			continue
		}
		got, err := runShape(th, &hintEnv{hints: maps.Clone(fakeSizesOfTest), unknown: unknownSizes[text]}, f, true)
		if err != nil {
			t.Errorf("%s: without data: %v", text, err)
		} else if got != want {
			t.Errorf("%s: without data %s, with data %s", text, got, want)
		}
	}
	t.Logf("%d calls", len(scriptCalls))
}

func scriptFunctions(th *object.Thread, t *testing.T, calls []string) map[string]Value {
	t.Helper()
	Register()
	var names []string
	for _, in := range fakeInputs {
		names = append(names, in.name)
	}
	source := "import torch, operator, math, types\nimport torch.nn.functional as F\nimport torch.nn as nn\n" +
		"torch.compiler = types.SimpleNamespace(is_compiling=lambda: False)\ntorch._probes = [\n" // the compiler is a package above
	for _, c := range calls {
		if !strings.Contains(c, ";") {
			source += fmt.Sprintf("    lambda %s: (%s),\n", strings.Join(names, ", "), c)
			continue
		}
		parts := strings.Split(c, ";")
		source = strings.Replace(source, "torch._probes = [", fmt.Sprintf("def f%d(%s):\n    %s\n    return (%s)\n\n\ntorch._probes = [", len(source), strings.Join(names, ", "), strings.Join(trimmed(parts[:len(parts)-1]), "\n    "), strings.TrimSpace(parts[len(parts)-1])), 1)
		name := source[strings.LastIndex(source, "def f")+4:]
		source += "    " + name[:strings.IndexByte(name, '(')] + ",\n"
	}
	if err := interp.RunMain(th, "<probes>", []byte(source+"]\n")); err != nil {
		t.Fatal(err)
	}
	m, err := interp.ImportModule(th, "torch")
	if err != nil {
		t.Fatal(err)
	}
	list, err := object.GetAttr(th, m, "_probes")
	if err != nil {
		t.Fatal(err)
	}
	items, _ := sequence(th, list)
	out := map[string]Value{}
	for i, c := range calls {
		out[c] = items[i]
	}
	return out
}

func trimmed(parts []string) []string {
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// unknownSizes are the sizes that depend on data, as the calls with data have them.
var unknownSizes = map[string][]int64{
	"x.nonzero()": {24}, "torch.nonzero(c)": {18}, "torch.nonzero(c, as_tuple=True)": {18}, "c.nonzero(as_tuple=True)": {18}, "c.nonzero(as_tuple=False)": {18}, "torch.where(c)": {18},
	"x[c]": {18}, "x.masked_select(c)": {18}, "torch.unique(i)": {4}, "i.unique()": {4}, "torch.unique(i, return_inverse=True)": {4}, "i.unique(return_counts=True)": {4},
	"torch.unique(x, sorted=True, return_inverse=True, return_counts=True)": {10}, "torch.unique_consecutive(i)": {6}, "i.unique_consecutive(return_inverse=True)": {6}, "torch.argwhere(c)": {18},
}

// TestFormsAreCalled holds the calls of the test above against the tables: every method and function of this package, and
// every call form of the operator table, is in one of them or needs data.
func TestFormsAreCalled(t *testing.T) {
	all := strings.Join(scriptCalls, "\n")
	needData := strings.Fields(`data_ptr const_data_ptr tolist is_nonzero is_set_to cuda xpu backward register_hook retain_grad register_post_accumulate_grad_hook new set_ apply_ untyped_storage
		storage _typed_storage __deepcopy__ __reduce_ex__ __copy__ __complex__ __array__ __array_wrap__ numpy pin_memory share_memory_`)
	for _, name := range slices.Sorted(maps.Keys(tensorMethods)) {
		if slices.Contains(strings.Fields(pythonMethods), name) { // Python code, made of other calls
			continue
		}
		if !strings.Contains(all, "."+name+"(") && !slices.Contains(needData, name) {
			t.Errorf("no call of the method %s", name)
		}
	}
	for _, op := range ops.Table() {
		if op.OnlyScripts() && !strings.Contains(all, op.Name+"(") {
			t.Errorf("no call of %s", op)
		}
	}
}
