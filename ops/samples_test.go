package ops

import (
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"

	"github.com/magneto-go/magneto/symbolic"
	"github.com/magneto-go/magneto/tensor"
)

// Samples of calls are written as text, so that an entry of the table needs one line and a failing call can be read.
//
//	x[n,k] x[k] alpha=2        arguments in order, then by name
//
// A tensor is a kind of values, "/" and an element type if it is not the one under test, and sizes; letters in sizes are
// drawn (so do those in lists of numbers): one call has ordinary distinct sizes, and each letter is 1 and 0 in calls of its own (0 only for letters that
// appear in lower case alone). After the sizes: "%n" bounds indices, "!" says that no gradient is asked for, "." that the
// layout stays contiguous.
//
//	x  signed, away from 0 and from multiples of 0.1    p  positive, below 1        q  above 1
//	w  signed, up to 3                                  o  1 or -1                  b  booleans
//	m  square matrices, well conditioned                h  Hermitian, positive definite
//	i  indices below the bound                          g  indices, all different
//
// Other arguments: 3, n*k+1, 0.5, 2j, true, none, "text", float32, channels_last, (n,k) for lists of numbers, {x[n] x[k]} for lists of tensors.

var namedArguments = map[string]Value{"class_float64": TensorClass{tensor.Float64}, "cpu": tensor.CPU, "channels_last": tensor.ChannelsLast, "contiguous_format": tensor.ContiguousFormat, "preserve_format": tensor.PreserveFormat}

// spec says how calls of an operator look.
type spec struct {
	calls   string // templates, separated by ";"
	dtypes  string // element types that kinds without one take, as letters of dtypeLetters; "fs" if empty
	through string // numbers of the results whose derivatives are checked; empty for all, "-" for none
	// singular is how far the arguments of a call are from the nearest point without derivatives (see singular_test.go); nil if there are none.
	singular func(a Args) float64
}

var dtypeLetters = map[byte]tensor.DType{
	'f': tensor.Float64, 's': tensor.Float32, 'h': tensor.Float16, 'v': tensor.BFloat16, 'c': tensor.Complex128, 'd': tensor.Complex64,
	'l': tensor.Int64, 'i': tensor.Int32, 'u': tensor.Uint8, 'y': tensor.Int8, 'b': tensor.Bool,
	'e': tensor.Float8E4M3FN,
}

// sampleCall is one sample: a template with everything drawn.
type sampleCall struct {
	op       *Op
	template string
	sizes    map[byte]int
	dtype    tensor.DType
	layouts  string // "plain", or a seed from which each tensor draws its layout
	seed     uint64
	through  string
}

func (c *sampleCall) String() string {
	var sizes []string
	for _, v := range sizeLetters(c.template) {
		sizes = append(sizes, fmt.Sprintf("%c=%d", v, c.sizes[v]))
	}
	return fmt.Sprintf("%s(%s) with %s, %s, %s", c.op, strings.TrimSpace(c.template), strings.Join(sizes, " "), c.dtype.Name(), c.layouts)
}

