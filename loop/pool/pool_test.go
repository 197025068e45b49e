package pool

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
)

func TestEachPartOnce(t *testing.T) {
	for _, workers := range []int{0, 1, 3} {
		p := New(workers)
		var callers sync.WaitGroup
		for range 4 {
			callers.Go(func() {
				for parts := range 50 {
					counts := make([]atomic.Int32, parts)
					err := p.Run(parts, func(i int) error { counts[i].Add(1); return nil })
					if err != nil {
						t.Error(err)
					}
					for i := range counts {
						if n := counts[i].Load(); n != 1 {
							t.Errorf("%d workers: part %d of %d ran %d times", workers, i, parts, n)
						}
					}
				}
			})
		}
		callers.Wait()
		p.Close()
	}
}

func TestLowestError(t *testing.T) {
	p := New(2)
	defer p.Close()
	for range 100 {
		err := p.Run(20, func(i int) error {
			if i%7 == 3 {
				return fmt.Errorf("part %d", i)
			}
			return nil
		})
		if err == nil || err.Error() != "part 3" {
			t.Fatal(err)
		}
	}
}

func TestPanicReachesCaller(t *testing.T) {
	p := New(2)
	defer p.Close()
	trouble := errors.New("trouble")
	defer func() {
		if r := recover(); r != trouble {
			t.Errorf("recovered %v", r)
		}
	}()
	p.Run(10, func(i int) error {
		if i == 5 {
			panic(trouble)
		}
		return nil
	})
}

func BenchmarkEmptyRun(b *testing.B) {
	p := New(1)
	defer p.Close()
	for b.Loop() {
		p.Run(2, func(i int) error { return nil })
	}
}
