package ir

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// String prints the kernel as Parse reads it. Values that nothing demands are left out, so equal kernels have equal texts.
func (k *Kernel) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "kernel %s\n", strings.TrimSpace(k.Name+" "+orderNames[k.Order]))
	for _, buf := range k.Bufs {
		if buf.Row {
			b.WriteString("row ")
		}
		fmt.Fprintf(&b, "%s %s %s\n", modeNames[buf.Mode], buf.Name, buf.Elem)
	}
	for _, s := range k.Scalars {
		fmt.Fprintf(&b, "scalar %s %s\n", s.Name, s.Type)
	}
	number := make([]int, len(k.Values)) // of values printed so far
	count := 0
	var value func(id ID)
	value = func(id ID) {
		if id <= 0 || number[id] != 0 {
			return
		}
		v := k.Values[id]
		for _, a := range v.Args[:v.Op.Arity()] {
			value(a)
		}
		count++
		number[id] = count
		fmt.Fprintf(&b, "%%%d = %s", count, v.Op)
		switch {
		case v.Op == Load, v.Op == Iota, v.Op == Gather:
			fmt.Fprintf(&b, " %s", k.Bufs[v.Imm].Name)
		case v.Op == ScalarOf:
			fmt.Fprintf(&b, " %s", k.Scalars[v.Imm].Name)
		case v.Op == Const:
			fmt.Fprintf(&b, " %s %s", v.Type, constText(v.Type, v.Imm))
		case ops[v.Op].class == convert:
			fmt.Fprintf(&b, " %s", v.Type)
		}
		for _, a := range v.Args[:v.Op.Arity()] {
			fmt.Fprintf(&b, " %%%d", number[a])
		}
		if ops[v.Op].shift {
			fmt.Fprintf(&b, " %d", v.Imm)
		}
		b.WriteByte('\n')
	}
	stores := func(list []Store) {
		for _, s := range list {
			value(s.Index)
			value(s.Value)
			switch {
			case s.Index == 0:
				fmt.Fprintf(&b, "store %s %%%d\n", k.Bufs[s.Buf].Name, number[s.Value])
			case s.Add:
				fmt.Fprintf(&b, "scatteradd %s %%%d %%%d\n", k.Bufs[s.Buf].Name, number[s.Index], number[s.Value])
			default:
				fmt.Fprintf(&b, "scatter %s %%%d %%%d\n", k.Bufs[s.Buf].Name, number[s.Index], number[s.Value])
			}
		}
	}
	for _, p := range k.Passes {
		b.WriteString("pass\n")
		for _, r := range p.Reductions {
			value(r.Value)
			value(r.By)
			count++
			number[r.Result] = count
			fmt.Fprintf(&b, "%%%d = reduce %s %%%d", count, r.Op, number[r.Value])
			if r.By != 0 {
				fmt.Fprintf(&b, " %%%d", number[r.By])
			}
			b.WriteByte('\n')
		}
		stores(p.Stores)
	}
	if len(k.Final) > 0 {
		b.WriteString("final\n")
		stores(k.Final)
	}
	return b.String()
}

// constText writes a constant so that it reads back exactly; NaNs by their bits.
func constText(t Type, word uint64) string {
	switch t {
	case F32:
		if f := math.Float32frombits(uint32(word)); f == f {
			return strconv.FormatFloat(float64(f), 'g', -1, 32)
		}
	case F64:
		if f := math.Float64frombits(word); f == f {
			return strconv.FormatFloat(f, 'g', -1, 64)
		}
	case I32:
		return strconv.Itoa(int(int32(word)))
	case I64:
		return strconv.FormatInt(int64(word), 10)
	}
	return fmt.Sprintf("0x%x", word)
}

func constBits(t Type, text string) (uint64, error) {
	if hex, ok := strings.CutPrefix(text, "0x"); ok {
		return strconv.ParseUint(hex, 16, 64)
	}
	switch t {
	case F32:
		f, err := strconv.ParseFloat(text, 32)
		return Float32Bits(float32(f)), err
	case F64:
		f, err := strconv.ParseFloat(text, 64)
		return Float64Bits(f), err
	case I32:
		n, err := strconv.ParseInt(text, 10, 32)
		return IntBits(t, n), err
	}
	n, err := strconv.ParseInt(text, 10, 64)
	return uint64(n), err
}

