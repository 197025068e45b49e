package fx

import (
	"strconv"

	"github.com/magneto-go/magneto/fxgraph"
	"github.com/magneto-go/magneto/ops"
	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// shapeAlone is a tensor of which nothing but type and sizes are said.
type shapeAlone struct {
	dtype tensor.DType
	sizes string
}

// told is what scripts have put into the meta of a node about its value: an *ops.Fake, a symbolic number or a shape; nil for nothing.
func told(th *object.Thread, n *fxgraph.Node) any {
	meta := metaDict(n)
	if meta == nil {
		return nil
	}
	for _, key := range []string{"val", "tensor_meta", "example_value"} {
		v, ok := meta.Lookup(key)
		if !ok {
			continue
		}
		if key != "tensor_meta" {
			return describedBy(th, v)
		}
		sizes, err := object.GetAttr(th, v, "shape")
		if err != nil {
			return nil
		}
		dtype, err := object.GetAttr(th, v, "dtype")
		if err != nil {
			return nil
		}
		list, err := object.ToSlice(th, sizes)
		d, ok := above.Value(th, dtype).(tensor.DType)
		if err != nil || !ok {
			return nil
		}
		text, err := object.Repr(th, object.NewList(list...).Ref())
		if err != nil {
			return nil
		}
		return shapeAlone{d, text}
	}
	return nil
}

// describedBy is the description of a tensor or number of a script.
func describedBy(th *object.Thread, v object.Value) any {
	switch x := above.Value(th, v).(type) {
	case *ops.Fake:
		f := *x
		if class := v.Type().ShortName(); f.Class == "" && class != "Tensor" && class != "FakeTensor" && class != "_SeenTensor" {
			f.Class = class
		}
		return &f
	case *tensor.Tensor:
		f := ops.FakeOf(x)
		if class := v.Type().ShortName(); class != "Tensor" && class != "FakeTensor" {
			f.Class = class
		}
		return f
	case bool, int64, float64, string, []ops.Value, nil:
		return nil
	default:
		return x
	}
}

// metaDict is the meta of a node that scripts have looked at, nil of others.
func metaDict(n *fxgraph.Node) *object.Dict {
	v, ok := n.Meta.FromUser["meta"].(object.Value)
	if !ok {
		return nil
	}
	d, _ := object.AsDict(v)
	return d
}

// toldLines are the lines of a program that scripts have put into the meta of a node, as a traceback.
func toldLines(n *fxgraph.Node) []fxgraph.Line {
	meta := metaDict(n)
	if meta == nil {
		return nil
	}
	v, _ := meta.Lookup("stack_trace")
	text, _ := object.Text(v)
	return linesOf(text)
}

// linesOf reads a traceback.
func linesOf(text string) (lines []fxgraph.Line) {
	for _, m := range stackLine.FindAllStringSubmatch(text, -1) {
		number, _ := strconv.Atoi(m[2])
		lines = append(lines, fxgraph.Line{Filename: m[1], Line: number, Function: m[3], Code: m[4]})
	}
	return lines
}
