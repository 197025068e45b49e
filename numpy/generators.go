package numpy

import (
	"math"
	"slices"
	"sync"

	"github.com/magneto-go/magneto/precise"
	"github.com/magneto-go/magneto/vm/object"
)

// numpy.random._generators: streams of random numbers for the classes of numpy.random, which are written in Python.

// distribution is a row of the table: how it is drawn, and what its parameters have to be.
type distribution struct {
	params int
	real   func(r *random, p []float64) float64
	whole  func(r *random, p []float64) int64
	check  func(p []float64) string // what is wrong, "" for nothing
}

func negative(names ...string) func(p []float64) string {
	return func(p []float64) string {
		for i, name := range names {
			if name != "" && (p[i] < 0 || math.Signbit(p[i]) && p[i] == 0 || math.IsNaN(p[i])) {
				if math.IsNaN(p[i]) && name == "scale" {
					continue
				}
				return name + " < 0"
			}
		}
		return ""
	}
}

func positive(names ...string) func(p []float64) string {
	return func(p []float64) string {
		for i, name := range names {
			if name != "" && !(p[i] > 0) {
				return name + " <= 0"
			}
		}
		return ""
	}
}

func probability(i int) func(p []float64) string {
	return func(p []float64) string {
		if !(p[i] >= 0 && p[i] <= 1) {
			return "p < 0, p > 1 or p is NaN"
		}
		return ""
	}
}

var distributions = sync.OnceValue(func() map[string]distribution {
	scaled := func(f func(r *random) float64) distribution {
		return distribution{params: 2, real: func(r *random, p []float64) float64 { return p[0] + float64(p[1]*f(r)) }, check: negative("", "scale")}
	}
	return map[string]distribution{
		"random":               {real: func(r *random, p []float64) float64 { return r.uniform() }},
		"standard_normal":      {real: func(r *random, p []float64) float64 { return r.normal() }},
		"standard_exponential": {real: func(r *random, p []float64) float64 { return r.exponential() }},
		"standard_cauchy": {real: func(r *random, p []float64) float64 {
			x := r.normal()
			return x / r.normal()
		}},
		"standard_gamma": {params: 1, real: func(r *random, p []float64) float64 { return r.gamma(p[0]) }, check: negative("shape")},
		"standard_t":     {params: 1, real: func(r *random, p []float64) float64 { return r.studentT(p[0]) }, check: positive("df")},
		"normal":         scaled((*random).normal),
		"uniform":        {params: 2, real: func(r *random, p []float64) float64 { return p[0] + float64((p[1]-p[0])*r.uniform()) }},
		"exponential":    {params: 1, real: func(r *random, p []float64) float64 { return p[0] * r.exponential() }, check: negative("scale")},
		"gamma":          {params: 2, real: func(r *random, p []float64) float64 { return p[1] * r.gamma(p[0]) }, check: negative("shape", "scale")},
		"beta":           {params: 2, real: func(r *random, p []float64) float64 { return r.beta(p[0], p[1]) }, check: positive("a", "b")},
		"chisquare":      {params: 1, real: func(r *random, p []float64) float64 { return r.chisquare(p[0]) }, check: positive("df")},
		"noncentral_chisquare": {params: 2, real: func(r *random, p []float64) float64 {
			df, nonc := p[0], p[1]
			if nonc == 0 {
				return r.chisquare(df)
			}
			if df > 1 {
				c := r.chisquare(df - 1)
				n := r.normal() + math.Sqrt(nonc)
				return c + n*n
			}
			i := r.poisson(nonc / 2)
			return r.chisquare(df + 2*float64(i))
		}},
		"f": {params: 2, real: func(r *random, p []float64) float64 {
			x := r.chisquare(p[0]) * p[1]
			return x / (r.chisquare(p[1]) * p[0])
		}, check: positive("dfnum", "dfden")},
		"lognormal":  {params: 2, real: func(r *random, p []float64) float64 { return precise.Exp(p[0] + float64(p[1]*r.normal())) }, check: negative("", "sigma")},
		"laplace":    {params: 2, real: func(r *random, p []float64) float64 { return r.laplace(p[0], p[1]) }, check: negative("", "scale")},
		"gumbel":     {params: 2, real: func(r *random, p []float64) float64 { return r.gumbel(p[0], p[1]) }, check: negative("", "scale")},
		"logistic":   {params: 2, real: func(r *random, p []float64) float64 { return r.logistic(p[0], p[1]) }, check: negative("", "scale")},
		"rayleigh":   {params: 1, real: func(r *random, p []float64) float64 { return r.rayleigh(p[0]) }, check: negative("scale")},
		"weibull":    {params: 1, real: func(r *random, p []float64) float64 { return r.weibull(p[0]) }, check: negative("a")},
		"pareto":     {params: 1, real: func(r *random, p []float64) float64 { return r.pareto(p[0]) }, check: positive("a")},
		"power":      {params: 1, real: func(r *random, p []float64) float64 { return r.power(p[0]) }, check: positive("a")},
		"triangular": {params: 3, real: func(r *random, p []float64) float64 { return r.triangular(p[0], p[1], p[2]) }, check: corners},
		"wald":       {params: 2, real: func(r *random, p []float64) float64 { return r.wald(p[0], p[1]) }, check: positive("mean", "scale")},
		"vonmises":   {params: 2, real: func(r *random, p []float64) float64 { return r.vonmises(p[0], p[1]) }, check: negative("", "kappa")},
		"geometric": {params: 1, whole: func(r *random, p []float64) int64 { return r.geometric(p[0]) }, check: func(p []float64) string {
			if !(p[0] > 0 && p[0] <= 1) {
				return "p <= 0, p > 1 or p contains NaNs"
			}
			return ""
		}},
		"poisson": {params: 1, whole: func(r *random, p []float64) int64 { return r.poisson(p[0]) }, check: func(p []float64) string {
			if !(p[0] >= 0) {
				return "lam < 0 or lam is NaN"
			}
			if p[0] > 9.223372006484771e+18 {
				return "lam value too large"
			}
			return ""
		}},
		"binomial": {params: 2, whole: func(r *random, p []float64) int64 { return r.binomial(int64(p[0]), p[1]) }, check: func(p []float64) string {
			if p[0] < 0 {
				return "n < 0"
			}
			return probability(1)(p)
		}},
		"negative_binomial": {params: 2, whole: func(r *random, p []float64) int64 { return r.negativeBinomial(p[0], p[1]) }, check: func(p []float64) string {
			if p[0] <= 0 {
				return "n <= 0"
			}
			return probability(1)(p)
		}},
		"logseries": {params: 1, whole: func(r *random, p []float64) int64 { return r.logseries(p[0]) }, check: func(p []float64) string {
			if !(p[0] >= 0 && p[0] < 1) { // 1 would be drawn for ever
				return "p < 0, p >= 1 or p is NaN"
			}
			return ""
		}},
		"zipf": {params: 1, whole: func(r *random, p []float64) int64 { return r.zipf(p[0]) }, check: func(p []float64) string {
			if !(p[0] > 1) {
				return "a <= 1 or a is NaN"
			}
			return ""
		}},
	}
})

