package ops

import "math/bits"

// topk leaves open which of equal elements it gives, and in which order, and so does sort where nobody asks for a stable one; what they give is what the algorithms of C++'s library in GCC happen to do: selection and sorting
// by partition around a median of three (Musser, "Introspective sorting and selection algorithms", 1997), by heaps where few elements are wanted. The same steps are taken here, so
// that routers with equal weights, for one, choose the same experts.

// few says whether k of n elements are so few that a heap finds them.
func few(k, n int) bool { return k*64 <= n }

// topKeys brings the k smallest keys to the front, in order if sorted says so, and gives them.
func topKeys(list []keyed, k int, sorted bool) []keyed {
	switch {
	case k == 0:
	case few(k, len(list)):
		heapSelect(list, k)
		sortHeap(list[:k])
	default:
		introselect(list, k-1)
		if sorted {
			introsort(list[:k-1])
		}
	}
	return list[:k]
}

// introselect brings the element that belongs at nth there, smaller ones in front of it.
func introselect(list []keyed, nth int) {
	first, last := 0, len(list)
	for depth := depthLimit(len(list)); last-first > 3; depth-- {
		if depth == 0 {
			part := list[first:last]
			heapSelect(part, nth+1-first)
			part[0], part[nth-first] = part[nth-first], part[0]
			return
		}
		if cut := first + partition(list[first:last]); cut <= nth {
			first = cut
		} else {
			last = cut
		}
	}
	insertionSort(list[first:last])
}

// shortest is the length from which on lists are partitioned to be sorted.
const shortest = 16

func introsort(list []keyed) {
	introsortLoop(list, depthLimit(len(list)))
	insertionSort(list)
}

func introsortLoop(list []keyed, depth int) {
	for len(list) > shortest {
		if depth == 0 {
			heapSelect(list, len(list))
			sortHeap(list)
			return
		}
		depth--
		cut := partition(list)
		introsortLoop(list[cut:], depth)
		list = list[:cut]
	}
}

func depthLimit(n int) int { return 2 * (bits.Len(uint(max(n, 1))) - 1) }

// partition parts a list of more than three elements around the median of its second, middle and last element, and tells where the second part begins.
func partition(list []keyed) int {
	less := func(i, j int) bool { return list[i].key < list[j].key }
	a, b, c := 1, len(list)/2, len(list)-1
	median := a
	switch {
	case less(a, b) && less(b, c), !less(a, b) && !less(a, c) && !less(b, c):
		median = b
	case less(a, b) && less(a, c), !less(a, b) && !less(a, c) && less(b, c):
		median = c
	}
	list[0], list[median] = list[median], list[0]
	for i, j := 1, len(list); ; i++ {
		for less(i, 0) {
			i++
		}
		for j--; less(0, j); j-- {
		}
		if i >= j {
			return i
		}
		list[i], list[j] = list[j], list[i]
	}
}

// insertionSort keeps the order of equal elements.
func insertionSort(list []keyed) {
	for i := 1; i < len(list); i++ {
		e, j := list[i], i
		for ; j > 0 && e.key < list[j-1].key; j-- {
			list[j] = list[j-1]
		}
		list[j] = e
	}
}

// heapSelect makes the first k elements a heap of the smallest ones, the largest of them on top.
func heapSelect(list []keyed, k int) {
	for i := k/2 - 1; i >= 0; i-- {
		siftDown(list[:k], i, list[i])
	}
	for i := k; i < len(list); i++ {
		if list[i].key < list[0].key {
			e := list[i]
			list[i] = list[0]
			siftDown(list[:k], 0, e)
		}
	}
}

// sortHeap takes one element after the other off a heap.
func sortHeap(list []keyed) {
	for n := len(list) - 1; n > 0; n-- {
		e := list[n]
		list[n] = list[0]
		siftDown(list[:n], 0, e)
	}
}

// siftDown fills the hole in a heap with e: larger children move up until there are none, and e from there up to its place.
func siftDown(heap []keyed, hole int, e keyed) {
	top, child := hole, hole
	for child < (len(heap)-1)/2 {
		child = 2 * (child + 1)
		if heap[child].key < heap[child-1].key {
			child--
		}
		heap[hole], hole = heap[child], child
	}
	if len(heap)%2 == 0 && child == (len(heap)-2)/2 {
		child = 2*child + 1
		heap[hole], hole = heap[child], child
	}
	for hole > top {
		parent := (hole - 1) / 2
		if heap[parent].key >= e.key {
			break
		}
		heap[hole], hole = heap[parent], parent
	}
	heap[hole] = e
}
