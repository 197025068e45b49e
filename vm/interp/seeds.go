package interp

import (
	"crypto/rand"
	randv2 "math/rand/v2"
	"sync"
)

// Seeds is what random generators begin with that programs do not seed: a ChaCha8 stream, or what the system has. Its methods may
// be called by several goroutines at once.
type Seeds struct {
	mu     sync.Mutex
	stream *randv2.ChaCha8 // nil for the system's
}

// NewSeeds is the stream of a number.
func NewSeeds(n uint64) *Seeds {
	var key [32]byte
	for i := range 8 {
		key[i] = byte(n >> (8 * i))
	}
	return &Seeds{stream: randv2.NewChaCha8(key)}
}

// Read fills b. It never fails.
func (s *Seeds) Read(b []byte) (int, error) {
	if s == nil || s.stream == nil {
		return rand.Read(b)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.stream.Read(b)
}

// Seeds is where a random generator of the machine takes its seed from that its program gives none.
func (m *Machine) Seeds() *Seeds { return m.world.World.Seeds }