// parser reads the lines of a kernel.
type parser struct {
	k       *Kernel
	values  map[string]ID
	passes  int
	final   bool
	buffers map[string]int
	scalars map[string]ID
}

// Parse reads the text of a kernel, checks it and gives it with its values numbered anew.
func Parse(text string) (*Kernel, error) {
	p := parser{values: map[string]ID{}, buffers: map[string]int{}, scalars: map[string]ID{}}
	for n, line := range strings.Split(text, "\n") {
		fields := strings.Fields(line)
		if len(fields) == 0 || fields[0][0] == '#' {
			continue
		}
		err := p.line(fields)
		if err == nil && p.k != nil {
			err = p.k.err
		}
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n+1, err)
		}
	}
	if p.k == nil {
		return nil, fmt.Errorf("no kernel")
	}
	if _, err := NewSchedule(p.k); err != nil {
		return nil, err
	}
	return p.k, nil
}

func (p *parser) line(f []string) error {
	if p.k == nil {
		order := 0
		if len(f) == 3 {
			order = slices.Index(orderNames[:], f[2])
		}
		if f[0] != "kernel" || len(f) < 2 || len(f) > 3 || order < 0 {
			return fmt.Errorf("a kernel starts with: kernel NAME [lanes|inorder]")
		}
		p.k = New(f[1])
		p.k.Order = Order(order)
		return nil
	}
	switch f[0] {
	case "row", "in", "out", "inout", "iota":
		return p.buffer(f)
	case "scalar":
		if len(f) != 3 {
			return fmt.Errorf("scalar NAME TYPE")
		}
		t, err := typeNamed(f[2])
		if err != nil {
			return err
		}
		if _, ok := p.scalars[f[1]]; ok {
			return fmt.Errorf("scalar %s is declared twice", f[1])
		}
		p.scalars[f[1]] = p.k.Scalar(f[1], t)
		return nil
	case "pass", "final":
		if len(f) != 1 || p.final || f[0] == "final" && p.passes == 0 {
			return fmt.Errorf("%s at the wrong place", f[0])
		}
		p.final = f[0] == "final"
		if !p.final && p.passes > 0 {
			p.k.NextPass()
		}
		p.passes++
		return nil
	case "scatter", "scatteradd":
		if len(f) != 4 || p.passes == 0 || p.final {
			return fmt.Errorf("%s BUFFER %%INDEX %%VALUE, in a pass", f[0])
		}
		b, ok := p.buffers[f[1]]
		if !ok || p.k.Bufs[b].Row {
			return fmt.Errorf("no buffer %s to scatter into", f[1])
		}
		index, err := p.value(f[2])
		if err != nil {
			return err
		}
		v, err := p.value(f[3])
		if err != nil {
			return err
		}
		p.k.Scatter(b, index, v, f[0] == "scatteradd")
		return nil
	case "store":
		if len(f) != 3 || p.passes == 0 {
			return fmt.Errorf("store BUFFER %%VALUE, in a pass")
		}
		b, ok := p.buffers[f[1]]
		if !ok {
			return fmt.Errorf("no buffer %s", f[1])
		}
		v, err := p.value(f[2])
		if err != nil {
			return err
		}
		if p.k.Bufs[b].Row != p.final {
			return fmt.Errorf("store into %s at the wrong place", f[1])
		}
		p.k.Store(b, v)
		return nil
	}
	if len(f) < 3 || f[0][0] != '%' || f[1] != "=" {
		return fmt.Errorf("not understood: %s", strings.Join(f, " "))
	}
	id, err := p.expression(f[2], f[3:])
	if err == nil && p.k.err == nil {
		if _, ok := p.values[f[0]]; ok {
			return fmt.Errorf("%s is defined twice", f[0])
		}
		p.values[f[0]] = id
	}
	return err
}

