package tensor

import (
	"math"
	"math/bits"
	"runtime"
	"runtime/debug"
	"slices"
	"sync"
	"sync/atomic"
)

// Allocator hands out the memory of storages, aligned to 64 bytes. From minPooled bytes on it comes in blocks of size classes.
// A block whose storage is released is used again for the next of its class: it is mapped, often in the cache, and costs
// nothing to clear where it need not be.
//
// All memory lies on Go's heap and is kept alive by whatever points into it, a slice that View gave included, so a kernel may go
// on with its slices when its tensors are dead; what is dropped without Release is found by the garbage collector, which sees
// all bytes and so keeps a loop that drops its tensors flat. Three things were measured and left out. Memory outside
// of the heap would have to be freed by a cleanup of the Storage, behind the back of such slices. Bringing dead blocks back
// to the free lists by finalizers was no faster than leaving them to Go, which uses its free memory again just as warm, and
// held more. Huge pages asked for by madvise made warm memory 2 to 7 percent faster and its first use four times slower.
//
// Allocators may be used by any number of goroutines.
type Allocator struct {
	mu   sync.Mutex
	free [classes][]block

	inUse, peak   atomic.Int64 // bytes of counted blocks
	pooled        atomic.Int64 // bytes in free lists
	fresh, reused atomic.Int64 // blocks

	sincePressure atomic.Int64 // bytes of all storages
	pressure      atomic.Pointer[func()]

	watching sync.Once
	cycle    atomic.Int64 // garbage collections since the first released block
}

// Memory is the allocator of all storages: the one thing in this package that changes and that everything in the process
// shares, since what is free is free for all.
var Memory = &Allocator{}

// Stats tells what an allocator has done. InUse and Peak count blocks from 64 KiB on, until they are released or the garbage
// collector finds them dead; smaller ones are among the objects of Go's heap.
type Stats struct {
	InUse, Peak   int64 // bytes
	Pooled        int64 // bytes that wait to be used again
	Fresh, Reused int64 // blocks taken from Go's heap, and used again
}

// Stats is what the allocator has done so far.
func (a *Allocator) Stats() Stats {
	return Stats{a.inUse.Load(), a.peak.Load(), a.pooled.Load(), a.fresh.Load(), a.reused.Load()}
}

// ResetPeak makes the bytes in use the peak.
func (a *Allocator) ResetPeak() { a.peak.Store(a.inUse.Load()) }

// OnPressure sets a function that is called, from whatever goroutine allocates, each time that storages have taken
// another few MiB: who keeps references to dead tensors can let go of them before the garbage collector comes.
func (a *Allocator) OnPressure(f func()) { a.pressure.Store(&f) }

const (
	pressureStep = 4 << 20

	minPooledLog = 9
	minPooled    = 1 << minPooledLog
	minCounted   = 64 << 10

	// Blocks from minStaggered bytes on begin in turn at one of staggers places.
	minStaggered      = 64 << 10
	stagger, staggers = 256, 16

	// maxPooled bounds the bytes in free lists, and maxIdle the garbage collections that a free block lives through.
	maxPooled = 256 << 20
	maxIdle   = 4
)

// Blocks have the sizes 2^k·(4, 5, 6, 7)/4 from minPooled on.
const classes = 4 * 40

// classOf is the smallest class that holds n bytes, minPooled at least.
func classOf(n int) int {
	k := bits.Len(uint(n-1)) - 1 // 2^k <= n-1 < 2^(k+1)
	return 4*(k-minPooledLog) + (n-1)>>(k-2) - 3
}

func classSize(c int) int { return (4 + c%4) << (c/4 + minPooledLog - 2) }

// block is memory of a class that nobody uses.
type block struct {
	bytes []byte
	cycle int64 // when it became free
}