// corners checks those of a triangular distribution.
func corners(p []float64) string {
	switch left, mode, right := p[0], p[1], p[2]; {
	case left > mode:
		return "left > mode"
	case mode > right:
		return "mode > right"
	case left == right:
		return "left == right"
	}
	return ""
}

var streamType = onceType(func() *object.Type {
	self := func(v Value) *random { n, _ := object.AsNative(v); return n.V.(*random) }
	method := func(name, p string, f func(th *object.Thread, r *random, x []Value) (Value, error)) object.Method {
		names := append([]string{"self"}, params(p)...)
		return object.Method{Name: name, Fn: func(th *object.Thread, args, kw []Value) (Value, error) {
			x, err := object.Args(name, args, kw, names...)
			if err != nil {
				return object.Null, err
			}
			return f(th, self(x[0]), x[1:])
		}}
	}
	return object.NewType("Stream", "numpy.random._generators", nil, object.Spec{Layout: object.LayoutNative, NoNew: true, Methods: []object.Method{
		method("draw", "name size parameters", drawMany),
		method("floats", "name size", func(th *object.Thread, r *random, x []Value) (Value, error) {
			shape, err := shapeOf(th, x[1])
			if err != nil {
				return object.Null, err
			}
			if err := checkSize(th, of(Float32), shape); err != nil {
				return object.Null, err
			}
			a := newArray(of(Float32), shape...)
			v := view[float32](a)
			name, _ := object.Text(x[0])
			for i := range v {
				if name == "random" {
					v[i] = r.float32()
				} else {
					v[i] = r.ziggurat32()
				}
			}
			if x[1].IsNone() {
				return a.scalar(0), nil
			}
			return Wrap(a), nil
		}),
		method("integers", "low high size dtype endpoint", drawIntegers),
		method("permutation", "n", func(th *object.Thread, r *random, x []Value) (Value, error) {
			n, err := object.ToInt(th, x[0])
			if err != nil {
				return object.Null, err
			}
			if err := checkSize(th, int64Type, []int{n}); err != nil {
				return object.Null, err
			}
			a := newArray(int64Type, n)
			v := view[int64](a)
			for i := range v {
				v[i] = int64(i)
			}
			for i := n - 1; i >= 1; i-- {
				j := interval(r.bits, uint64(i))
				v[i], v[j] = v[j], v[i]
			}
			return Wrap(a), nil
		}),
		method("choice", "n size shuffle", func(th *object.Thread, r *random, x []Value) (Value, error) {
			n, err := object.ToInt(th, x[0])
			if err != nil {
				return object.Null, err
			}
			size, err := object.ToInt(th, x[1])
			if err != nil {
				return object.Null, err
			}
			mix, err := object.IsTrue(th, x[2])
			if err != nil {
				return object.Null, err
			}
			if err := checkSize(th, int64Type, []int{size}); err != nil {
				return object.Null, err
			}
			a := newArray(int64Type, size)
			copy(view[int64](a), r.choose(n, size, mix))
			return Wrap(a), nil
		}),
		method("multinomial", "n pvals size", multinomial),
		method("bytes", "length", func(th *object.Thread, r *random, x []Value) (Value, error) {
			n, err := object.ToInt(th, x[0])
			if err != nil {
				return object.Null, err
			}
			if err := object.CheckLength(th, n); err != nil {
				return object.Null, err
			}
			var out []byte
			for len(out) < n {
				w := r.bits.next32()
				out = append(out, byte(w), byte(w>>8), byte(w>>16), byte(w>>24))
			}
			return object.NewBytes(out[:max(n, 0)]), nil
		}),
		method("get", "", func(th *object.Thread, r *random, x []Value) (Value, error) {
			switch b := r.bits.(type) {
			case *twister:
				key := newArray(of(Uint32), 624)
				copy(view[uint32](key), b.key[:])
				return object.NewTuple(Wrap(key), object.Int(int64(b.pos)), object.Bool(r.hasGauss), object.Float(r.gauss)).Ref(), nil
			case *pcg64:
				return object.NewTuple(bigUint(b.hi), bigUint(b.lo), bigUint(b.incHi), bigUint(b.incLo), object.Bool(b.hasHalf), object.Int(int64(b.half))).Ref(), nil
			}
			return object.None, nil
		}),
		method("set", "state", setStream),
		method("next64", "", func(th *object.Thread, r *random, x []Value) (Value, error) { return bigUint(r.bits.next64()), nil }),
		method("next32", "", func(th *object.Thread, r *random, x []Value) (Value, error) {
			return object.Int(int64(r.bits.next32())), nil
		}),
		method("seed", "words", func(th *object.Thread, r *random, x []Value) (Value, error) {
			t, ok := r.bits.(*twister)
			if !ok {
				return object.Null, object.TypeErrorf("only a Mersenne Twister is seeded anew")
			}
			r.hasGauss, r.gauss = false, 0
			return object.None, seedTwister(th, t, x[0])
		}),
	}})
})

