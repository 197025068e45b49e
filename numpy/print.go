package numpy

import (
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/magneto-go/magneto/vm/object"
)

// options are what set_printoptions sets.
type options struct {
	precision  int // -1: as many digits as there are
	threshold  int
	edge       int
	width      int
	suppress   bool
	nan, inf   string
	sign       string
	mode       string // maxprec, fixed, unique, maxprec_equal
	formatters map[string]Value
	legacy     bool // scalars print as before numpy 2
}

var optionsOf = object.NewState(func(*object.Thread) *options {
	return &options{precision: 8, threshold: 1000, edge: 3, width: 75, nan: "nan", inf: "inf", sign: "-", mode: "maxprec"}
})

// formatter makes the text of an element.
type formatter func(pos int) (string, error)

// printer lays out an array.
type printer struct {
	*options
	a         *Array
	format    formatter
	separator string
	summary   bool
}

// arrayStr is str(a).
func arrayStr(th *object.Thread, a *Array) (string, error) {
	if len(a.shape) == 0 {
		return object.StrOf(th, a.scalar(a.off))
	}
	return arrayText(th, optionsOf.Of(th), a, " ", "", "")
}

// arrayRepr is repr(a), v being its object.
func arrayRepr(th *object.Thread, v Value, a *Array) (string, error) {
	name := "array"
	if t := v.Type(); t != kinds().ndarray {
		name = t.ShortName()
	}
	return reprWith(th, optionsOf.Of(th), a, name)
}

func reprWith(th *object.Thread, o *options, a *Array, name string) (string, error) {
	prefix := name + "("
	text := "[]"
	var extra []string
	if a.size() > 0 || len(a.shape) == 1 {
		s, err := arrayText(th, o, a, ", ", prefix, ")")
		if err != nil {
			return "", err
		}
		text = s
		if a.size() > o.threshold {
			extra = append(extra, "shape="+shapeTuple(a.shape))
		}
	} else {
		extra = append(extra, "shape="+shapeTuple(a.shape))
	}
	implied := a.dt.C == Bool || a.dt.C == Int64 || a.dt.C == Float64 || a.dt.C == Complex128
	if !implied || a.size() == 0 {
		short := a.dt.name()
		if a.dt.isText() {
			short = "'" + a.dt.str() + "'"
		}
		extra = append(extra, "dtype="+short)
	}
	text = prefix + text
	if len(extra) == 0 {
		return text + ")", nil
	}
	tail := strings.Join(extra, ", ") + ")"
	last := len(text) - (strings.LastIndex(text, "\n") + 1)
	spacer := " "
	if last+len(tail)+1 > o.width {
		spacer = "\n" + strings.Repeat(" ", len(prefix))
	}
	return text + "," + spacer + tail, nil
}

// arrayText is the text of the elements, for lines that begin behind prefix and end before suffix.
func arrayText(th *object.Thread, o *options, a *Array, separator, prefix, suffix string) (string, error) {
	if a.size() == 0 {
		return "[]", nil
	}
	p := &printer{options: o, a: a, separator: separator, summary: a.size() > o.threshold}
	shown := a
	if p.summary {
		shown = a.edges(o.edge)
	}
	f, err := p.formatterFor(th, shown)
	if err != nil {
		return "", err
	}
	p.format = f
	return p.layout(a.shape, a.strides, a.off, " "+strings.Repeat(" ", len(prefix)), o.width-len(suffix))
}

// edges are the elements that a summary shows.
func (a *Array) edges(n int) *Array {
	out := a
	for axis, size := range a.shape {
		if size <= 2*n {
			continue
		}
		head, tail := out.same(), out.same()
		head.shape[axis], tail.shape[axis] = n, n
		tail.off += (size - n) * tail.strides[axis]
		joined, err := concatenate(nil, []*Array{head, tail}, axis, nil)
		if err != nil {
			return out
		}
		out = joined
	}
	return out
}

