package tensor

import (
	"math"
	"slices"
	"strconv"
	"strings"
)

// PrintOptions are the settings of torch.set_printoptions.
type PrintOptions struct {
	Precision int
	Threshold int
	EdgeItems int
	LineWidth int
	SciMode   *bool // nil: decide from the values
	Default   DType // the type of new floating tensors; types that follow from it are not printed
}

// DefaultPrintOptions are the settings of the profile "default".
func DefaultPrintOptions() PrintOptions {
	return PrintOptions{Precision: 4, Threshold: 1000, EdgeItems: 3, LineWidth: 80, Default: Float32}
}

// String is the text that print shows with the default settings.
func (t *Tensor) String() string { return t.Text(DefaultPrintOptions()) }

// Text is the text that print shows.
func (t *Tensor) Text(o PrintOptions) string { return t.Format(o, "tensor(", t.gradSuffix()) }

// TextWith is Text with a last suffix after that of the gradient.
func (t *Tensor) TextWith(o PrintOptions, suffix string) string {
	return t.Format(o, "tensor(", t.gradSuffix(), suffix)
}

// GradName, set by the ops package, gives the name of the grad_fn of a tensor for printing, "" for none.
var GradName func(t *Tensor) string

func (t *Tensor) gradSuffix() string {
	if GradName != nil {
		if name := GradName(t); name != "" {
			return "grad_fn=<" + name + ">"
		}
	}
	if t.NeedsGrad() {
		return "requires_grad=True"
	}
	return ""
}

// Format is Text with another opening ("Buffer(", a subclass's name) and last suffixes.
func (t *Tensor) Format(o PrintOptions, prefix string, last ...string) string {
	indent := len(prefix)
	var suffixes []string
	if t.Device().Type != CPU.Type {
		suffixes = append(suffixes, "device='"+t.Device().String()+"'")
	}
	defaultComplex := o.Default.ComplexNumber()
	plain := t.dtype == o.Default || t.dtype == defaultComplex || t.dtype == Int64 || t.dtype == Bool
	var body string
	switch {
	case t.IsMeta():
		suffixes = append(suffixes, "size="+sizeText(t.sizes))
		if t.dtype != o.Default {
			suffixes = append(suffixes, "dtype="+t.dtype.String())
		}
		body = "..."
	case t.Numel() == 0:
		if len(t.sizes) != 1 {
			suffixes = append(suffixes, "size="+sizeText(t.sizes))
		}
		if t.dtype != o.Default {
			suffixes = append(suffixes, "dtype="+t.dtype.String())
		}
		body = "[]"
	default:
		if size := "size=" + sizeText(t.sizes); o.EdgeItems == 0 && !slices.Contains(last, size) { // which no element shows
			suffixes = append(suffixes, size)
		}
		if !plain {
			suffixes = append(suffixes, "dtype="+t.dtype.String())
		}
		body = t.body(o, indent)
	}
	for _, s := range last {
		if s != "" {
			suffixes = append(suffixes, s)
		}
	}
	var out strings.Builder
	out.WriteString(prefix + body)
	lastLine := len(prefix+body) - strings.LastIndexByte(prefix+body, '\n') + 1
	for _, s := range suffixes {
		if lastLine+len(s)+2 > o.LineWidth {
			out.WriteString(",\n" + strings.Repeat(" ", indent) + s)
			lastLine = indent + len(s)
		} else {
			out.WriteString(", " + s)
			lastLine += len(s) + 2
		}
	}
	out.WriteByte(')')
	return out.String()
}

func sizeText(sizes []int) string {
	parts := make([]string, len(sizes))
	for i, s := range sizes {
		parts[i] = strconv.Itoa(s)
	}
	if len(parts) == 1 {
		return "(" + parts[0] + ",)"
	}
	return "(" + strings.Join(parts, ", ") + ")"
}

// body prints the nested lists of values.
func (t *Tensor) body(o PrintOptions, indent int) string {
	summarize := t.Numel() > o.Threshold
	p := &printer{options: o, summarize: summarize, indent: indent}
	shown := t
	if t.Conj || t.Neg {
		shown = t.Compact()
	}
	var values []any
	p.collect(shown, shown.offset, 0, &values)
	if t.dtype.IsComplex() {
		re, im := make([]any, len(values)), make([]any, len(values))
		for i, v := range values {
			c := v.(complex128)
			re[i], im[i] = real(c), imag(c)
		}
		real, imag := newFormatter(o, re), newFormatter(o, im)
		p.width = real.width + imag.width + 1
		p.format = func(v any) string {
			c := v.(complex128)
			return complexText(c, real, imag)
		}
	} else {
		f := newFormatter(o, values)
		p.width, p.format = f.width, f.text
	}
	return p.list(shown, shown.offset, 0, indent)
}