// wordsOf are integers of 32 bits.
func wordsOf(th *object.Thread, v Value) ([]uint32, error) {
	items, err := object.ToSlice(th, v)
	if err != nil {
		return nil, err
	}
	out := make([]uint32, len(items))
	for i, x := range items {
		n, err := object.ToInt64(th, x)
		if err != nil {
			return nil, err
		}
		out[i] = uint32(n)
	}
	return out, nil
}

// seedTwister seeds from an int, a list of words, or None for the system's randomness.
func seedTwister(th *object.Thread, t *twister, v Value) error {
	if v.IsNone() {
		t.seedArray(systemWords(th, 8))
		return nil
	}
	if v.IsSmallInt() {
		t.seed(uint32(v.SmallInt()))
		return nil
	}
	words, err := wordsOf(th, v)
	if err == nil && len(words) == 0 {
		return object.ValueErrorf("Seed must be non-empty")
	}
	if err == nil {
		t.seedArray(words)
	}
	return err
}

func buildGenerators(th *object.Thread) *object.Module {
	m := object.NewModule("numpy.random._generators")
	m.SetFunc("twister", function("twister", "seed", func(th *object.Thread, x []Value) (Value, error) {
		t := &twister{}
		return object.NewNative(streamType(), &random{bits: t, legacy: true}), seedTwister(th, t, x[0])
	}))
	m.SetFunc("system_words", function("system_words", "n", func(th *object.Thread, x []Value) (Value, error) {
		items := []Value{}
		for _, w := range systemWords(th, 4) {
			items = append(items, object.Int(int64(w)))
		}
		return object.NewList(items...).Ref(), nil
	}))
	sequenceOf := func(th *object.Thread, x []Value) (*seedSequence, error) {
		entropy, err := wordsOf(th, x[0])
		if err != nil {
			return nil, err
		}
		spawn, err := wordsOf(th, x[1])
		return &seedSequence{entropy, spawn}, err
	}
	m.SetFunc("seed_words", function("seed_words", "entropy spawn n", func(th *object.Thread, x []Value) (Value, error) {
		s, err := sequenceOf(th, x)
		if err != nil {
			return object.Null, err
		}
		n, err := object.ToInt(th, x[2])
		if err != nil {
			return object.Null, err
		}
		if err := checkSize(th, of(Uint32), []int{n}); err != nil {
			return object.Null, err
		}
		a := newArray(of(Uint32), n)
		copy(view[uint32](a), s.words(n))
		return Wrap(a), nil
	}))
	m.SetFunc("pcg64", function("pcg64", "entropy spawn", func(th *object.Thread, x []Value) (Value, error) {
		s, err := sequenceOf(th, x)
		if err != nil {
			return object.Null, err
		}
		w := s.words64(4)
		p := &pcg64{}
		p.seed([2]uint64{w[0], w[1]}, [2]uint64{w[2], w[3]})
		return object.NewNative(streamType(), &random{bits: p}), nil
	}))
	m.SetFunc("twister_of", function("twister_of", "entropy spawn", func(th *object.Thread, x []Value) (Value, error) {
		s, err := sequenceOf(th, x)
		if err != nil {
			return object.Null, err
		}
		t := &twister{}
		copy(t.key[:], s.words(624))
		t.key[0] = 1 << 31
		t.pos = 623
		return object.NewNative(streamType(), &random{bits: t}), nil
	}))
	return m
}

