package compile

import (
	"math"
	"math/big"
	"slices"
	"strconv"

	"github.com/go-python/gpython/ast"

	"github.com/magneto-go/magneto/frontend/bytecode"
	"github.com/magneto-go/magneto/frontend/syntax"
)

// patternContext is the state of one case's pattern.
//
// While a pattern is matched, captured values wait on the stack, below the
// subject and whatever else the pattern needs, until the whole pattern has
// matched. Where it fails, all of that has to be popped: failPop[n] is a label
// that pops n entries and goes on to the next case.
type patternContext struct {
	stores           []string // captured names; their values are on the stack
	failPop          []*label
	onTop            int // entries above the captured values
	allowIrrefutable bool
}

func (c *compiler) match(s *syntax.Match) {
	end := &label{}
	c.expr(s.Subject)
	last := s.Cases[len(s.Cases)-1]
	hasDefault := len(s.Cases) > 1 && isWildcard(last.Pattern)
	cases := s.Cases
	if hasDefault {
		cases = cases[:len(cases)-1]
	}
	for i, k := range cases {
		c.mark(k.Pattern)
		isLast := i == len(cases)-1
		if !isLast {
			c.emitArg(bytecode.COPY, 1)
		}
		pc := &patternContext{allowIrrefutable: k.Guard != nil || i == len(s.Cases)-1}
		c.pattern(k.Pattern, pc)
		for _, name := range pc.stores {
			c.nameOp(name, ast.Store)
		}
		if k.Guard != nil {
			c.ensureFailPop(pc, 0)
			c.jumpIf(k.Guard, pc.failPop[0], false)
		}
		if !isLast {
			c.mark(k.Body[0])
			c.emit(bytecode.POP_TOP)
		}
		c.stmts(k.Body)
		c.jumpNone(opJump, end)
		c.mark(k.Pattern)
		c.emitFailPop(pc)
	}
	if hasDefault {
		c.mark(last.Pattern)
		c.emit(bytecode.NOP)
		if last.Guard != nil {
			c.jumpIf(last.Guard, end, false)
		}
		c.stmts(last.Body)
	}
	c.place(end)
}

func isWildcard(p syntax.Pattern) bool {
	as, ok := p.(*syntax.MatchAs)
	return ok && as.Pattern == nil && as.Name == ""
}

func (c *compiler) ensureFailPop(pc *patternContext, n int) {
	for len(pc.failPop) <= n {
		pc.failPop = append(pc.failPop, &label{})
	}
}

// jumpToFailPop jumps to where all that the pattern has on the stack is popped.
func (c *compiler) jumpToFailPop(pc *patternContext, op bytecode.Opcode) {
	pops := pc.onTop + len(pc.stores)
	c.ensureFailPop(pc, pops)
	c.emitJump(op, pc.failPop[pops])
}

func (c *compiler) emitFailPop(pc *patternContext) {
	for n := len(pc.failPop) - 1; n > 0; n-- {
		c.place(pc.failPop[n])
		c.emit(bytecode.POP_TOP)
	}
	if len(pc.failPop) > 0 {
		c.place(pc.failPop[0])
	}
	pc.failPop = nil
}

// rotate moves the top of the stack down to be the n-th entry from the top.
func (c *compiler) rotate(n int) {
	for ; n > 1; n-- {
		c.emitArg(bytecode.SWAP, n)
	}
}