// calls expands the templates of an operator.
func (s spec) callsOf(op *Op) []*sampleCall {
	dtypes := s.dtypes
	if dtypes == "" {
		dtypes = "fs"
	}
	var all []*sampleCall
	for _, template := range strings.Split(s.calls, ";") {
		h := fnv.New64a()
		h.Write([]byte(op.String() + template))
		r := rand.New(rand.NewPCG(h.Sum64(), 1))
		letters := sizeLetters(template)
		ordinary := map[byte]int{}
		for i, size := range r.Perm(max(4, len(letters)))[:len(letters)] {
			ordinary[letters[i]] = size + 2
		}
		with := func(letter byte, size int) map[byte]int {
			m := map[byte]int{}
			for k, v := range ordinary {
				m[k] = v
			}
			if letter != 0 {
				m[letter] = size
			}
			return m
		}
		sample := func(sizes map[byte]int, d byte, layouts string) {
			if dtypeLetters[d].IsComplex() && strings.Contains(template, "dtype=float64") {
				return // would drop the imaginary parts
			}
			all = append(all, &sampleCall{op, template, sizes, dtypeLetters[d], layouts, r.Uint64(), s.through})
		}
		for i := range dtypes {
			sample(ordinary, dtypes[i], "plain")
		}
		for i := 1; i <= 3 && strings.Contains(template, "["); i++ {
			sample(ordinary, dtypes[min(i-1, len(dtypes)-1)], fmt.Sprintf("layouts %d", i))
		}
		for _, letter := range letters {
			sample(with(letter, 1), dtypes[0], "plain")
			sample(with(letter, 1), dtypes[0], "layouts 4")
			if upper := letter - 'a' + 'A'; !strings.ContainsRune(sizesOnly(template), rune(upper)) {
				sample(with(letter, 0), dtypes[0], "plain")
				sample(with(letter, 0), dtypes[0], "layouts 5")
			}
		}
	}
	return all
}

var (
	bracketed   = regexp.MustCompile(`\[[^\]]*\]|\([^)]*\)`)
	letterAlone = regexp.MustCompile(`\b[A-Za-z]\b`)
)

func sizesOnly(template string) string {
	return strings.Join(bracketed.FindAllString(template, -1), "")
}

// sizeLetters lists the size letters of a template in lower case.
func sizeLetters(template string) []byte {
	var out []byte
	for _, s := range letterAlone.FindAllString(sizesOnly(template), -1) {
		c := strings.ToLower(s)[0]
		if !strings.Contains(string(out), string(c)) {
			out = append(out, c)
		}
	}
	return out
}

// builder makes the arguments of a call, either tensors or descriptions with symbolic sizes.
type builder struct {
	*sampleCall
	values map[byte]symbolic.Int
	fake   bool
	rand   *rand.Rand
	layout *rand.Rand
	leaves *[]leaf
	fixed  map[byte]bool // letters that parameters take which are never symbolic
	// instead, if set, gives the tensors that gradients are asked for.
	instead func(kind byte, dtype tensor.DType, sizes []int) Value
}

// leaf is a tensor argument whose gradient is checked.
type leaf struct {
	tensor    *tensor.Tensor
	hermitian bool // changes keep the tensor Hermitian
}

// build makes tensors; leaves are those among them that gradients are asked for.
func (c *sampleCall) build() (args []Value, leaves []leaf) {
	b := &builder{sampleCall: c, values: constantsOf(c.sizes), leaves: &leaves, fixed: map[byte]bool{}}
	return b.arguments(), leaves
}

func constantsOf(sizes map[byte]int) map[byte]symbolic.Int {
	values := map[byte]symbolic.Int{}
	for letter, v := range sizes {
		values[letter] = sym(v)
	}
	return values
}

// describe makes fake tensors with the given sizes, and tells which letters had to be constants.
func (c *sampleCall) describe(values map[byte]symbolic.Int) (args []Value, fixed map[byte]bool) {
	b := &builder{sampleCall: c, values: values, fake: true, leaves: new([]leaf), fixed: map[byte]bool{}}
	return b.arguments(), b.fixed
}

func (b *builder) arguments() []Value {
	b.rand = rand.New(rand.NewPCG(b.seed, 2))
	layouts, _ := strconv.ParseUint(strings.TrimPrefix(b.layouts, "layouts "), 10, 64)
	b.layout = rand.New(rand.NewPCG(b.seed, layouts))
	schema := b.op.Schema()
	args := make([]Value, len(schema.Params))
	for i, p := range schema.Params {
		args[i] = p.Default
	}
	for i, token := range fields(b.template) {
		at := i
		if eq := strings.IndexByte(token, '='); eq > 0 && token[0] != '"' {
			at = -1
			for k, p := range schema.Params {
				if p.Name == token[:eq] {
					at = k
				}
			}
			token = token[eq+1:]
		}
		if at < 0 || at >= len(args) {
			panic(fmt.Sprintf("sample of %s: no parameter for %q", b.op, token))
		}
		args[at] = b.argument(token, b.fake && takesSymInt(b.op, at))
		if p := schema.Params[at]; p.Type.List && p.Type.Base == "float" && args[at] != nil {
			for k, v := range args[at].([]Value) {
				args[at].([]Value)[k] = toFloat(v)
			}
		}
	}
	return args
}