// layout is the text of a part of the array. Lines begin with indent.
func (p *printer) layout(shape, strides []int, off int, indent string, width int) (string, error) {
	if len(shape) == 0 {
		return p.format(off)
	}
	n := shape[0]
	cut := p.summary && n > 2*p.edge
	var b strings.Builder
	at := func(i int, inner string) (string, error) {
		return p.layout(shape[1:], strides[1:], off+i*strides[0], inner, width-1)
	}
	if len(shape) > 1 {
		between := strings.TrimRight(p.separator, " ") + strings.Repeat("\n", len(shape)-1)
		for i := 0; i < n; i++ {
			if cut && i == p.edge {
				b.WriteString(indent + "..." + between)
				i = n - p.edge
				if i >= n {
					break
				}
			}
			s, err := at(i, indent+" ")
			if err != nil {
				return "", err
			}
			b.WriteString(indent + s)
			if i < n-1 {
				b.WriteString(between)
			}
		}
		return "[" + b.String()[len(indent):] + "]", nil
	}
	room := width - max(len(strings.TrimRight(p.separator, " ")), 1)
	start := indent
	line := indent
	add := func(word string) {
		if utf8.RuneCountInString(line)+utf8.RuneCountInString(word) > room && len(line) > len(indent) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		}
		line += word
	}
	pretty := func(word string) {
		words := strings.Split(word, "\n")
		if len(words) == 1 {
			add(word)
			return
		}
		longest := 0
		for _, w := range words {
			longest = max(longest, utf8.RuneCountInString(w))
		}
		margin := indent
		if utf8.RuneCountInString(line)+longest > room && len(line) > len(indent) {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = indent
		} else {
			margin = strings.Repeat(" ", utf8.RuneCountInString(line))
		}
		line += words[0]
		for _, w := range words[1:] {
			b.WriteString(strings.TrimRight(line, " ") + "\n")
			line = margin + w
		}
	}
	for i := 0; i < n; i++ {
		if cut && i == p.edge {
			add("...")
			if p.edge == 0 {
				break
			}
			line += p.separator
			i = n - p.edge
		}
		s, err := at(i, indent+" ")
		if err != nil {
			return "", err
		}
		pretty(s)
		if i < n-1 {
			line += p.separator
		}
	}
	b.WriteString(line)
	return "[" + b.String()[len(start):] + "]", nil
}

// formatterFor chooses how elements print, so that those shown line up.
func (p *printer) formatterFor(th *object.Thread, shown *Array) (formatter, error) {
	a := p.a
	if f := p.custom(); !f.IsNull() {
		return func(pos int) (string, error) {
			v, err := object.Call(th, f, a.scalar(pos))
			if err != nil {
				return "", err
			}
			return object.StrOf(th, v)
		}, nil
	}
	switch {
	case a.dt.C == Bool:
		wide := len(a.shape) > 0
		v := view[uint8](a)
		return func(pos int) (string, error) {
			if v[pos] == 0 {
				return "False", nil
			}
			if wide {
				return " True", nil
			}
			return "True", nil
		}, nil
	case a.dt.isInt():
		width := 0
		texts := func(arr *Array, pos int) string { return scalarText(arr.scalar(pos), false) }
		for _, pos := range positions(shown) {
			width = max(width, len(texts(shown, pos)))
		}
		return func(pos int) (string, error) {
			s := texts(a, pos)
			if v := itemOf(a.scalar(pos)); p.sign != "-" && v.IsSmallInt() && v.SmallInt() >= 0 {
				s = strings.Replace(p.sign, "legacy", "", 1) + s
			}
			return strings.Repeat(" ", max(width-len(s), 0)) + s, nil
		}, nil
	case a.dt.isFloat():
		f := p.floatFormat(floatsOf(shown), a.dt.C, p.sign == "+")
		var one [1]float64
		return func(pos int) (string, error) {
			loadReal(a, pos, 0, one[:])
			return f(one[0]), nil
		}, nil
	case a.dt.isComplex():
		var re, im []float64
		for _, pos := range positions(shown) {
			z := complexAt(shown, pos)
			re, im = append(re, real(z)), append(im, imag(z))
		}
		part := realOf(a.dt).C
		fr, fi := p.floatFormat(re, part, p.sign == "+"), p.floatFormat(im, part, true)
		return func(pos int) (string, error) {
			z := complexAt(a, pos)
			i := fi(imag(z))
			end := len(strings.TrimRight(i, " "))
			return fr(real(z)) + i[:end] + "j" + i[end:], nil
		}, nil
	}
	return func(pos int) (string, error) {
		x := a.mem.objs[pos]
		s, err := object.Repr(th, x)
		if err != nil {
			return "", err
		}
		if x.Type() == object.ListType {
			s = "list(" + s + ")"
		}
		return s, nil
	}, nil
}

// custom is the formatter that a script has given for the type.
func (p *printer) custom() Value {
	names := map[byte][]string{'b': {"bool"}, 'i': {"int", "int_kind"}, 'u': {"int", "int_kind"}, 'f': {"float", "float_kind"}, 'c': {"complexfloat", "complex_kind"}, 'O': {"object"}, 'U': {"numpystr", "str_kind"}, 'S': {"numpystr", "str_kind"}}
	for _, name := range append(names[p.a.dt.kind()], "all") {
		if f, ok := p.formatters[name]; ok && !f.IsNone() {
			return f
		}
	}
	return object.Null
}