func setStream(th *object.Thread, r *random, x []Value) (Value, error) {
	items, err := object.ToSlice(th, x[0])
	if err != nil {
		return object.Null, err
	}
	switch b := r.bits.(type) {
	case *twister:
		if len(items) != 4 {
			return object.Null, object.ValueErrorf("state must have four items")
		}
		key, err := toArray(th, items[0], nil)
		if err != nil {
			return object.Null, err
		}
		if key.size() != 624 {
			return object.Null, object.ValueErrorf("state vector must have 624 words")
		}
		if key, err = key.to(th, of(Uint32)); err != nil {
			return object.Null, err
		}
		pos, err := object.ToInt(th, items[1])
		if err != nil {
			return object.Null, err
		}
		if pos < 0 || pos > 624 {
			return object.Null, object.ValueErrorf("position out of range")
		}
		copy(b.key[:], view[uint32](key.compact())[key.off:])
		b.pos = pos
		if r.hasGauss, err = object.IsTrue(th, items[2]); err != nil {
			return object.Null, err
		}
		r.gauss, err = object.ToFloat(th, items[3])
		return object.None, err
	case *pcg64:
		if len(items) != 6 {
			return object.Null, object.ValueErrorf("state must have six items")
		}
		for i, to := range []*uint64{&b.hi, &b.lo, &b.incHi, &b.incLo} {
			*to = object.BigOf(items[i]).Uint64()
		}
		if b.hasHalf, err = object.IsTrue(th, items[4]); err != nil {
			return object.Null, err
		}
		half, err := object.ToInt64(th, items[5])
		b.half = uint32(half)
		return object.None, err
	}
	return object.None, nil
}

// shuffle is Fisher and Yates's, down to first, as choice does it; permutation draws its integers by rejection.
func (r *random) shuffle(v []int64, first int) {
	for i := len(v) - 1; i >= first; i-- {
		j := bounded64(r.bits, uint64(i), false)
		v[i], v[j] = v[j], v[i]
	}
}