// takesSymInt says whether a parameter was declared SymInt.
func takesSymInt(op *Op, i int) bool {
	params := strings.Split(op.SchemaText()[strings.IndexByte(op.SchemaText(), '(')+1:], ", ")
	at := 0
	for _, p := range params {
		if p == "*" {
			continue
		}
		if at == i {
			return strings.HasPrefix(p, "SymInt")
		}
		at++
	}
	return false
}

// fields splits at blanks outside of brackets and quotes.
func fields(s string) []string {
	var out []string
	depth, start, quoted := 0, -1, false
	for i := 0; i <= len(s); i++ {
		switch {
		case i == len(s) || (s[i] == ' ' || s[i] == '\n' || s[i] == '\t') && depth == 0 && !quoted:
			if start >= 0 {
				out = append(out, s[start:i])
			}
			start = -1
			continue
		case s[i] == '"':
			quoted = !quoted
		case quoted:
		case strings.IndexByte("([{", s[i]) >= 0:
			depth++
		case strings.IndexByte(")]}", s[i]) >= 0:
			depth--
		}
		if start < 0 {
			start = i
		}
	}
	return out
}

var tensorToken = regexp.MustCompile(`^([xpqwobmhig])(?:/([a-z]))?\[([^\]]*)\](?:%([a-z0-9*+-]+))?(!?)(\.?)$`)

func (b *builder) argument(token string, symbols bool) Value {
	if m := tensorToken.FindStringSubmatch(token); m != nil {
		return b.tensor(m[1][0], m[2], m[3], m[4], m[5] == "!", m[6] == ".")
	}
	switch token {
	case "none":
		return nil
	case "true", "false":
		return token == "true"
	case "inf", "-inf":
		return math.Inf(len("inf") - len(token))
	}
	if d, ok := tensor.DTypeByName(token); ok {
		return d
	}
	if v, ok := namedArguments[token]; ok {
		return v
	}
	last := token[len(token)-1]
	switch {
	case token[0] == '"':
		return strings.Trim(token, `"`)
	case token[0] == '{':
		list := []Value{}
		for _, f := range fields(token[1 : len(token)-1]) {
			list = append(list, b.argument(f, symbols))
		}
		return list
	case token[0] == '(':
		list := []Value{}
		for _, f := range strings.FieldsFunc(token[1:len(token)-1], func(r rune) bool { return r == ',' }) {
			list = append(list, b.argument(f, symbols))
		}
		return list
	case last == 'j':
		c, err := strconv.ParseComplex(strings.TrimSuffix(token, "j")+"i", 128)
		if err == nil {
			return c
		}
	case strings.ContainsAny(token, "."):
		f, err := strconv.ParseFloat(token, 64)
		if err == nil {
			return f
		}
	}
	n := b.integer(token)
	if symbols {
		return intValue(n)
	}
	for letter, v := range b.sizes { // for an int parameter sizes are constants
		without := symbolic.Substitute(n.Expr(), map[string]*symbolic.Expr{string(letter): symbolic.NewConst(int64(v))})
		if without != n.Expr() {
			n, b.fixed[letter] = symbolic.FromExpr(without), true
		}
	}
	return intValue(n)
}

