package conv

// terms is the order in which the terms of a result are added, which decides its last digits. Zero is the order of the columns of im2col: channel after channel, with all taps of each.
type terms struct {
	block   int  // this many channels are added together for each tap, tap after tap; the sums of blocks one after the other
	columns bool // taps of the last dimension come first, and each of them has a sum of its own, which are added one after the other
	taps    bool // each tap has
}

// each calls f for taps in their order.
func (t terms) each(taps [3][]int, f func(tap [3]int)) {
	outer := []int{0}
	if t.columns {
		outer = taps[2]
	}
	for _, first := range outer {
		inner := taps[2]
		if t.columns {
			inner = []int{first}
		}
		for _, td := range taps[0] {
			for _, th := range taps[1] {
				for _, tw := range inner {
					f([3]int{td, th, tw})
				}
			}
		}
	}
}

// channelBlock is how many channels a vector register of oneDNN's kernels has.
const channelBlock = 16

// blocksOf is the order of oneDNN's kernels that go from tap to tap.
func blocksOf(channels int) terms {
	if channels < 2 {
		return terms{}
	}
	return terms{block: min(channelBlock, channels)}
}

// terms is the order for the output.
func (s *Shape) terms() terms {
	if !s.LikeOneDNN {
		return terms{}
	}
	return blocksOf(s.In / s.Groups)
}

// termsOfInput is that for the gradient of the input. PyTorch adds the products of the weight's columns tap after tap; oneDNN has another kernel for strides, which takes all channels of a tap, and
// the columns of taps apart where the width of the input is a multiple of the stride.
func (s *Shape) termsOfInput() terms {
	channels := s.Out / s.Groups
	ones := [3]int{1, 1, 1}
	switch {
	case !s.LikeOneDNN:
		return terms{block: channels, taps: true}
	case s.Stride == ones || s.Dilation != ones:
		return blocksOf(channels)
	}
	return terms{block: channels, columns: s.Input[2]%s.Stride[2] == 0}
}