// choose picks size of n without replacement.
func (r *random) choose(n, size int, mix bool) []int64 {
	cutoff := 20
	if mix {
		cutoff = 50
	}
	if n > 10000 && size > n/cutoff {
		all := make([]int64, n)
		for i := range all {
			all[i] = int64(i)
		}
		r.shuffle(all, max(n-size, 1))
		return all[n-size:]
	}
	out := make([]int64, size)
	seen := map[uint64]bool{}
	for j := n - size; j < n; j++ { // Floyd's algorithm
		v := bounded64(r.bits, uint64(j), false)
		if seen[v] {
			v = uint64(j)
		}
		seen[v] = true
		out[j-n+size] = int64(v)
	}
	if mix {
		r.shuffle(out, 1)
	}
	return out
}

// drawMany is draw(name, size, parameters): parameters broadcast; without size and with plain parameters a number.
func drawMany(th *object.Thread, r *random, x []Value) (Value, error) {
	name, _ := object.Text(x[0])
	d, ok := distributions()[name]
	if !ok {
		return object.Null, object.AttributeErrorf(object.Null, object.Intern(name), "magneto's numpy has no distribution %s", name)
	}
	given, err := object.ToSlice(th, x[2])
	if err != nil {
		return object.Null, err
	}
	arrays := make([]*Array, len(given))
	shapes := [][]int{}
	for i, v := range given {
		a, err := toArray(th, v, &float64Type)
		if err != nil {
			return object.Null, err
		}
		arrays[i] = a
		shapes = append(shapes, a.shape)
	}
	shape, ok := broadcastShape(shapes...)
	if !ok {
		return object.Null, object.ValueErrorf("shape mismatch: objects cannot be broadcast to a single shape")
	}
	if !x[1].IsNone() {
		want, err := shapeOf(th, x[1])
		if err != nil {
			return object.Null, err
		}
		if b, ok := broadcastShape(shape, want); !ok || !slices.Equal(b, want) {
			return object.Null, object.ValueErrorf("Output size %s is not compatible with broadcast dimensions of inputs %s.", shapeTuple(want), shapeTuple(shape))
		}
		shape = want
	}
	dt := float64Type
	if d.whole != nil {
		dt = int64Type
	}
	if err := checkSize(th, dt, shape); err != nil {
		return object.Null, err
	}
	out := newArray(dt, shape...)
	n := out.size()
	values := make([]float64, len(arrays))
	var places [][]int
	fixed := true
	for i, a := range arrays {
		if a.size() == 1 {
			values[i] = view[float64](a)[a.off]
			places = append(places, nil)
			continue
		}
		fixed = false
		places = append(places, positions(a.expanded(shape)))
	}
	check := func() error {
		if d.check == nil {
			return nil
		}
		if what := d.check(values); what != "" {
			return object.ValueErrorf("%s", what)
		}
		return nil
	}
	if fixed {
		if err := check(); err != nil {
			return object.Null, err
		}
	} else {
		for k := range n {
			for i, a := range arrays {
				if places[i] != nil {
					values[i] = view[float64](a)[places[i][k]]
				}
			}
			if err := check(); err != nil {
				return object.Null, err
			}
		}
	}
	for k := range n {
		if !fixed {
			for i, a := range arrays {
				if places[i] != nil {
					values[i] = view[float64](a)[places[i][k]]
				}
			}
		}
		if d.whole != nil {
			view[int64](out)[k] = d.whole(r, values)
		} else {
			view[float64](out)[k] = d.real(r, values)
		}
	}
	if x[1].IsNone() && len(shape) == 0 {
		return out.item(0), nil
	}
	return Wrap(out), nil
}

