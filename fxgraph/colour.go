package fxgraph

import (
	"fmt"
	"math"
)

// The colours of code on terminals.
const (
	dim   = "\x1b[2m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	blue  = "\x1b[34m"
	plain = "\x1b[0m"
)

func (w *codeWriter) colored(colour, text string) string {
	if !w.options.Colored {
		return text
	}
	return colour + text + plain
}

// Shape is an annotation of a tensor of its element type, sizes, strides and device, which may be left out.
func (s NoteStyle) Shape(dtype, sizes, strides, device string) string {
	if !s.Colored {
		return dtype + sizes + strides + device
	}
	return red + dtype + plain + blue + sizes + plain + dim + blue + strides + plain + dim + green + device + plain
}

// argument is an argument in code: as Repr has it, but that complex numbers whose parts Python's notation would lose are calls.
func (w *codeWriter) argument(a any) string {
	switch a := a.(type) {
	case *Node:
		return a.Name
	case *Function:
		return Repr(a)
	case List:
		return "[" + joinArgs(a, w.argument) + "]"
	case Tuple:
		if len(a) == 1 {
			return "(" + w.argument(a[0]) + ",)"
		}
		return "(" + joinArgs(a, w.argument) + ")"
	case Slice:
		return "slice(" + w.argument(a.Start) + ", " + w.argument(a.Stop) + ", " + w.argument(a.Step) + ")"
	case complex128:
		lost := func(v float64) bool { return v == 0 || math.IsInf(v, 0) || math.IsNaN(v) }
		if lost(real(a)) || lost(imag(a)) {
			return w.colored(blue, fmt.Sprintf("complex(%s, %s)", floatRepr(real(a)), floatRepr(imag(a))))
		}
	case Dict:
		if !plainDict(a) {
			return Repr(a)
		}
	}
	return w.colored(blue, Repr(a))
}

// plainDict says whether a dict holds no nodes.
func plainDict(d Dict) bool {
	for _, e := range d {
		if holdsNode(e.Value) {
			return false
		}
	}
	return true
}

func holdsNode(a any) bool {
	list := []any{}
	switch a := a.(type) {
	case *Node:
		return true
	case List:
		list = a
	case Tuple:
		list = a
	case Dict:
		return !plainDict(a)
	}
	for _, x := range list {
		if holdsNode(x) {
			return true
		}
	}
	return false
}
