// Package loop compiles kernels of the loop IR (package ir) and runs them: as machine code where there is a generator
// for the processor, else by the interpreter, with the same bits.
//
//	k := ir.New("scale_add")
//	x, y := k.In("x", ir.Float32), k.Out("y", ir.Float32)
//	k.Store(y, k.Do(ir.FMA, k.Load(x), k.Scalar("a", ir.F32), k.Const(ir.F32, 1)))
//	kernel, err := compiler.Compile(k)
//	err = kernel.Run(ir.Space{Keep: []int{rows, columns}}, []ir.Buffer{
//		{Ptr: unsafe.Pointer(&in[0]), Strides: []int{columns, 1}},
//		{Ptr: unsafe.Pointer(&out[0]), Strides: []int{columns, 1}},
//	}, []uint64{ir.Float32Bits(2)})
//
// The package is on the ground floor, beside tensors, because eager operators and compiled graphs both stand on it.
//
// It is a part of this module; package magneto is for use from outside.
package loop

import (
	"container/list"
	"sync"
	"sync/atomic"

	"github.com/magneto-go/magneto/loop/exec"
	"github.com/magneto-go/magneto/loop/ir"
	"github.com/magneto-go/magneto/loop/pool"
	"github.com/magneto-go/magneto/loop/portable"
)

// Compiler compiles for one instruction set and keeps what it compiled, up to a number of kernels, by their text. It is
// safe for concurrent use.
type Compiler struct {
	isa     exec.ISA
	limit   int
	workers atomic.Pointer[pool.Pool]
	// pieceTime and worthTime are the constants of plan.go, but in tests.
	pieceTime, worthTime float64

	mu          sync.Mutex
	kernels     map[string]*list.Element
	order       *list.List          // of *Kernel, used last in front
	transposers map[bool]*exec.Code // by whether elements have 8 bytes
	hits        atomic.Int64
	misses      atomic.Int64
}

// NewCompiler makes a compiler that keeps up to limit kernels. What they compute is cut into parts for the workers; without workers (nil) the
// caller's goroutine does all. Results do not depend on workers.
func NewCompiler(isa exec.ISA, limit int, workers *pool.Pool) *Compiler {
	c := &Compiler{isa: isa, limit: limit, pieceTime: pieceTime, worthTime: worthTime, kernels: map[string]*list.Element{}, order: list.New()}
	c.workers.Store(workers)
	return c
}

// Workers is the pool, or nil.
func (c *Compiler) Workers() *pool.Pool { return c.workers.Load() }

// SetWorkers changes the pool for calls that follow; nil for none.
func (c *Compiler) SetWorkers(p *pool.Pool) { c.workers.Store(p) }

// ISA is the instruction set that the compiler compiles for.
func (c *Compiler) ISA() exec.ISA { return c.isa }

// Stats tells how many kernels are kept, and how often Compile found one or not.
func (c *Compiler) Stats() (kept int, hits, misses int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.order.Len(), c.hits.Load(), c.misses.Load()
}

// Compile checks and schedules k. Machine code is made at the first call of each layout of buffers.
func (c *Compiler) Compile(k *ir.Kernel) (*Kernel, error) {
	if err := k.Err(); err != nil {
		return nil, err
	}
	text := k.String()
	c.mu.Lock()
	defer c.mu.Unlock()
	if e, ok := c.kernels[text]; ok {
		c.hits.Add(1)
		c.order.MoveToFront(e)
		return e.Value.(*Kernel), nil
	}
	c.misses.Add(1)
	s, err := ir.NewSchedule(k)
	if err != nil {
		return nil, err
	}
	kernel := c.kernel(k, s, text)
	c.kernels[text] = c.order.PushFront(kernel)
	for c.order.Len() > c.limit {
		oldest := c.order.Back()
		delete(c.kernels, oldest.Value.(*Kernel).text)
		c.order.Remove(oldest)
	}
	return kernel, nil
}

// kernel makes a kernel that is not kept.
func (c *Compiler) kernel(k *ir.Kernel, s *ir.Schedule, text string) *Kernel {
	kernel := &Kernel{k: k, s: s, compiler: c, isa: c.isa, name: "kernel " + k.Name, text: text, program: portable.New(k, s)}
	kernel.variants.Store(&map[string]*variant{})
	return kernel
}