// pattern matches the top of the stack, which it consumes.
func (c *compiler) pattern(p syntax.Pattern, pc *patternContext) {
	old := c.u.pos
	c.mark(p)
	defer func() { c.u.pos = old }()
	switch p := p.(type) {
	case *syntax.MatchValue:
		if _, f := p.Value.(*syntax.JoinedStr); f {
			c.fail(p, "patterns may only match literals and attribute lookups")
		}
		c.expr(p.Value)
		c.emitArg(bytecode.COMPARE_OP, bytecode.CompareEqual<<bytecode.CompareShift|int(bytecode.CompareMasks[bytecode.CompareEqual]))
		c.emit(bytecode.TO_BOOL)
		c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	case *syntax.MatchSingleton:
		c.constant(p.Value)
		c.emitArg(bytecode.IS_OP, 0)
		c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	case *syntax.MatchSequence:
		c.sequencePattern(p, pc)
	case *syntax.MatchMapping:
		c.mappingPattern(p, pc)
	case *syntax.MatchClass:
		c.classPattern(p, pc)
	case *syntax.MatchStar:
		c.capture(p, string(p.Name), pc)
	case *syntax.MatchAs:
		c.asPattern(p, pc)
	case *syntax.MatchOr:
		c.orPattern(p, pc)
	}
}

// capture keeps the top of the stack as the value of a name, or drops it.
func (c *compiler) capture(n ast.Ast, name string, pc *patternContext) {
	if name == "" {
		c.emit(bytecode.POP_TOP)
		return
	}
	c.checkForbidden(n, name)
	for _, s := range pc.stores {
		if s == name {
			c.fail(n, "multiple assignments to name '%s' in pattern", name)
		}
	}
	c.rotate(pc.onTop + len(pc.stores) + 1)
	pc.stores = append(pc.stores, name)
}

func (c *compiler) asPattern(p *syntax.MatchAs, pc *patternContext) {
	if p.Pattern == nil {
		if !pc.allowIrrefutable {
			if p.Name != "" {
				c.fail(p, "name capture '%s' makes remaining patterns unreachable", p.Name)
			}
			c.fail(p, "wildcard makes remaining patterns unreachable")
		}
		c.capture(p, string(p.Name), pc)
		return
	}
	pc.onTop++
	c.emitArg(bytecode.COPY, 1)
	c.pattern(p.Pattern, pc)
	pc.onTop--
	c.capture(p, string(p.Name), pc)
}

func (c *compiler) subpattern(p syntax.Pattern, pc *patternContext) {
	old := pc.allowIrrefutable
	pc.allowIrrefutable = true
	c.pattern(p, pc)
	pc.allowIrrefutable = old
}

func (c *compiler) sequencePattern(p *syntax.MatchSequence, pc *patternContext) {
	star, onlyWildcard, starWildcard := -1, true, false
	for i, q := range p.Patterns {
		if s, ok := q.(*syntax.MatchStar); ok {
			if star >= 0 {
				c.fail(p, "multiple starred names in sequence pattern")
			}
			star = i
			starWildcard = s.Name == ""
			onlyWildcard = onlyWildcard && starWildcard
			continue
		}
		onlyWildcard = onlyWildcard && isWildcard(q)
	}
	n := len(p.Patterns)
	pc.onTop++
	c.emit(bytecode.MATCH_SEQUENCE)
	c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	if star < 0 {
		c.lengthTest(n, bytecode.CompareEqual, pc)
	} else if n > 1 {
		c.lengthTest(n-1, bytecode.CompareGreaterEqual, pc)
	}
	pc.onTop--
	switch {
	case onlyWildcard:
		c.emit(bytecode.POP_TOP)
	case starWildcard:
		c.sequenceBySubscript(p.Patterns, star, pc)
	default:
		c.sequenceByUnpacking(p, star, pc)
	}
}

func (c *compiler) lengthTest(n, op int, pc *patternContext) {
	c.emit(bytecode.GET_LEN)
	c.constant(int64(n))
	c.emitArg(bytecode.COMPARE_OP, op<<bytecode.CompareShift|int(bytecode.CompareMasks[op]))
	c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
}

func (c *compiler) sequenceByUnpacking(p *syntax.MatchSequence, star int, pc *patternContext) {
	n := len(p.Patterns)
	if star >= 0 {
		c.emitArg(bytecode.UNPACK_EX, star|(n-star-1)<<8)
	} else {
		c.emitArg(bytecode.UNPACK_SEQUENCE, n)
	}
	pc.onTop += n
	for _, q := range p.Patterns {
		pc.onTop--
		c.subpattern(q, pc)
	}
}

