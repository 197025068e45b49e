package jit

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/tensor"
	"github.com/magneto-go/magneto/vm/object"
)

// cppText is a tensor as scripts print it: its elements in columns, and its type in brackets behind them.
func cppText(t *tensor.Tensor) string {
	kind := "CPU" + t.DType().ScalarName() + "Type"
	sizes := make([]string, len(t.Sizes()))
	for i, n := range t.Sizes() {
		sizes[i] = strconv.Itoa(n)
	}
	end := "[ " + kind + "{" + strings.Join(sizes, ",") + "} ]"
	if len(t.Sizes()) == 0 {
		return number(t.Item()) + "\n[ " + kind + "{} ]"
	}
	values := elements(t)
	f := columns(values)
	switch len(t.Sizes()) {
	case 1:
		var b strings.Builder
		if f.scale != 1 {
			b.WriteString(f.head())
		}
		for _, v := range values {
			b.WriteString(f.cell(v) + "\n")
		}
		return b.String() + end
	case 2:
		return matrix(values, t.Sizes()[0], t.Sizes()[1]) + end
	}
	var b strings.Builder
	rows, cols := t.Sizes()[len(t.Sizes())-2], t.Sizes()[len(t.Sizes())-1]
	outer := t.Sizes()[:len(t.Sizes())-2]
	index := make([]int, len(outer))
	for k := 0; rows*cols > 0 && k < len(values)/(rows*cols); k++ {
		if k > 0 {
			b.WriteString("\n")
		}
		b.WriteString("(")
		for _, i := range index {
			b.WriteString(strconv.Itoa(i+1) + ",")
		}
		b.WriteString(".,.) = \n")
		indent := "" // of all lines but the first, as PyTorch has it
		for line := range strings.Lines(matrix(values[k*rows*cols:(k+1)*rows*cols], rows, cols)) {
			b.WriteString(indent + line)
			indent = " "
		}
		for d := len(index) - 1; d >= 0; d-- {
			if index[d]++; index[d] < outer[d] {
				break
			}
			index[d] = 0
		}
	}
	return b.String() + end
}

// elements are the elements of a tensor in the order of its indices, as float64 or other plain values.
func elements(t *tensor.Tensor) []any {
	out := make([]any, 0, t.Numel())
	switch {
	case t.DType().IsComplex():
		for _, c := range t.Complexes() {
			out = append(out, c)
		}
	case t.DType().IsFloat():
		for _, f := range t.Floats() {
			out = append(out, f)
		}
	default:
		for _, i := range t.Ints() {
			out = append(out, i)
		}
	}
	return out
}

// columnFormat is how the numbers of a tensor are written below each other.
type columnFormat struct {
	scale     float64
	width     int
	precision int
	fixed     bool
	sci       bool
	ints      bool
}

func asFloat(v any) float64 {
	switch v := v.(type) {
	case float64:
		return v
	case int64:
		return float64(v)
	case bool:
		if v {
			return 1
		}
	case complex128:
		return real(v)
	}
	return 0
}

// columns chooses the format by the smallest and largest magnitude.
func columns(values []any) columnFormat {
	f := columnFormat{scale: 1}
	if len(values) == 0 {
		return f
	}
	whole := true
	lo, hi := math.Inf(1), 0.0
	for _, v := range values {
		x := math.Abs(asFloat(v))
		if math.IsInf(x, 0) || math.IsNaN(x) {
			continue
		}
		whole = whole && x == math.Ceil(x)
		lo, hi = min(lo, x), max(hi, x)
	}
	if math.IsInf(lo, 1) {
		lo, hi = 1, 1
	}
	exp := func(x float64) int {
		if x == 0 {
			return 1
		}
		return int(math.Floor(math.Log10(x))) + 1
	}
	el, eh := exp(lo), exp(hi)
	if whole {
		if eh > 9 {
			f.sci, f.width, f.precision = true, 11, 4
		} else {
			f.ints, f.width = true, eh+1
		}
		return f
	}
	if eh-el > 4 {
		f.width = 11
		if abs(eh) > 99 || abs(el) > 99 {
			f.width++
		}
		f.sci, f.precision = true, 4
		return f
	}
	if eh > 5 || eh < 0 {
		f.width, f.precision, f.fixed = 7, 4, true
		f.scale = math.Pow(10, float64(eh-1))
		return f
	}
	f.width = max(eh, 1) + 6
	f.precision, f.fixed = 4, true
	return f
}

func abs(i int) int { return max(i, -i) }

func (f columnFormat) head() string {
	return strings.TrimSpace(fmt.Sprintf("%g", f.scale)) + " *\n"
}

func (f columnFormat) cell(v any) string {
	x := asFloat(v) / f.scale
	var s string
	switch {
	case f.sci:
		s = strconv.FormatFloat(x, 'e', f.precision, 64)
	case f.ints:
		s = strconv.FormatFloat(x, 'g', 6, 64)
	default:
		s = strconv.FormatFloat(x, 'f', f.precision, 64)
	}
	if math.IsNaN(x) {
		s = "nan"
	} else if math.IsInf(x, 0) {
		s = strings.ToLower(strings.TrimPrefix(s, "+"))
	}
	return strings.Repeat(" ", max(f.width-len(s), 0)) + s
}

// matrix writes rows of numbers, as many columns at a time as fit a line of 80.
func matrix(values []any, rows, cols int) string {
	f := columns(values)
	var b strings.Builder
	per := max((80-0)/(f.width+1), 1)
	for from := 0; from < cols; from += per {
		to := min(from+per, cols)
		if per < cols {
			if from > 0 {
				b.WriteString("\n")
			}
			fmt.Fprintf(&b, "Columns %d to %d", from+1, to)
		}
		if f.scale != 1 {
			b.WriteString(f.head())
		}
		for r := range rows {
			if f.scale != 1 {
				b.WriteString(" ")
			}
			for c := from; c < to; c++ {
				b.WriteString(f.cell(values[r*cols+c]))
				if c+1 < to {
					b.WriteString(" ")
				}
			}
			b.WriteString("\n")
		}
	}
	return b.String()
}

// number is the one element of a tensor without dimensions, with all its digits.
func number(v any) string {
	switch v := v.(type) {
	case float64:
		return strings.TrimSuffix(object.FormatFloat(v), ".0")
	case complex128: // which is asked for as a real number
		return number(real(v))
	case bool:
		if v {
			return "1"
		}
		return "0"
	}
	return fmt.Sprint(v)
}