func floatsOf(a *Array) []float64 {
	out := make([]float64, 0, a.size())
	var one [1]float64
	for _, pos := range positions(a) {
		loadReal(a, pos, 0, one[:])
		out = append(out, one[0])
	}
	return out
}

func complexAt(a *Array, pos int) complex128 {
	var one [1]complex128
	loadComplex(a, pos, 0, one[:])
	return one[0]
}

// positionalLimit is the number from which on floats are shown in scientific notation: they have no more digits than it.
func positionalLimit(c code) float64 {
	switch c {
	case Float16:
		return 1e3
	case Float32, Complex64:
		return 1e6
	}
	return 1e8
}

// floatFormat lines up floats: in scientific notation where they are far apart, else with a common place of the point.
func (p *printer) floatFormat(data []float64, c code, signed bool) func(x float64) string {
	lo, hi, any := math.Inf(1), 0.0, false
	finite := 0
	negInf := false
	for _, x := range data {
		if math.IsInf(x, -1) {
			negInf = true
		}
		if x-x != 0 {
			continue
		}
		finite++
		if m := math.Abs(x); m != 0 {
			lo, hi, any = min(lo, m), max(hi, m), true
		}
	}
	scientific := any && (hi >= positionalLimit(c) || !p.suppress && (lo < 0.0001 || hi/lo > 1000))
	precision := p.precision
	shortestDigits := p.mode != "fixed"
	mark := func(x float64, s string) string {
		if signed && !math.Signbit(x) {
			return "+" + s
		}
		return s
	}
	var left, right, expDigits int
	minDigits := 0
	for _, x := range data {
		if x-x != 0 {
			continue
		}
		if scientific {
			mant, exp, _ := strings.Cut(scientificText(x, c, precision, shortestDigits), "e")
			whole, frac, _ := strings.Cut(mant, ".")
			left = max(left, len(mark(x, whole)))
			right = max(right, len(frac))
			expDigits = max(expDigits, len(exp)-1)
			continue
		}
		whole, frac, _ := strings.Cut(positionalText(x, c, precision, shortestDigits), ".")
		left = max(left, len(mark(x, whole)))
		right = max(right, len(frac))
	}
	if scientific {
		precision, minDigits = right, right
		right += expDigits + 2
	} else if p.mode == "fixed" || p.mode == "maxprec_equal" {
		precision, minDigits = right, right
	}
	if finite < len(data) {
		inf := len(p.inf)
		if negInf || signed {
			inf++
		}
		left = max(left, len(p.nan)-right-1, inf-right-1)
	}
	return func(x float64) string {
		width := left + right + 1
		if x-x != 0 {
			s := p.nan
			switch {
			case math.IsInf(x, 1):
				s = p.inf
				if signed {
					s = "+" + s
				}
			case math.IsInf(x, -1):
				s = "-" + p.inf
			case signed:
				s = "+" + s
			}
			return strings.Repeat(" ", max(width-len(s), 0)) + s
		}
		if scientific {
			text := scientificText(x, c, precision, shortestDigits)
			if point, e := strings.IndexByte(text, '.'), strings.IndexByte(text, 'e'); e-point-1 < minDigits { // more digits than are needed
				text = strconv.FormatFloat(x, 'e', minDigits, 64)
			}
			mant, exp, _ := strings.Cut(text, "e")
			whole, frac, _ := strings.Cut(mant, ".")
			exp = exp[:1] + strings.Repeat("0", max(expDigits-(len(exp)-1), 0)) + exp[1:]
			whole = mark(x, whole)
			return strings.Repeat(" ", max(left-len(whole), 0)) + whole + "." + frac + "e" + exp
		}
		whole, frac, _ := strings.Cut(positionalText(x, c, precision, shortestDigits), ".")
		if len(frac) < minDigits {
			whole, frac, _ = strings.Cut(strconv.FormatFloat(x, 'f', minDigits, 64), ".")
		}
		whole = mark(x, whole)
		return strings.Repeat(" ", max(left-len(whole), 0)) + whole + "." + frac + strings.Repeat(" ", max(right-len(frac), 0))
	}
}

