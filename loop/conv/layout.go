package conv

import (
	"math"
	"slices"
)

// layOut chooses how the stage lies and the strips that it is for: with the taps of the last dimension spread, if that costs less.
func (c *correlation) layOut(size int) strip {
	try := func(spread bool) (s strip, cost int) {
		c.spread, c.phases = spread, nil
		c.findPhases()
		c.inPlace = !spread && c.readsInPlace()
		s = c.cutStrips(size)
		c.direct = c.writesDirectly(s)
		return s, c.cost(&s, size)
	}
	s, plain := try(false)
	if !c.spreads() {
		return s
	}
	if s, spread := try(true); spread < plain {
		return s
	}
	s, _ = try(false)
	return s
}

// spreads says whether spreading may pay: then each tap of the last dimension has a plane of the stage, as wide as the result, whose rows follow one another without
// those positions in between that mean nothing, and can be written where they belong.
func (c *correlation) spreads() bool {
	return c.result[0]*c.result[1] > 1 && c.reach[2] > 0 && c.elem == c.work && (c.to[4] == 1 || c.result[2] == 1) && c.to[3] == c.result[2]
}

// What work costs, in the time of a multiply-add of a product.
const (
	copyCost     = 24       // an element copied to the stage, or from the results; in short rows
	tileColumns  = 32       // products compute whole tiles
	panelSize    = 40 << 10 // bytes of rows of a tile that the first-level cache keeps
	panelPenalty = 33       // a product of larger ones takes 1/33 longer
)

// cost estimates that of all strips like s.
func (c *correlation) cost(s *strip, size int) int {
	strips := ceilDiv(c.groups, s.groups) * ceilDiv(c.batch, s.images)
	for d := range 3 {
		strips *= ceilDiv(c.result[d], s.count[d])
	}
	n, k := c.columns(s), c.depth()
	product := ceilDiv(n, tileColumns) * tileColumns * c.rows * k * s.groups
	if c.spread && k*tileColumns*size > panelSize {
		product += product / panelPenalty
	}
	copied := c.stageBytes / size
	if !c.direct {
		copied += n * c.rows * s.groups
	}
	return strips * (product + copyCost*copied)
}

// findPhases finds the remainders that taps have, and how far they reach.
func (c *correlation) findPhases() {
	var remains [3][]int
	for d := range 3 {
		if c.spread && d == 2 {
			c.low[d], c.reach[d], remains[d] = 0, 0, c.taps[d]
			continue
		}
		low, high := floorDiv(slices.Min(c.taps[d]), c.step[d]), floorDiv(slices.Max(c.taps[d]), c.step[d])
		c.low[d], c.reach[d] = low, high-low
		for _, t := range c.taps[d] {
			if r := mod(t, c.step[d]); !slices.Contains(remains[d], r) {
				remains[d] = append(remains[d], r)
			}
		}
	}
	for _, rd := range remains[0] {
		for _, rh := range remains[1] {
			for _, rw := range remains[2] {
				c.phases = append(c.phases, phase{rd, rh, rw})
			}
		}
	}
}

// readsInPlace says whether the source needs no stage: no steps, no padding, rows of results are rows of elements.
func (c *correlation) readsInPlace() bool {
	if c.elem != c.work || c.step != [3]int{1, 1, 1} || c.from[4] != 1 && c.source[2] > 1 {
		return false
	}
	next := 1
	for d := 2; d >= 0; d-- {
		if slices.Min(c.taps[d]) < 0 || slices.Max(c.taps[d])+c.result[d] > c.source[d] {
			return false
		}
		stride := c.from[2+d]
		if c.source[d] > 1 && (stride < next || stride > next+next/2) {
			return false // positions in between are computed for nothing
		}
		if c.source[d] > 1 {
			next = stride * c.source[d]
		}
	}
	return true
}