// drawIntegers is integers(low, high, size, dtype, endpoint), high being excluded unless endpoint.
func drawIntegers(th *object.Thread, r *random, x []Value) (Value, error) {
	dt, err := dtypeOf(th, x[3], int64Type)
	if err != nil {
		return object.Null, err
	}
	if !dt.isInt() && dt.C != Bool {
		name := "randint"
		if !r.legacy {
			name = "integers"
		}
		return object.Null, object.TypeErrorf("Unsupported dtype %s for %s", dt.repr(), name)
	}
	endpoint, err := object.IsTrue(th, x[4])
	if err != nil {
		return object.Null, err
	}
	var bounds [2]*Array
	for i := range bounds {
		if bounds[i], err = toArray(th, x[i], nil); err != nil {
			return object.Null, err
		}
	}
	shape, ok := broadcastShape(bounds[0].shape, bounds[1].shape)
	if !ok {
		return object.Null, object.ValueErrorf("shape mismatch: objects cannot be broadcast to a single shape")
	}
	if !x[2].IsNone() {
		want, err := shapeOf(th, x[2])
		if err != nil {
			return object.Null, err
		}
		if b, ok := broadcastShape(shape, want); !ok || !slices.Equal(b, want) {
			return object.Null, object.ValueErrorf("Output size %s is not compatible with broadcast dimensions of inputs %s.", shapeTuple(want), shapeTuple(shape))
		}
		shape = want
	}
	if err := checkSize(th, dt, shape); err != nil {
		return object.Null, err
	}
	out := newArray(dt, shape...)
	lows, highs := positions(bounds[0].expanded(shape)), positions(bounds[1].expanded(shape))
	ends := func(lo, hi int) (int64, uint64, error) {
		l, h := bigItem(th, bounds[0], lo), bigItem(th, bounds[1], hi)
		if !endpoint {
			h.Sub(h, bigOne)
		}
		least, most := limits(dt)
		switch {
		case l.Cmp(least) < 0:
			return 0, 0, object.ValueErrorf("low is out of bounds for %s", dt.name())
		case h.Cmp(most) > 0:
			return 0, 0, object.ValueErrorf("high is out of bounds for %s", dt.name())
		case l.Cmp(h) > 0:
			if endpoint {
				return 0, 0, object.ValueErrorf("low > high")
			}
			return 0, 0, object.ValueErrorf("low >= high")
		}
		low := int64(l.Uint64())
		if l.Sign() < 0 {
			low = l.Int64()
		}
		return low, h.Sub(h, l).Uint64(), nil
	}
	var parts pieces
	draw := func(top uint64) uint64 {
		switch dt.size() {
		case 1:
			if dt.C == Bool {
				if top == 0 {
					return 0
				}
				return uint64(parts.next(r.bits, 1))
			}
			return uint64(parts.bounded(r.bits, uint32(top), 8, r.legacy))
		case 2:
			return uint64(parts.bounded(r.bits, uint32(top), 16, r.legacy))
		case 4:
			return uint64(bounded32(r.bits, uint32(top), r.legacy))
		}
		return bounded64(r.bits, top, r.legacy)
	}
	var low int64
	var top uint64
	plain := bounds[0].size() == 1 && bounds[1].size() == 1
	if plain {
		if low, top, err = ends(positions(bounds[0])[0], positions(bounds[1])[0]); err != nil {
			return object.Null, err
		}
	}
	for k := range out.size() {
		if !plain {
			if low, top, err = ends(lows[k], highs[k]); err != nil {
				return object.Null, err
			}
		}
		storeInts(out, k, 0, []uint64{uint64(low) + draw(top)})
	}
	if x[2].IsNone() && len(shape) == 0 {
		if given := x[3]; r.legacy && (given == object.IntType.Ref() || given == object.BoolType.Ref()) {
			return out.item(0), nil
		}
		return out.scalar(0), nil
	}
	return Wrap(out), nil
}

func multinomial(th *object.Thread, r *random, x []Value) (Value, error) {
	n, err := object.ToInt64(th, x[0])
	if err != nil {
		return object.Null, err
	}
	p, err := toArray(th, x[1], &float64Type)
	if err != nil {
		return object.Null, err
	}
	if len(p.shape) != 1 {
		return object.Null, object.ValueErrorf("pvals must be 1-dimensional")
	}
	pv := view[float64](p.compact())[p.compact().off:]
	d := p.shape[0]
	pv = pv[:d]
	sum := 0.0
	for i, q := range pv {
		if !(q >= 0 && q <= 1) {
			return object.Null, object.ValueErrorf("pvals < 0, pvals > 1 or pvals contains NaNs")
		}
		if i < d-1 {
			sum += q
		}
	}
	if sum > 1+1e-12 {
		return object.Null, object.ValueErrorf("sum(pvals[:-1]) > 1.0")
	}
	shape := []int{}
	if !x[2].IsNone() {
		if shape, err = shapeOf(th, x[2]); err != nil {
			return object.Null, err
		}
	}
	shape = append(slices.Clone(shape), d)
	if err := checkSize(th, int64Type, shape); err != nil {
		return object.Null, err
	}
	out := zeros(int64Type, shape...)
	v := view[int64](out)
	for row := 0; row+d <= len(v) && d > 0; row += d {
		left, rest := n, 1.0
		for j := range d - 1 {
			if left <= 0 {
				break
			}
			k := r.binomial(left, pv[j]/rest)
			v[row+j] = k
			left -= k
			rest -= pv[j]
		}
		if left > 0 {
			v[row+d-1] = left
		}
	}
	return Wrap(out), nil
}