// positionalText has the shortest digits of x, at most precision of them behind the point, or just so many, without
// zeros at the end.
func positionalText(x float64, c code, precision int, short bool) string {
	s := shortest(x, 'f', c)
	if !short {
		s = strconv.FormatFloat(x, 'f', max(precision, 0), 64)
	}
	whole, frac, _ := strings.Cut(s, ".")
	if short && precision >= 0 && len(frac) > precision {
		whole, frac, _ = strings.Cut(strconv.FormatFloat(x, 'f', precision, 64), ".")
	}
	if short {
		frac = strings.TrimRight(frac, "0")
	}
	return whole + "." + frac
}

func scientificText(x float64, c code, precision int, short bool) string {
	s := shortest(x, 'e', c)
	mant, exp, _ := strings.Cut(s, "e")
	whole, frac, _ := strings.Cut(mant, ".")
	if precision >= 0 && (len(frac) > precision || !short) {
		mant, exp, _ = strings.Cut(strconv.FormatFloat(x, 'e', precision, 64), "e")
		whole, frac, _ = strings.Cut(mant, ".")
	}
	if short {
		frac = strings.TrimRight(frac, "0")
	}
	return whole + "." + frac + "e" + exp
}

// optionNames are the arguments of set_printoptions and array2string.
var optionNames = []string{"precision", "threshold", "edgeitems", "linewidth", "suppress", "nanstr", "infstr", "formatter", "sign", "floatmode"}

// with are the options with those changed that are given, in the order of optionNames.
func (o *options) with(th *object.Thread, x []Value) (*options, error) {
	n := *o
	for i, v := range x {
		if v.IsNull() || v.IsNone() && optionNames[i] != "formatter" && optionNames[i] != "precision" {
			continue
		}
		var err error
		text, _ := object.Text(v)
		number := func(to *int) {
			if f, ok := v.AsFloat(); ok && math.IsInf(f, 1) {
				*to = math.MaxInt
				return
			}
			*to, err = object.ToInt(th, v)
		}
		switch optionNames[i] {
		case "precision":
			if v.IsNone() {
				n.precision = -1
				if n.mode == "fixed" {
					return nil, object.ValueErrorf("precision must be set if floatmode is 'fixed'")
				}
				break
			}
			number(&n.precision)
		case "threshold":
			if f, ok := v.AsFloat(); ok && math.IsNaN(f) {
				return nil, object.ValueErrorf("threshold must be non-NAN, try sys.maxsize for untruncated representation")
			}
			number(&n.threshold)
		case "edgeitems":
			number(&n.edge)
		case "linewidth":
			number(&n.width)
		case "suppress":
			n.suppress, err = object.IsTrue(th, v)
		case "nanstr":
			n.nan = text
		case "infstr":
			n.inf = text
		case "sign":
			if text != "-" && text != "+" && text != " " {
				return nil, object.ValueErrorf("sign option must be one of ' ', '+', or '-'")
			}
			n.sign = text
		case "floatmode":
			if text != "maxprec" && text != "fixed" && text != "unique" && text != "maxprec_equal" {
				return nil, object.ValueErrorf("floatmode option must be one of \"fixed\", \"unique\", \"maxprec\", \"maxprec_equal\"")
			}
			n.mode = text
		case "formatter":
			n.formatters = nil
			if d, ok := object.AsDict(v); ok {
				n.formatters = map[string]Value{}
				err = d.Each(th, func(th *object.Thread, key, f Value) error {
					name, _ := object.Text(key)
					n.formatters[name] = f
					return nil
				})
			}
		}
		if err != nil {
			return nil, err
		}
	}
	if n.mode == "unique" {
		n.precision = -1
	}
	return &n, nil
}

// dict is get_printoptions.
func (o *options) dict() Value {
	d := object.NewDict()
	precision := object.Int(int64(o.precision))
	if o.precision < 0 {
		precision = object.None
	}
	d.Put("edgeitems", object.Int(int64(o.edge)))
	d.Put("threshold", object.Int(int64(o.threshold)))
	d.Put("floatmode", object.NewStr(o.mode))
	d.Put("precision", precision)
	d.Put("suppress", object.Bool(o.suppress))
	d.Put("linewidth", object.Int(int64(o.width)))
	d.Put("nanstr", object.NewStr(o.nan))
	d.Put("infstr", object.NewStr(o.inf))
	d.Put("sign", object.NewStr(o.sign))
	formatters := object.None
	if o.formatters != nil {
		f := object.NewDict()
		for k, v := range o.formatters {
			f.Put(k, v)
		}
		formatters = f.Ref()
	}
	d.Put("formatter", formatters)
	d.Put("legacy", object.Bool(o.legacy))
	return d.Ref()
}
