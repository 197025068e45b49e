package tensor

import (
	"bytes"
	"math/rand/v2"
	"runtime"
	"sync"
	"testing"
	"time"
	"unsafe"
)

func TestClasses(t *testing.T) {
	for n := minPooled; n < 1<<20; n++ {
		c := classOf(n)
		if size := classSize(c); size < n || size > n+n/4 || c > 0 && classSize(c-1) >= n || size%alignment != 0 {
			t.Fatalf("%d bytes are in class %d of %d", n, c, size)
		}
	}
	if c := classOf(1 << 45); c >= classes || classSize(c) != 1<<45 {
		t.Errorf("the largest class is too small")
	}
}

func TestAlignment(t *testing.T) {
	aligned := func(what string, n int, address uintptr) {
		if address%alignment != 0 {
			t.Errorf("%s of %d bytes at %#x", what, n, address)
		}
	}
	for range 3 {
		for _, n := range []int{1, 4, 63, 64, 65, 100, 200, 450, 511, 512, 513, 700, 1000, 1023, 1024, 1025, 3000, 4095, 5000, 9000, 20000, 40000, 70000, 300000, 5 << 20} {
			aligned("storage", n, NewStorage(n).Address())
			aligned("uninitialised storage", n, NewStorageUninit(n).Address())
			aligned("tensor", n, New(Uint8, n).Storage().Address())
			aligned("uninitialised tensor", n, NewUninit(Uint8, 1, 1, n).Storage().Address())
		}
	}
}

// Large blocks that are made one after the other begin at different distances from a page, and come back to their class.
func TestLargeBlocksAreStaggered(t *testing.T) {
	a := &Allocator{}
	seen := map[uintptr]bool{}
	for range staggers {
		b := a.take(4<<20, false)
		seen[uintptr(unsafe.Pointer(&b[0]))%4096] = true
		if len(b) != 4<<20 || cap(b) != 4<<20 {
			t.Fatalf("a block of %d, %d bytes", len(b), cap(b))
		}
		a.giveBack(b)
		if again := a.take(4<<20, true); &again[0] != &b[0] || again[5] != 0 {
			t.Errorf("the block is not used again")
		}
	}
	if len(seen) != staggers {
		t.Errorf("%d of %d places", len(seen), staggers)
	}
}

// A tensor of a few elements is one object; others have one more for their elements, and one for a geometry of many dimensions.
func TestObjectsOfATensor(t *testing.T) {
	sizes, strides := []int{2, 2}, []int{1, 2}
	var keep *Tensor
	storage := NewStorage(16)
	for _, c := range []struct {
		name string
		want float64
		make func()
	}{
		{"four elements", 1, func() { keep = New(Float32, 4) }},
		{"a scalar", 1, func() { keep = NewUninit(Float64) }},
		{"four strided", 1, func() { keep = NewStrided(Float32, sizes, strides) }},
		{"four dimensions", 1, func() { keep = NewUninit(Float32, 2, 2, 2, 2) }},
		{"seventeen elements", 2, func() { keep = New(Float32, 17) }},
		{"five dimensions", 2, func() { keep = NewUninit(Float32, 1, 2, 2, 2, 2) }},
		{"no element", 1, func() { keep = New(Float32, 0, 3) }},
		{"of a storage", 1, func() { keep = FromStorage(storage, Float32, sizes, strides, 0) }},
		{"a view", 1, func() { keep = keep.ViewOf(sizes, strides, 0) }},
	} {
		if got := testing.AllocsPerRun(100, c.make); got != c.want {
			t.Errorf("%s: %v allocations, want %v", c.name, got, c.want)
		}
	}
	x := New(Float32, 2, 3)
	if got := append(x.Sizes(), 9); &got[0] == &x.Sizes()[0] || x.Strides()[0] != 3 {
		t.Error("appending to the sizes reaches into the tensor")
	}
	_ = keep
}

func TestReleasedStorageIsNotUsed(t *testing.T) {
	for _, n := range []int{0, 16, 2000, 5000, 1 << 20} {
		for name, use := range map[string]func(s *Storage){
			"View": func(s *Storage) { View[float32](s) }, "Bytes": func(s *Storage) { s.Bytes() }, "Size": func(s *Storage) { s.Size() },
			"Address": func(s *Storage) { s.Address() }, "Resize": func(s *Storage) { s.Resize(8) }, "Release": func(s *Storage) { s.Release() },
		} {
			s := NewStorage(n)
			s.Release()
			func() {
				defer func() {
					if recover() != (releasedError{}) {
						t.Errorf("%s of %d released bytes does not fail", name, n)
					}
				}()
				use(s)
			}()
		}
	}
}

func TestReleasedMemoryIsUsedAgain(t *testing.T) {
	if checking {
		t.Skip("released memory is not used again in checking builds")
	}
	for _, n := range []int{5000, 50_000, 100_000, 8 << 20} {
		Memory.Trim()
		s := NewStorageUninit(n)
		at := s.Address()
		fill(s.Bytes(), 7)
		s.Release()
		again := NewStorage(n - n/10)
		if again.Address() != at {
			t.Errorf("%d bytes: other memory was taken", n)
		}
		if i := bytes.IndexFunc(again.Bytes(), func(r rune) bool { return r != 0 }); i >= 0 {
			t.Fatalf("%d bytes: byte %d of a new storage is not zero", n, i)
		}
	}
	Memory.Trim()
	if s := Memory.Stats(); s.Pooled != 0 {
		t.Errorf("%d bytes are left after Trim", s.Pooled)
	}
}