// tapOffset is where a tap's elements of result 0 are, from the start of a channel.
func (c *correlation) tapOffset(tap [3]int) int {
	var p phase
	at := 0
	for d := range 3 {
		if c.spread && d == 2 {
			p[d] = tap[d]
			continue
		}
		p[d] = mod(tap[d], c.step[d])
		at += (floorDiv(tap[d], c.step[d]) - c.low[d]) * c.pitch[2+d]
	}
	if c.inPlace {
		for d := range 3 {
			at += c.low[d] * c.pitch[2+d]
		}
		return at
	}
	return at + slices.Index(c.phases, p)*c.phasePitch
}

// cutStrips chooses the largest strip such that what it needs stays in the cache, and lays out the stage for it.
func (c *correlation) cutStrips(size int) strip {
	s := strip{groups: 1, images: 1, count: c.result}
	layout := func() (stage, result int) {
		var sizes [3]int
		for d := range 3 {
			sizes[d] = s.count[d] + c.reach[d]
		}
		c.stageSizes = sizes
		c.pitch[4], c.pitch[3], c.pitch[2] = 1, sizes[2], sizes[1]*sizes[2]
		c.pitch[1] = sizes[0] * c.pitch[2]
		c.phasePitch = s.images * c.pitch[1]
		c.pitch[0] = unevenly(c.phasePitch*len(c.phases), size)
		stage = c.pitch[0] * c.channels * s.groups * size
		if c.inPlace {
			stage = 0
			c.pitch = [5]int{c.from[1], c.from[0], c.from[2], c.from[3], c.from[4]}
			for d, n := range c.source {
				if n == 1 { // which may have any stride
					c.pitch[2+d] = 0
				}
			}
		}
		c.resultPitch = unevenly((c.columns(&s)+15)&^15, size)
		return stage, c.resultPitch * c.rows * s.groups * size
	}
	fits := func() bool {
		stage, result := layout()
		columns := c.columns(&s)
		return stage <= stageLimit && result <= resultLimit && (columns <= fewColumns || columns*c.rows*c.depth()*s.groups <= c.mostWork)
	}
	for d := 0; d < 3 && !fits(); d++ {
		for s.count[d] > 1 && !fits() {
			if d == 2 && s.count[d] <= 64 {
				break
			}
			parts := ceilDiv(c.result[d], s.count[d])
			s.count[d] = min(s.count[d]-1, ceilDiv(c.result[d], parts+1))
		}
	}
	if s.count == c.result {
		grown := func(n *int, most int) {
			for *n < most {
				old := *n
				*n = min(2*old, most)
				if !fits() {
					*n = old
					return
				}
			}
		}
		grown(&s.groups, c.groups)
		if c.columns(&s) < fewColumns && !c.inPlace {
			grown(&s.images, min(c.batch, ceilDiv(fewColumns, c.columns(&s))))
		}
	}
	stage, result := layout()
	c.stageBytes, c.resultSize = stage, result
	return s
}

// depth is how many products make a result.
func (c *correlation) depth() int {
	return c.channels * len(c.taps[0]) * len(c.taps[1]) * len(c.taps[2])
}

// shareOf is how many multiply-adds of products a strip may have such that each of so many threads has some to do.
func (c *correlation) shareOf(threads int) int {
	if threads == 1 {
		return math.MaxInt
	}
	all := c.batch * c.groups * c.result[0] * c.result[1] * c.result[2] * c.rows * c.depth()
	return max(all/threads, worthStrip)
}

// columns is how many columns the product of a strip has: from its first result to its last.
func (c *correlation) columns(s *strip) int {
	n := 1 + (s.images-1)*c.pitch[1]
	for d := range 3 {
		n += (s.count[d] - 1) * c.pitch[2+d]
	}
	return n
}

// writesDirectly says whether the product's columns are results one after the other.
func (c *correlation) writesDirectly(s strip) bool {
	if c.elem != c.work || s.images > 1 || c.channels == 0 || c.bias && c.terms.last {
		return false
	}
	for d := range 3 {
		if c.result[d] > 1 && c.pitch[2+d] != c.to[2+d] {
			return false
		}
	}
	next := 1 // nothing but results in between
	for d := 2; d >= 0; d-- {
		if s.count[d] > 1 && c.pitch[2+d] != next {
			return false
		}
		next *= s.count[d]
	}
	return true
}