// sequenceBySubscript looks at the items around *_ only.
func (c *compiler) sequenceBySubscript(patterns []syntax.Pattern, star int, pc *patternContext) {
	pc.onTop++
	n := len(patterns)
	for i, q := range patterns {
		if i == star || isWildcard(q) {
			continue
		}
		c.emitArg(bytecode.COPY, 1)
		if i < star {
			c.constant(int64(i))
		} else {
			c.emit(bytecode.GET_LEN)
			c.constant(int64(n - i))
			c.emitArg(bytecode.BINARY_OP, bytecode.BinarySubtract)
		}
		c.emitArg(bytecode.BINARY_OP, bytecode.BinarySubscript)
		c.subpattern(q, pc)
	}
	pc.onTop--
	c.emit(bytecode.POP_TOP)
}

func (c *compiler) mappingPattern(p *syntax.MatchMapping, pc *patternContext) {
	n := len(p.Keys)
	pc.onTop++
	c.emit(bytecode.MATCH_MAPPING)
	c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	if n == 0 && p.Rest == "" {
		pc.onTop--
		c.emit(bytecode.POP_TOP)
		return
	}
	if n > 0 {
		c.lengthTest(n, bytecode.CompareGreaterEqual, pc)
	}
	for i, key := range p.Keys {
		if _, f := key.(*syntax.JoinedStr); f {
			c.fail(p, "mapping pattern keys may only match literals and attribute lookups")
		}
		if v, ok := c.fold(key); ok {
			for _, other := range p.Keys[:i] {
				if w, ok := c.fold(other); ok && equalKeys(v, w) {
					c.fail(p, "mapping pattern checks duplicate key (%s)", bytecode.ConstRepr(v))
				}
			}
		}
	}
	if keys, ok := c.foldItems(p.Keys); ok {
		c.constant(bytecode.Tuple(keys))
	} else {
		for _, key := range p.Keys {
			c.expr(key)
		}
		c.emitArg(bytecode.BUILD_TUPLE, n)
	}
	c.emit(bytecode.MATCH_KEYS)
	// subject keys values-or-None
	pc.onTop += 2
	c.emitArg(bytecode.COPY, 1)
	c.constant(nil)
	c.emitArg(bytecode.IS_OP, 1)
	c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	c.emitArg(bytecode.UNPACK_SEQUENCE, n)
	pc.onTop += n - 1
	for _, q := range p.Patterns {
		pc.onTop--
		c.subpattern(q, pc)
	}
	pc.onTop -= 2
	if p.Rest == "" {
		c.emit(bytecode.POP_TOP)
		c.emit(bytecode.POP_TOP)
		return
	}
	// rest = dict(subject); for key in keys: del rest[key]
	c.emitArg(bytecode.BUILD_MAP, 0)
	c.emitArg(bytecode.SWAP, 3)
	c.emitArg(bytecode.DICT_UPDATE, 2)
	c.emitArg(bytecode.UNPACK_SEQUENCE, n)
	for ; n > 0; n-- {
		c.emitArg(bytecode.COPY, n+1)
		c.emitArg(bytecode.SWAP, 2)
		c.emit(bytecode.DELETE_SUBSCR)
	}
	c.capture(p, string(p.Rest), pc)
}

// equalKeys tells whether two constants are the same key of a dict: numbers of different types may be equal.
func equalKeys(a, b any) bool {
	x, isNumber := numberKey(a)
	y, otherIsNumber := numberKey(b)
	if isNumber && otherIsNumber {
		return x == y
	}
	return bytecode.SameConst(a, b)
}

// numberKey is a number as a value that is equal for equal numbers.
func numberKey(v any) (any, bool) {
	switch x := v.(type) {
	case bool:
		if x {
			return "1", true
		}
		return "0", true
	case int64:
		return strconv.FormatInt(x, 10), true
	case *big.Int:
		return x.String(), true
	case float64:
		if x == math.Trunc(x) && !math.IsInf(x, 0) {
			n, _ := big.NewFloat(x).Int(nil)
			return n.String(), true
		}
		return x, true
	case complex128:
		if imag(x) == 0 {
			return numberKey(real(x))
		}
		return x, true
	}
	return nil, false
}