// take gives a block for n bytes, minPooled at least; the first n are zero if asked for, else they hold anything.
func (a *Allocator) take(n int, zero bool) []byte {
	c := classOf(n)
	bytes := a.reuse(c)
	if bytes == nil {
		if bytes = a.block(classSize(c), zero); len(bytes) >= minCounted {
			runtime.AddCleanup(&bytes[0], a.count, -int64(len(bytes)))
		}
	} else {
		a.reused.Add(1)
		if zero {
			clear(bytes[:n])
		}
	}
	if len(bytes) >= minCounted {
		a.count(int64(len(bytes)))
	}
	return bytes
}

// block makes a block of a class. Go gives large ones whole pages, and matrices that all begin at the start of a page have their rows in the same few sets
// of a cache where rows are a power of two long (1024 × 1024 floats turned and added: 820 µs, 330 when they begin apart). So large blocks begin in
// turn at one of sixteen places, 256 bytes apart.
func (a *Allocator) block(size int, zero bool) []byte {
	turn := int(a.fresh.Add(1))
	if size < minStaggered {
		return fromHeap(size, zero)
	}
	start := turn % staggers * stagger
	return fromHeap(size+staggers*stagger, zero)[start:][:size:size]
}

// reuse takes a free block of class c, or of one a little larger; nil if there is none.
func (a *Allocator) reuse(c int) []byte {
	a.mu.Lock()
	defer a.mu.Unlock()
	for ; c < min(c+3, classes); c++ {
		if list := a.free[c]; len(list) > 0 {
			b := list[len(list)-1].bytes
			list[len(list)-1] = block{}
			a.free[c] = list[:len(list)-1]
			a.pooled.Add(-int64(len(b)))
			return b
		}
	}
	return nil
}

// count changes the bytes in use. As the cleanup of a block it takes the block's away.
func (a *Allocator) count(bytes int64) {
	now := a.inUse.Add(bytes)
	for peak := a.peak.Load(); now > peak && !a.peak.CompareAndSwap(peak, now); peak = a.peak.Load() {
	}
}

// giveBack takes the block of a storage that was released.
func (a *Allocator) giveBack(bytes []byte) {
	size := int64(len(bytes))
	if a.pooled.Add(size) > mostPooled() {
		a.pooled.Add(-size)
		return
	}
	if size >= minCounted {
		a.count(-size)
	}
	a.watching.Do(a.watch)
	a.mu.Lock()
	defer a.mu.Unlock()
	c := classOf(len(bytes))
	a.free[c] = append(a.free[c], block{bytes, a.cycle.Load()})
}

// mostPooled bounds the bytes in free lists, to a part of the memory where that has a limit.
func mostPooled() int64 { return min(maxPooled, debug.SetMemoryLimit(-1)/8) }

// watch is told of each garbage collection by the finalizer of an object that it makes for the purpose.
func (a *Allocator) watch() {
	runtime.SetFinalizer(&sentinel{}, func(*sentinel) {
		a.leave(a.cycle.Add(1) - maxIdle)
		a.watch()
	})
}

// sentinel is not empty, since empty objects are never freed.
type sentinel struct{ _ [16]byte }

// Trim leaves all free blocks to Go.
func (a *Allocator) Trim() { a.leave(math.MaxInt64) }

// leave leaves to Go the blocks that became free before a cycle.
func (a *Allocator) leave(before int64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	for c, list := range a.free {
		n := 0
		for n < len(list) && list[n].cycle < before {
			size := int64(len(list[n].bytes))
			a.pooled.Add(-size)
			if size >= minCounted {
				a.count(size) // until the garbage collector finds it
			}
			n++
		}
		a.free[c] = slices.Delete(list, 0, n)
	}
}

// ping counts the bytes of a new storage and calls the function of OnPressure.
func (a *Allocator) ping(n int) {
	if a.sincePressure.Add(int64(n)) < pressureStep {
		return
	}
	a.sincePressure.Store(0)
	if f := a.pressure.Load(); f != nil {
		(*f)()
	}
}
