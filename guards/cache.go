package guards

import "github.com/magneto-go/magneto/vm/object"

// Entry is one compiled version of a code object.
type Entry struct {
	ID      string // "frame/compile", as reports show it
	Backend any    // identity of the compiler that made it
	Region  any    // the torch.compile call it is isolated to, or nil
	Program *Program
	Code    *object.Code
	Hits    int
	Loaded  bool // from a package: serves every compiler and region
}

// Cache holds the entries of one code object, most recently used first.
type Cache struct {
	Entries []*Entry
}

// Lookup finds the first entry of the region that the frame meets and moves it
// to the front. A nil backend accepts the entries of every backend.
func (c *Cache) Lookup(th *object.Thread, f *Frame, backend, region any, check func(*object.Thread, *Program, *Frame) bool) *Entry {
	for i, e := range c.Entries {
		if !e.Loaded && (e.Region != region || backend != nil && e.Backend != backend) {
			continue
		}
		if check(th, e.Program, f) {
			copy(c.Entries[1:i+1], c.Entries[:i])
			c.Entries[0] = e
			e.Hits++
			return e
		}
	}
	return nil
}

// Add puts a new entry in front.
func (c *Cache) Add(e *Entry) {
	c.Entries = append([]*Entry{e}, c.Entries...)
}

// InRegion lists the entries of one region, most recently used first.
func (c *Cache) InRegion(region any) []*Entry {
	var out []*Entry
	for _, e := range c.Entries {
		if e.Region == region {
			out = append(out, e)
		}
	}
	return out
}