func complexText(c complex128, re, im *formatter) string {
	real := re.text(real(c))
	imag := strings.TrimLeft(im.text(imag(c)), " ") + "j"
	if imag[0] == '-' || imag[0] == '+' {
		return real + imag
	}
	return real + "+" + imag
}

type printer struct {
	options   PrintOptions
	summarize bool
	indent    int
	width     int
	format    func(any) string
}

// shownIndices lists the indices of a dimension that are printed; -1 stands for the dots.
func (p *printer) shownIndices(size int) []int {
	e := p.options.EdgeItems
	if !p.summarize || size <= 2*e {
		all := make([]int, size)
		for i := range all {
			all[i] = i
		}
		return all
	}
	var some []int
	for i := range e {
		some = append(some, i)
	}
	some = append(some, -1)
	for i := size - e; i < size; i++ {
		some = append(some, i)
	}
	return some
}

func (p *printer) collect(t *Tensor, at, dim int, values *[]any) {
	if dim == len(t.sizes) {
		*values = append(*values, t.valueAt(at))
		return
	}
	for _, i := range p.shownIndices(t.sizes[dim]) {
		if i >= 0 {
			p.collect(t, at+i*t.strides[dim], dim+1, values)
		}
	}
}

func (t *Tensor) valueAt(at int) any {
	one := &Tensor{storage: t.storage, dtype: t.dtype, offset: at}
	return one.Item()
}

func (p *printer) list(t *Tensor, at, dim, indent int) string {
	if dim == len(t.sizes) {
		return p.format(t.valueAt(at))
	}
	indices := p.shownIndices(t.sizes[dim])
	if dim == len(t.sizes)-1 {
		perLine := max(1, (p.options.LineWidth-indent)/(p.width+2))
		var items []string
		for _, i := range indices {
			switch {
			case i < 0 && len(indices) == 1:
				items = append(items, "...")
			case i < 0:
				items = append(items, " ...")
			default:
				items = append(items, p.format(t.valueAt(at+i*t.strides[dim])))
			}
		}
		var lines []string
		for len(items) > 0 {
			n := min(perLine, len(items))
			lines = append(lines, strings.Join(items[:n], ", "))
			items = items[n:]
		}
		return "[" + strings.Join(lines, ",\n"+strings.Repeat(" ", indent+1)) + "]"
	}
	var rows []string
	for _, i := range indices {
		if i < 0 {
			rows = append(rows, "...")
		} else {
			rows = append(rows, p.list(t, at+i*t.strides[dim], dim+1, indent+1))
		}
	}
	sep := "," + strings.Repeat("\n", len(t.sizes)-dim-1) + strings.Repeat(" ", indent+1)
	return "[" + strings.Join(rows, sep) + "]"
}

// formatter fixes one width and style for all shown values.
type formatter struct {
	precision int
	float     bool
	intMode   bool
	sci       bool
	width     int
}

func newFormatter(o PrintOptions, values []any) *formatter {
	f := &formatter{width: 1, precision: o.Precision}
	for _, v := range values {
		if _, ok := v.(float64); !ok {
			f.width = max(f.width, len(f.text(v)))
			continue
		}
		f.float = true
	}
	if !f.float {
		return f
	}
	f.intMode = true
	var finite []float64
	lo, hi := math.Inf(1), 0.0
	for _, v := range values {
		x := v.(float64)
		if x == 0 || math.IsNaN(x) || math.IsInf(x, 0) {
			continue
		}
		finite = append(finite, x)
		lo, hi = min(lo, math.Abs(x)), max(hi, math.Abs(x))
		if x != math.Ceil(x) {
			f.intMode = false
		}
	}
	if len(finite) == 0 {
		return f
	}
	f.sci = hi/lo > 1000 || hi > 1e8 || (!f.intMode && lo < 1e-4)
	if o.SciMode != nil {
		f.sci = *o.SciMode
	}
	for _, x := range finite {
		f.width = max(f.width, len(f.text(x)))
	}
	return f
}

// text formats and pads one value.
func (f *formatter) text(v any) string {
	var s string
	switch v := v.(type) {
	case bool:
		s = "False"
		if v {
			s = "True"
		}
	case int64:
		s = strconv.FormatInt(v, 10)
	case uint64:
		s = strconv.FormatUint(v, 10)
	case float64:
		s = f.number(v)
	}
	if len(s) < f.width {
		s = strings.Repeat(" ", f.width-len(s)) + s
	}
	return s
}

func (f *formatter) number(v float64) string {
	switch {
	case math.IsNaN(v):
		return "nan"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	case f.sci:
		return strconv.FormatFloat(v, 'e', f.precision, 64)
	case f.intMode:
		return strconv.FormatFloat(v, 'f', 0, 64) + "."
	}
	return strconv.FormatFloat(v, 'f', f.precision, 64)
}