func (c *compiler) classPattern(p *syntax.MatchClass, pc *patternContext) {
	for i, a := range p.KwdAttrs {
		c.checkForbidden(p.KwdPatterns[i], string(a))
		for _, other := range p.KwdAttrs[:i] {
			if a == other {
				c.fail(p.KwdPatterns[i], "attribute name repeated in class pattern: %s", a)
			}
		}
	}
	c.expr(p.Cls)
	names := make(bytecode.Tuple, len(p.KwdAttrs))
	for i, a := range p.KwdAttrs {
		names[i] = string(a) // not mangled, unlike other attributes
	}
	c.emitArg(bytecode.LOAD_CONST, int(c.u.constant(names)))
	c.emitArg(bytecode.MATCH_CLASS, len(p.Patterns))
	c.emitArg(bytecode.COPY, 1)
	c.constant(nil)
	c.emitArg(bytecode.IS_OP, 1)
	pc.onTop++
	c.jumpToFailPop(pc, bytecode.POP_JUMP_IF_FALSE)
	all := append(append([]syntax.Pattern{}, p.Patterns...), p.KwdPatterns...)
	c.emitArg(bytecode.UNPACK_SEQUENCE, len(all))
	pc.onTop += len(all) - 1
	for _, q := range all {
		pc.onTop--
		if isWildcard(q) {
			c.emit(bytecode.POP_TOP)
			continue
		}
		c.subpattern(q, pc)
	}
}

// orPattern tries alternatives. All bind the same names; their values are brought
// into the order of the first.
func (c *compiler) orPattern(p *syntax.MatchOr, pc *patternContext) {
	end := &label{}
	outer := *pc
	var control []string
	for i, alt := range p.Patterns {
		pc.stores = nil
		pc.failPop = nil
		pc.onTop = 0
		pc.allowIrrefutable = i == len(p.Patterns)-1 && outer.allowIrrefutable
		c.mark(alt)
		c.emitArg(bytecode.COPY, 1)
		c.pattern(alt, pc)
		if i == 0 {
			control = pc.stores
		} else {
			c.reorderStores(p, control, pc.stores)
		}
		c.mark(alt)
		c.emitJump(opJump, end)
		c.emitFailPop(pc)
	}
	outer.failPop = append([]*label(nil), outer.failPop...)
	*pc = outer
	// No alternative matched: drop the copy of the subject.
	c.mark(p)
	c.emit(bytecode.POP_TOP)
	c.jumpToFailPop(pc, opJump)
	c.place(end)
	// values... subject-copy, above what the pattern had before: the values go
	// below what is on top of the captured ones.
	n := len(control) + 1
	total := n + pc.onTop + len(pc.stores)
	for i := 0; i < len(control); i++ {
		c.rotate(total)
		for _, s := range pc.stores {
			if s == control[i] {
				c.fail(p, "multiple assignments to name '%s' in pattern", s)
			}
		}
	}
	pc.stores = append(pc.stores, control...)
	c.emit(bytecode.POP_TOP)
}

// reorderStores permutes captured values from the order of names in have to that in want. On the stack the first name
// is on top.
func (c *compiler) reorderStores(n ast.Ast, want, have []string) {
	if len(want) != len(have) {
		c.fail(n, "alternative patterns bind different names")
	}
	have = slices.Clone(have)
	for i := len(want) - 1; i >= 0; i-- {
		j := slices.Index(have[:i+1], want[i])
		if j < 0 {
			c.fail(n, "alternative patterns bind different names")
		}
		if j == i {
			continue
		}
		// Turning the first i+1 values j+1 times brings the one at j to i.
		for range j + 1 {
			c.rotate(i + 1)
		}
		have = slices.Concat(have[j+1:i+1], have[:j+1], have[i+1:])
	}
}