func TestResize(t *testing.T) {
	s := NewStorageUninit(2000)
	fill(s.Bytes(), 1)
	s.Resize(5000)
	if n := bytes.Count(s.Bytes(), []byte{1}); n != 2000 || s.Size() != 5000 || s.Bytes()[1999] != 1 {
		t.Errorf("%d ones in %d bytes", n, s.Size())
	}
}

// settle runs garbage collections and waits for the finalizers until cond is true.
func settle(t *testing.T, cond func() bool) {
	t.Helper()
	for range 200 {
		runtime.GC()
		if cond() {
			return
		}
		time.Sleep(time.Millisecond)
	}
	t.Error("it does not come about")
}

func TestDeadMemoryIsNotCounted(t *testing.T) {
	a := &Allocator{}
	block := a.take(1<<20, false)
	if s := a.Stats(); s.InUse != 1<<20 || s.Peak != 1<<20 || s.Fresh != 1 {
		t.Errorf("%+v", s)
	}
	part := block[1000:1001]
	block = nil
	for range 3 {
		runtime.GC()
	}
	time.Sleep(5 * time.Millisecond)
	if s := a.Stats(); s.InUse != 1<<20 {
		t.Errorf("memory is dead of which there is a slice: %+v", s)
	}
	runtime.KeepAlive(part)
	part = nil
	settle(t, func() bool { return a.Stats().InUse == 0 })
}

// Free blocks are left to Go when nobody wants them for some collections, and when they are too many.
func TestFreeMemoryIsBounded(t *testing.T) {
	a := &Allocator{}
	a.giveBack(a.take(1<<20, false))
	if s := a.Stats(); s.Pooled != 1<<20 || s.InUse != 0 {
		t.Errorf("%+v", s)
	}
	a.take(900<<10, false)
	if s := a.Stats(); s.Pooled != 0 || s.InUse != 1<<20 || s.Reused != 1 {
		t.Errorf("%+v", s)
	}
	a.giveBack(a.take(1<<20, false))
	settle(t, func() bool { s := a.Stats(); return s.Pooled == 0 && s.InUse == 0 })
	var many [][]byte
	for range 20 {
		many = append(many, a.take(32<<20, true))
	}
	for _, b := range many {
		a.giveBack(b)
	}
	if s := a.Stats(); s.Pooled > maxPooled {
		t.Errorf("%d MiB are free", s.Pooled>>20)
	}
	many = nil
	a.Trim()
	settle(t, func() bool { return a.Stats().InUse == 0 })
}

// A loop that drops its tensors holds a bounded number of them; one that releases them holds none.
func TestLoopsStayFlat(t *testing.T) {
	const size = 4 << 20
	for name, most := range map[string]int64{"dropped": 120 << 20, "released": size} {
		Memory.Trim()
		settle(t, func() bool { return Memory.Stats().InUse < size })
		before := Memory.Stats()
		Memory.ResetPeak()
		for range 200 {
			x := NewUninit(Float32, size/4)
			fill(x.Storage().Bytes(), 1)
			if name == "released" {
				x.Storage().Release()
			}
		}
		after := Memory.Stats()
		if peak := after.Peak - before.InUse; peak > most && !(name == "released" && checking) {
			t.Errorf("%s: the peak is %d MiB", name, peak>>20)
		}
		if fresh := after.Fresh - before.Fresh; name == "released" && fresh > 1 && !checking {
			t.Errorf("%d of 200 blocks were fresh", fresh)
		}
	}
}

func TestPressure(t *testing.T) {
	a := &Allocator{}
	n := 0
	a.OnPressure(func() { n++ })
	for range 100 {
		a.ping(1 << 20)
	}
	if n != 25 {
		t.Errorf("called %d times", n)
	}
}

// Goroutines that allocate, release and drop storages never see each other's bytes.
func TestManyGoroutines(t *testing.T) {
	var wait sync.WaitGroup
	for g := range 8 {
		wait.Go(func() {
			r := rand.New(rand.NewPCG(1, uint64(g)))
			pattern, zeros := bytes.Repeat([]byte{byte(g) + 1}, minPooled<<6), make([]byte, minPooled<<6)
			var held []*Storage
			for i := range 200 {
				s := NewStorageUninit(minPooled << r.IntN(7))
				copy(s.Bytes(), pattern)
				held = append(held, s)
				if s := NewStorage(minPooled << r.IntN(7)); i%7 == 0 && !bytes.Equal(s.Bytes(), zeros[:s.Size()]) {
					t.Error("a new storage is not zero")
				}
				if len(held) < 5 {
					continue
				}
				k := r.IntN(len(held))
				old := held[k]
				held[k] = held[len(held)-1]
				held = held[:len(held)-1]
				if !bytes.Equal(old.Bytes(), pattern[:old.Size()]) {
					t.Errorf("goroutine %d finds bytes of others", g)
				}
				if r.IntN(2) == 0 {
					old.Release()
				}
			}
		})
	}
	wait.Wait()
}

func fill(b []byte, v byte) {
	b[0] = v
	for n := 1; n < len(b); n *= 2 {
		copy(b[n:], b[:n])
	}
}
