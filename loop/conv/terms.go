package conv

// terms is the order in which the terms of a result are added, which decides its last digits. Zero is the order of the columns of im2col: channel after channel, with all taps of each.
type terms struct {
	block   int  // this many channels are added together for each tap, tap after tap; the sums of blocks one after the other
	columns bool // taps of the last dimension come first, and each of them has a sum of its own, which are added one after the other
	taps    bool // each tap has
	running bool // sums begin with the bias
	last    bool // the bias comes last, and not behind the first sum
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

// blocks is the order of oneDNN's kernels that go from tap to tap. Those of groups have registers that both sorts of channels fill.
func (s *Shape) blocks(channels int) terms {
	block := channelBlock
	if s.Groups > 1 {
		for block > 4 && (s.In/s.Groups%block != 0 || s.Out/s.Groups%block != 0) {
			block /= 2
		}
	}
	return terms{block: min(block, channels)}
}

// depthwise says whether each channel is a group.
func (s *Shape) depthwise() bool { return s.Groups > 1 && s.In == s.Groups && s.Out == s.Groups }

// terms is the order for the output.
func (s *Shape) terms() terms {
	channels := s.In / s.Groups
	switch {
	case !s.LikeOneDNN:
		return terms{}
	case s.pointwise(), s.depthwise():
		return terms{block: channels, running: true}
	}
	return s.blocks(channels)
}

// pointwise says whether oneDNN has its kernel for single taps, where strides leave nothing over.
func (s *Shape) pointwise() bool {
	for d, n := range s.Input {
		if s.Kernel[d] != 1 || s.Padding[d] != 0 || n%s.Stride[d] != 0 {
			return false
		}
	}
	return true
}

// goesThroughImages says whether the terms of the gradient of the weight follow one another through all images; otherwise each image has a sum.
func (s *Shape) goesThroughImages() bool { return s.LikeOneDNN && !s.pointwise() }

// termsOfInput is that for the gradient of the input. PyTorch adds the products of the weight's columns tap after tap; oneDNN has another kernel for strides, which takes all channels of a tap, and
// the columns of taps apart where the width of the input is a multiple of the stride.
func (s *Shape) termsOfInput() terms {
	t := terms{block: s.Out / s.Groups}
	ones := [3]int{1, 1, 1}
	switch {
	case !s.LikeOneDNN:
		t.taps = true
	case s.depthwise():
	case s.Stride == ones || s.Dilation != ones:
		t = s.blocks(t.block)
	default:
		t.columns = s.Input[2]%s.Stride[2] == 0
	}
	t.last = true
	return t
}
