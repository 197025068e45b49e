package object

// Set is Python's set and frozenset: an open-addressed table probed linearly for a few steps and then by a
// perturbed recurrence, iterated in table order, so that the order of small sets is the one people know.
type Set struct {
	Header
	table  []setEntry
	fill   int // used and deleted entries
	used   int
	keys   uint64
	finger int   // where pop goes on
	hash   int64 // of a frozenset, once computed
	known  bool
}

type setEntry struct {
	key  Value // absent: free; deleted entries have deletedKey
	hash int64
}

const setEntrySize = 24 // bytes of a setEntry

var deletedKey = Value{p: &ellipsisHeader, w: 1}

const (
	minSetTable  = 8
	linearProbes = 9
)

// NewSet is an empty set.
func NewSet() *Set { return &Set{Header: Header{typ: SetType}} }

// NewFrozenSet is an empty frozenset, to be filled before it is shown to anyone.
func NewFrozenSet() *Set { return &Set{Header: Header{typ: FrozenSetType}} }

// IsFrozen tells a frozenset from a set.
func (s *Set) IsFrozen() bool { return s.typ.IsSubtype(FrozenSetType) }

func hashElem(th *Thread, key Value) (int64, error) {
	h, err := Hash(th, key)
	if err != nil {
		err = notHashed(key, err, "set element")
	}
	return h, err
}

// find is the position of key or, when it is missing, -1 and the entry to put it in: the last deleted one that the search
// passed, else the free one that ended it.
func (s *Set) find(th *Thread, key Value, h int64) (pos, free int, err error) {
restart: // after a comparison that changed the set
	if s.table == nil {
		return -1, -1, nil
	}
	mask := uint64(len(s.table) - 1)
	perturb := uint64(h)
	i := uint64(h) & mask
	deleted := -1
	for {
		probes := 0
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for j := uint64(0); j <= uint64(probes); j++ {
			e := &s.table[i+j]
			if e.key.p == nil {
				if deleted >= 0 {
					return -1, deleted, nil
				}
				return -1, int(i + j), nil
			}
			if e.key == deletedKey {
				deleted = int(i + j)
			} else if e.hash == h {
				if e.key == key {
					return int(i + j), -1, nil
				}
				v := s.keys
				eq, err := Equal(th, e.key, key)
				if err != nil {
					return -1, -1, err
				}
				if s.keys != v {
					goto restart
				}
				if eq {
					return int(i + j), -1, nil
				}
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// Add puts key in and tells whether it is new.
func (s *Set) Add(th *Thread, key Value) (bool, error) {
	h, err := hashElem(th, key)
	if err != nil {
		return false, err
	}
	return s.addHash(th, key, h)
}

func (s *Set) addHash(th *Thread, key Value, h int64) (bool, error) {
	pos, free, err := s.find(th, key, h)
	if err != nil || pos >= 0 {
		return false, err
	}
	if s.table == nil {
		s.table = make([]setEntry, minSetTable)
		_, free, _ = s.find(th, key, h)
	}
	reused := s.table[free].key.p != nil
	s.table[free] = setEntry{key, h}
	s.used++
	s.keys++
	if reused {
		return true, nil
	}
	s.fill++
	if mask := len(s.table) - 1; s.fill*5 >= mask*3 {
		n := s.used * 4
		if s.used > 50000 {
			n = s.used * 2
		}
		if err := checkLength(th, 2*n, setEntrySize); err != nil {
			return false, err
		}
		s.resize(n)
	}
	return true, nil
}

func (s *Set) resize(minUsed int) {
	n := minSetTable
	for n <= minUsed {
		n *= 2
	}
	old := s.table
	s.table = make([]setEntry, n)
	s.fill = s.used
	for _, e := range old {
		if e.key.p != nil && e.key != deletedKey {
			s.insertClean(e)
		}
	}
}

func (s *Set) insertClean(e setEntry) {
	mask := uint64(len(s.table) - 1)
	perturb := uint64(e.hash)
	i := uint64(e.hash) & mask
	for {
		probes := uint64(0)
		if i+linearProbes <= mask {
			probes = linearProbes
		}
		for j := uint64(0); j <= probes; j++ {
			if s.table[i+j].key.p == nil {
				s.table[i+j] = e
				return
			}
		}
		perturb >>= 5
		i = (i*5 + 1 + perturb) & mask
	}
}

// Has tells whether key is an element.
func (s *Set) Has(th *Thread, key Value) (bool, error) {
	h, err := hashElem(th, key)
	if err != nil {
		return false, err
	}
	pos, _, err := s.find(th, key, h)
	return pos >= 0, err
}

// Remove takes key out and tells whether it was in.
func (s *Set) Remove(th *Thread, key Value) (bool, error) {
	h, err := hashElem(th, key)
	if err != nil {
		return false, err
	}
	pos, _, err := s.find(th, key, h)
	if err != nil || pos < 0 {
		return false, err
	}
	s.removeAt(pos)
	return true, nil
}

func (s *Set) removeAt(pos int) {
	s.table[pos] = setEntry{key: deletedKey, hash: -1}
	s.used--
	s.keys++
}

// PopAny removes an element: the next in table order behind the one that was removed last, so that taking all of them
// does not search the same free entries again and again.
func (s *Set) PopAny() (Value, bool) {
	if s.used == 0 {
		return Null, false
	}
	for i := s.finger; ; i++ {
		i &= len(s.table) - 1
		if k := s.table[i].key; k.p != nil && k != deletedKey {
			s.removeAt(i)
			s.finger = i + 1
			return k, true
		}
	}
}

// Clear removes everything.
func (s *Set) Clear() {
	s.table, s.fill, s.used, s.finger = nil, 0, 0, 0
	s.keys++
}

// Next is the first element at table position i or later, and the position to go on from.
func (s *Set) Next(i int) (Value, int, bool) {
	for ; i < len(s.table); i++ {
		if k := s.table[i].key; k.p != nil && k != deletedKey {
			return k, i + 1, true
		}
	}
	return Null, i, false
}

// Items are the elements in iteration order.
func (s *Set) Items() []Value {
	out := make([]Value, 0, s.used)
	for i := range s.table {
		if k := s.table[i].key; k.p != nil && k != deletedKey {
			out = append(out, k)
		}
	}
	return out
}

// copyAs is a shallow copy with another type.
func (s *Set) copyAs(th *Thread, t *Type) *Set {
	out := &Set{Header: Header{typ: t}}
	out.merge(th, s)
	return out
}

// merge adds every element of o, whose hashes are known.
func (s *Set) merge(th *Thread, o *Set) error {
	if o.used == 0 {
		return nil
	}
	s.reserve(o.used)
	if s.fill == 0 && len(s.table) == len(o.table) && o.fill == o.used {
		copy(s.table, o.table)
		s.fill, s.used = o.fill, o.used
		s.keys++
		return nil
	}
	for _, e := range o.table { // the table of now: comparisons may change the set
		if e.key.p != nil && e.key != deletedKey {
			if _, err := s.addHash(th, e.key, e.hash); err != nil {
				return err
			}
		}
	}
	return nil
}

// reserve grows the table for n more elements, as a union does beforehand.
func (s *Set) reserve(n int) {
	if s.table == nil {
		s.table = make([]setEntry, minSetTable)
	}
	if (s.fill+n)*5 >= (len(s.table)-1)*3 {
		s.resize((s.used + n) * 2)
	}
}

// Update adds the values of an iterable.
func (s *Set) Update(th *Thread, it Value) error { return s.addAll(th, it) }