func (p *parser) buffer(f []string) error {
	b := Buf{}
	if f[0] == "row" {
		b.Row = true
		f = f[1:]
	}
	if len(f) != 3 {
		return fmt.Errorf("[row] in|out|inout|iota NAME ELEMENT")
	}
	found := false
	for m, name := range modeNames {
		if name == f[0] {
			b.Mode, found = Mode(m), true
		}
	}
	if !found {
		return fmt.Errorf("%s is no mode", f[0])
	}
	for e := Elem(0); e < numElems; e++ {
		if elems[e].name == f[2] {
			if _, ok := p.buffers[f[1]]; ok {
				return fmt.Errorf("buffer %s is declared twice", f[1])
			}
			b.Name, b.Elem = f[1], e
			p.buffers[b.Name] = p.k.buffer(b)
			return nil
		}
	}
	return fmt.Errorf("%s is no element type", f[2])
}

func typeNamed(name string) (Type, error) {
	for t, n := range typeNames {
		if n == name {
			return Type(t), nil
		}
	}
	return 0, fmt.Errorf("%s is no type", name)
}

func (p *parser) value(name string) (ID, error) {
	if id, ok := p.values[name]; ok {
		return id, nil
	}
	return 0, fmt.Errorf("no value %s", name)
}

// expression reads what follows "%N =".
func (p *parser) expression(name string, f []string) (ID, error) {
	o, ok := opNamed[name]
	if !ok {
		return 0, fmt.Errorf("no operation %s", name)
	}
	row := &ops[o]
	want := row.arity
	switch {
	case o == Load || o == Iota || o == ScalarOf || o == Gather || row.shift || row.class == convert:
		want++
	case o == Const || o == Reduced:
		want = 2
	}
	if o == Reduced && len(f) == 3 { // a sum of products
		want = 3
	}
	if len(f) != want {
		return 0, fmt.Errorf("%s takes %d words", name, want)
	}
	switch {
	case o == Load || o == Iota:
		b, ok := p.buffers[f[0]]
		if !ok || (p.k.Bufs[b].Mode == Index) != (o == Iota) {
			return 0, fmt.Errorf("no %s %s", name, f[0])
		}
		return p.k.Load(b), nil
	case o == Gather:
		b, ok := p.buffers[f[0]]
		if !ok {
			return 0, fmt.Errorf("no buffer %s", f[0])
		}
		index, err := p.value(f[1])
		if err != nil {
			return 0, err
		}
		return p.k.Gather(b, index), nil
	case o == ScalarOf:
		if id, ok := p.scalars[f[0]]; ok {
			return id, nil
		}
		return 0, fmt.Errorf("no scalar %s", f[0])
	case o == Const:
		t, err := typeNamed(f[0])
		if err != nil {
			return 0, err
		}
		word, err := constBits(t, f[1])
		return p.k.ConstBits(t, word), err
	case o == Reduced:
		v, err := p.value(f[1])
		if err != nil {
			return 0, err
		}
		if p.passes == 0 || p.final {
			return 0, fmt.Errorf("reduce outside of a pass")
		}
		if len(f) == 2 {
			return p.k.Reduce(opNamed[f[0]], v), nil
		}
		by, err := p.value(f[2])
		if err == nil && opNamed[f[0]] != Add {
			err = fmt.Errorf("reduce %s takes one value", f[0])
		}
		if err != nil {
			return 0, err
		}
		return p.k.ReduceProducts(v, by), nil
	}
	t := Type(0)
	if row.class == convert {
		var err error
		if t, err = typeNamed(f[0]); err != nil {
			return 0, err
		}
		f = f[1:]
	}
	var args []ID
	for _, name := range f[:row.arity] {
		a, err := p.value(name)
		if err != nil {
			return 0, err
		}
		args = append(args, a)
	}
	if row.shift {
		count, err := strconv.Atoi(f[1])
		if err != nil {
			return 0, err
		}
		return p.k.Shift(o, args[0], count), nil
	}
	return p.k.node(o, t, 0, args...), nil
}
