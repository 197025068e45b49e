package compile

import "sync"

// spare is the room of units that are finished, for the next ones: first of the same compilation, then of later ones, since a page of memory that is
// touched for the first time costs more than the instructions on it.
type spare struct{ rooms [][]instr }

var spares sync.Pool // of *spare

func newSpare() *spare {
	if s, ok := spares.Get().(*spare); ok {
		return s
	}
	return &spare{}
}

// instrs is an empty list of instructions with room.
func (s *spare) instrs() []instr {
	n := len(s.rooms)
	if n == 0 {
		return make([]instr, 0, 64)
	}
	room := s.rooms[n-1]
	s.rooms = s.rooms[:n-1]
	return room
}

// put takes the room of a list that is no longer used.
func (s *spare) put(all []instr) {
	clear(all)
	s.rooms = append(s.rooms, all[:0])
}

// free ends a compilation.
func (s *spare) free() { spares.Put(s) }