// integer evaluates sums of products of numbers and size letters.
func (b *builder) integer(text string) symbolic.Int {
	sum := zero
	text = strings.ReplaceAll(text, "-", "+-")
	for _, t := range strings.Split(text, "+") {
		if t == "" {
			continue
		}
		product := one
		if t[0] == '-' {
			product, t = symbolic.IntOf(-1), t[1:]
		}
		for _, f := range strings.Split(t, "*") {
			if n, err := strconv.ParseInt(f, 10, 64); err == nil {
				product = product.Mul(symbolic.IntOf(n))
			} else if v, ok := b.values[strings.ToLower(f)[0]]; ok && len(f) == 1 {
				product = product.Mul(v)
			} else {
				panic(fmt.Sprintf("sample of %s: cannot read %q", b.op, text))
			}
		}
		sum = sum.Add(product)
	}
	return sum
}

func (b *builder) tensor(kind byte, dtypeLetter, dims, bound string, constant, plain bool) Value {
	dtype := b.dtype
	switch {
	case dtypeLetter != "":
		dtype = dtypeLetters[dtypeLetter[0]]
	case kind == 'b':
		dtype = tensor.Bool
	case kind == 'i' || kind == 'g':
		dtype = tensor.Int64
	case kind == 'o':
		dtype = dtype.ToReal()
	}
	var sizes []symbolic.Int
	for _, d := range strings.FieldsFunc(dims, func(r rune) bool { return r == ',' }) {
		sizes = append(sizes, b.integer(d))
	}
	strides, offset := contiguousStrides(sizes), zero
	if b.layouts != "plain" && !plain {
		strides, offset = drawLayout(b.layout, sizes)
	}
	lazy := b.layouts != "plain" && !plain && dtype.IsComplex() && b.layout.IntN(3) == 0 && b.op.Name != "view_as_real"
	negated := b.layouts != "plain" && !plain && dtype.Differentiable() && b.layout.IntN(6) == 0
	if b.fake {
		return &Fake{Sizes: sizes, Strides: strides, Offset: offset, DType: dtype, Device: tensor.CPU, Conj: lazy, Neg: negated}
	}
	if b.instead != nil && !constant && dtype.Differentiable() && kind != 'o' {
		return b.instead(kind, dtype, constants(sizes))
	}
	t := strided(dtype, constants(sizes), constants(strides), constants([]symbolic.Int{offset})[0])
	t.Conj, t.Neg = lazy, negated
	limit := 0
	if bound != "" {
		limit = constants([]symbolic.Int{b.integer(bound)})[0]
	}
	fillKind(b.rand, t, kind, limit)
	if !constant && dtype.Differentiable() && kind != 'o' {
		*b.leaves = append(*b.leaves, leaf{t, kind == 'h'})
	}
	return t
}

// strided is a tensor in a storage of its own that the geometry fits in.
func strided(dtype tensor.DType, sizes, strides []int, offset int) *tensor.Tensor {
	n := offset + tensor.StorageLength(sizes, strides)
	return tensor.FromStorage(tensor.NewStorage(n*dtype.Size()), dtype, sizes, strides, offset)
}

// drawLayout chooses among contiguous, transposed, reversed, every second element, channels last, and shifted.
func drawLayout(r *rand.Rand, sizes []symbolic.Int) (strides []symbolic.Int, offset symbolic.Int) {
	n := len(sizes)
	order := make([]int, n) // outermost first
	for i := range order {
		order[i] = i
	}
	step, offset := one, zero
	switch k := r.IntN(6); {
	case k == 1 && n >= 2:
		order[n-1], order[n-2] = n-2, n-1
	case k == 2:
		for i := range order {
			order[i] = n - 1 - i
		}
	case k == 3:
		step = sym(2)
	case k == 4 && n >= 4:
		copy(order[1:], order[2:])
		order[n-1] = 1
	case k == 5:
		offset = sym(3)
	}
	strides = make([]symbolic.Int, n)
	for i := n - 1; i >= 0; i-- {
		d := order[i]
		strides[d] = step
		if c, ok := sizes[d].Const(); !ok || c != 0 {
			step = step.Mul(sizes[d])
		}
	}
	return strides, offset
}
