package ops

// quickSelect brings the k-th smallest element of a lane to place k of at, the positions in the lane. Elements that are equal, and
// so the position that is reported for them, end where PyTorch has them: it partitions around the median of three (Press et al.,
// Numerical Recipes, section 8.5). NaNs are the largest.
func quickSelect(lane []float64, at []int, k int) int {
	greater := func(i, j int) bool {
		return lane[at[i]] > lane[at[j]] || lane[at[i]] != lane[at[i]] && lane[at[j]] == lane[at[j]]
	}
	swap := func(i, j int) { at[i], at[j] = at[j], at[i] }
	left, right := 0, len(at)-1
	for right > left {
		if right == left+1 {
			if greater(left, right) {
				swap(left, right)
			}
			break
		}
		swap(left+(right-left)/2, left+1)
		if greater(left+1, right) {
			swap(left+1, right)
		}
		if greater(left, right) {
			swap(left, right)
		}
		if greater(left+1, left) {
			swap(left+1, left)
		}
		i, j := left+1, right // the pivot is at left until it is put between the parts
		for {
			for i++; greater(left, i); i++ {
			}
			for j--; greater(j, left); j-- {
			}
			if j < i {
				break
			}
			swap(i, j)
		}
		swap(left, j)
		if j <= k {
			left = i
		}
		if j >= k {
			right = j - 1
		}
	}
	return at[k]
}
