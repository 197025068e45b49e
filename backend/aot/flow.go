package aot

import "math"

const infinite = math.MaxInt64 / 4

// flow is a network for maximum flow by Dinic's algorithm: blocking flows along shortest paths (Dinitz 1970).
type flow struct {
	edges []flowEdge // an edge and its reverse stand side by side
	from  [][]int32  // by vertex
	level []int32
	next  []int32
}

type flowEdge struct {
	to       int32
	capacity int64
}

func newFlow(vertices int) *flow {
	return &flow{from: make([][]int32, vertices), level: make([]int32, vertices), next: make([]int32, vertices)}
}

func (f *flow) edge(from, to int, capacity int64) {
	f.from[from] = append(f.from[from], int32(len(f.edges)))
	f.from[to] = append(f.from[to], int32(len(f.edges)+1))
	f.edges = append(f.edges, flowEdge{int32(to), capacity}, flowEdge{int32(from), 0})
}

// minCut finds a minimum cut; it gives the vertices on the side of the source.
func (f *flow) minCut(source, sink int) []bool {
	for f.rank(source, sink) {
		clear(f.next)
		for f.push(source, sink) > 0 {
		}
	}
	reached := make([]bool, len(f.from))
	for v, l := range f.level {
		reached[v] = l >= 0
	}
	return reached
}

// reaching gives the vertices that lead to the sink in the residual network of a flow: the side of the sink where a minimum cut is taken as near to it as can be.
func (f *flow) reaching(sink int) []bool {
	leads := make([]bool, len(f.from))
	leads[sink] = true
	for queue := []int32{int32(sink)}; len(queue) > 0; {
		v := queue[0]
		queue = queue[1:]
		for _, e := range f.from[v] { // the reverse of an edge that comes in
			if u := f.edges[e].to; f.edges[e^1].capacity > 0 && !leads[u] {
				leads[u] = true
				queue = append(queue, u)
			}
		}
	}
	return leads
}

// rank numbers the vertices by their distance from the source in the residual network; false if the sink has none.
func (f *flow) rank(source, sink int) bool {
	for i := range f.level {
		f.level[i] = -1
	}
	f.level[source] = 0
	queue := []int32{int32(source)}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for _, e := range f.from[v] {
			if edge := f.edges[e]; edge.capacity > 0 && f.level[edge.to] < 0 {
				f.level[edge.to] = f.level[v] + 1
				queue = append(queue, edge.to)
			}
		}
	}
	return f.level[sink] >= 0
}

// push sends flow along one path of ascending ranks and gives its amount. Networks are deep: it does not recurse.
func (f *flow) push(source, sink int) int64 {
	var path []int32
	v := int32(source)
	for v != int32(sink) {
		advanced := false
		for ; f.next[v] < int32(len(f.from[v])); f.next[v]++ {
			e := f.from[v][f.next[v]]
			if edge := f.edges[e]; edge.capacity > 0 && f.level[edge.to] == f.level[v]+1 {
				path = append(path, e)
				v = edge.to
				advanced = true
				break
			}
		}
		if advanced {
			continue
		}
		if len(path) == 0 {
			return 0
		}
		back := path[len(path)-1] // a dead end
		path = path[:len(path)-1]
		v = f.edges[back^1].to
		f.next[v]++
	}
	amount := int64(math.MaxInt64)
	for _, e := range path {
		amount = min(amount, f.edges[e].capacity)
	}
	for _, e := range path {
		f.edges[e].capacity -= amount
		f.edges[e^1].capacity += amount
	}
	return amount
}
