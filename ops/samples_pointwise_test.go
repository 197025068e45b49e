package ops

import "strings"

func init() {
	sampleTables = append(sampleTables, pointwiseSamples, activationSamples, binarySamples)
}

const (
	unaryCalls    = "x[n,k]; x[]; x[n,k,m]"
	positiveCalls = "p[n,k]; p[]; p[n,k,m]"
	above1Calls   = "q[n,k]; q[]; q[n,k,m]"
	binaryCalls   = "x[n,k] x[n,k]; x[n,k] x[k]; x[n,1] x[1,k]; x[n] x[]; x[] x[k]; x[k] x[n,k]; x[n,k] x[m,1,k]"
	// binaryPositive keeps both operands positive.
	binaryPositive = "p[n,k] p[n,k]; p[n,k] q[k]; q[n,1] p[1,k]; p[n] q[]; p[] p[k]; p[k] q[n,k]; q[n,k] p[m,1,k]"
	// binaryNonzero has a positive second operand.
	binaryNonzero = "w[n,k] q[n,k]; x[n,k] p[k]; w[n,1] q[1,k]; w[n] q[]; x[] q[k]; w[k] p[n,k]; w[n,k] q[m,1,k]"
	bitwiseCalls  = "x[n,k] x[n,k]; x[n,k] x[k]; x[n,1] x[1,k]; x[n] x[]; x[] x[k]"
)

var pointwiseSamples = map[string]spec{
	"exp expm1 sin cos tan asin acos atan sinh cosh tanh asinh atanh sigmoid log1p exp2 sinc": {calls: unaryCalls, dtypes: "fcsldvhb"},
	"neg square reciprocal":     {calls: unaryCalls, dtypes: "fcsldvh"},
	"abs sgn":                   {calls: unaryCalls, dtypes: "fcsldvh", singular: nearComplexModulus},
	"angle":                     {calls: unaryCalls, dtypes: "fcsldvh", singular: nearModulus},
	"log log2 log10 sqrt rsqrt": {calls: positiveCalls, dtypes: "fcsldvhb"},
	"acosh":                     {calls: above1Calls, dtypes: "fcsldv"},
	"erf erfc erfinv i0 special_i1 deg2rad rad2deg":                       {calls: unaryCalls, dtypes: "fslvb"},
	"special_entr special_ndtri":                                          {calls: positiveCalls, dtypes: "fs"},
	"special_erfcx special_i0e special_i1e special_ndtr special_log_ndtr": {calls: "x[n,k]; w[]; w[n,k,m]", dtypes: "fsl"},
	"special_xlog1py":              {calls: binaryPositive, dtypes: "fsl"},
	"special_xlog1py.self_scalar":  {calls: "2.5 p[n,k]; 0 p[]", dtypes: "fs"},
	"special_xlog1py.other_scalar": {calls: "x[n,k] 2.5; x[] 3", dtypes: "fs"},
	"special_zeta":                 {calls: "q[n,k]! q[n,k]; q[n,k]! q[k]; q[n]! q[]; q[]! q[k]", dtypes: "fs"},
	"special_zeta.self_scalar":     {calls: "2.5 q[n,k]; 3 q[]", dtypes: "fs"},
	"special_zeta.other_scalar":    {calls: "q[n,k]! 2.5; q[]! 3", dtypes: "fs"},
	"igamma igammac":               {calls: "p[n,k]! q[n,k]; q[n,k]! q[k]; q[n]! p[]; p[]! q[k]", dtypes: "fs"},
	"mvlgamma":                     {calls: "q[n,k] 2; q[] 1; q[n,k,m] 3", dtypes: "fsl"},
	"special_bessel_j0 special_bessel_j1 special_modified_bessel_i0 special_modified_bessel_i1 special_spherical_bessel_j0 special_airy_ai":                         {calls: unaryCalls, dtypes: "fsl"},
	"special_bessel_y0 special_bessel_y1 special_modified_bessel_k0 special_modified_bessel_k1 special_scaled_modified_bessel_k0 special_scaled_modified_bessel_k1": {calls: positiveCalls, dtypes: "fs"},
	polynomialNames(""):          {calls: "x[n,k] i[n,k]%12; x[n,1] i[k]%4; x[] i[]%4", dtypes: "fs"},
	polynomialNames(".x_scalar"): {calls: "0.5 i[n,k]%12; 2 i[]%3", dtypes: "fs"},
	polynomialNames(".n_scalar"): {calls: "x[n,k] 3; x[] 10", dtypes: "fs"},
	"lgamma digamma":             {calls: positiveCalls + ";" + above1Calls, dtypes: "fsl"},
	"polygamma":                  {calls: "1 p[n,k]; 2 q[n,k]; 1 q[]; 0 p[n]", dtypes: "fs"},
	"floor ceil round trunc":     {calls: "w[n,k]; w[]; w[n,k,m]", dtypes: "fslvi"},
	"round.decimals":             {calls: "w[n,k] decimals=1; w[] decimals=0; w[n,k,m] decimals=-1", dtypes: "fs"},
	"frac":                       {calls: "w[n,k]; w[]; w[n,k,m]", dtypes: "fsv"},
	"sign signbit":               {calls: unaryCalls, dtypes: "fslub", singular: nearComplexModulus},
	"logit":                      {calls: "p[n,k]; p[]; p[n,k] 0.3; p[n,k,m] none", dtypes: "fsv"},
	"nan_to_num":                 {calls: "x[n,k]; x[]; x[n,k] 1.0 2.0 -2.0", dtypes: "fslv"},
	"bitwise_not":                {calls: unaryCalls, dtypes: "lbiu"},
	"logical_not isnan isinf isfinite isreal": {calls: unaryCalls, dtypes: "fcslb"},
	"isposinf isneginf":                       {calls: unaryCalls, dtypes: "fslb"},
	"real":                                    {calls: unaryCalls, dtypes: "fcsd"},
	"imag":                                    {calls: unaryCalls, dtypes: "cd"},
	"conj conj_physical resolve_conj resolve_neg _neg_view positive": {calls: unaryCalls, dtypes: "fcsl"},
	"_conj":                             {calls: unaryCalls, dtypes: "cd"},
	"view_as_real":                      {calls: unaryCalls, dtypes: "cd"},
	"view_as_complex":                   {calls: "x[n,k,2].; x[2].; x[n,2].", dtypes: "fs"},
	"tanh_backward sigmoid_backward":    {calls: "x[n,k] x[n,k]; x[] x[]", dtypes: "fcsv"},
	"clamp":                             {calls: "x[n,k] -0.5 0.5; x[n,k] -0.3; x[] none 0.3; x[n,k,m] 0.5 0.1; x[n] 0 1", dtypes: "fslv"},
	"clamp.Tensor":                      {calls: "x[n,k] x[n,k] x[n,k]; x[n,k] x[k] none; x[n,k] none x[]; x[n,1] x[k] x[n,k]", dtypes: "fsl"},
	"clamp_min clamp_max":               {calls: "x[n,k] 0.3; x[] -0.3; x[n,k,m] 1", dtypes: "fslv"},
	"clamp_min.Tensor clamp_max.Tensor": {calls: "x[n,k] x[n,k]; x[n,k] x[k]; x[n,1] x[k]", dtypes: "fsl"},
	"addcmul":                           {calls: "x[n,k] x[n,k] x[n,k]; x[n,k] x[k] x[n,1] value=0.5; x[k] x[n,k] x[]; x[] x[] x[] value=2", dtypes: "fcs"},
	"addcdiv":                           {calls: "x[n,k] x[n,k] p[n,k]; x[n,k] x[k] q[n,1] value=0.5; x[k] x[n,k] q[]; x[] x[] p[] value=2", dtypes: "fcs"},
	"lerp.Scalar":                       {calls: "x[n,k] x[n,k] 0.3; x[n,k] x[k] 0.7; x[n,1] x[1,k] 1.5; x[] x[] 0.2", dtypes: "fcs"},
	"lerp.Tensor":                       {calls: "x[n,k] x[n,k] x[n,k]; x[n,k] x[k] x[]; x[n,1] x[1,k] p[m,1,1]; x[] x[] q[]", dtypes: "fcs"},
	"where.self":                        {calls: "b[n,k] x[n,k] x[n,k]; b[k] x[n,k] x[]; b[n,1] x[k] x[1,k]; b[] x[n] x[n]; b[n] x[n] x/s[n]", dtypes: "fcslb"},
	"where.ScalarSelf":                  {calls: "b[n,k] 2.5 x[n,k]; b[k] 1 x[n,k]; b[] 0.5 x[n]", dtypes: "fcsl"},
	"where.ScalarOther":                 {calls: "b[n,k] x[n,k] 2.5; b[k] x[n,k] 1; b[] x[n] 0.5", dtypes: "fcsl"},
	"where.form":                        {calls: "x[n,k] b[n,k] x[k]; x[n] b[] x[n]", dtypes: "fcsl", through: "-"},
	"where.form_scalar":                 {calls: "x[n,k] b[n,k] 2.5; x[n] b[] 1", dtypes: "fcsl", through: "-"},
	"where.Scalar":                      {calls: "b[n,k] 2.5 1.5; b[k] 1 2; b[] 0.5 1", dtypes: "s"},
	"where":                             {calls: "b[n,k]; b[n]; b[]", dtypes: "s"},
	"complex":                           {calls: "x[n,k] x[n,k]; x[n,1] x[k]; x[] x[]", dtypes: "fs"},
	"polar":                             {calls: "p[n,k] x[n,k]; p[n,1] x[k]; p[] x[]", dtypes: "fs"},
	"frexp.Tensor":                      {calls: "w[n,k]; w[]", dtypes: "fs"},
	"isclose":                           {calls: "x[n,k] x[n,k]; x[n,k] x[k]; x[n,k] x[n,k] 0.5 0.5 true; x[n,1] x[1,k]", dtypes: "fcsl"},
	"equal allclose":                    {calls: "x[n,k] x[n,k]; x[] x[]; x[n] x[n]", dtypes: "fcs"},
	"result_type.Tensor":                {calls: "x[n,k] x[k]; x[n] x/l[n]; x[] x/c[]", dtypes: "fsl"},
	"ldexp.Tensor":                      {calls: "x[n,k] x/l[n,k]; x[n,k] x/l[k]; x[] x/i[]", dtypes: "fs"},
	"renorm":                            {calls: "x[n,k] 2 0 0.5; x[n,k,m] 1 -1 0.7; x[n,k] 2.5 1 0.3", dtypes: "fcs"},
}

var activationSamples = map[string]spec{
	"relu": {calls: unaryCalls, dtypes: "fslv"},
	"selu silu mish hardsigmoid hardswish log_sigmoid relu6": {calls: "w[n,k]; w[]; w[n,k,m]", dtypes: "fsvh"},
	"threshold":          {calls: "x[n,k] 0.3 0.7; x[] -0.2 2", dtypes: "fsv"},
	"threshold_backward": {calls: "x[n,k] x[n,k] 0.3; x[] x[] 0", dtypes: "fsv"},
	"_rrelu_slopes":      {calls: "x[n,k] 0.1 0.5; x[] 0.2 0.3", dtypes: "fs"},
	"leaky_relu":         {calls: "x[n,k]; x[] 0.2; x[n,k,m] 0.3", dtypes: "fsv"},
	"mish_backward hardsigmoid_backward hardswish_backward": {calls: "x[n,k] x[n,k]; x[] x[]"},
	"logit_backward":                {calls: "x[n,k] p[n,k]; x[n] p[n] 0.1"},
	"log_sigmoid_forward":           {calls: "x[n,k]; x[]", through: "0"},
	"log_sigmoid_backward":          {calls: "x[n,k] x[n,k] p[n,k]!", through: "-"},
	"glu_backward":                  {calls: "x[n,k] x[n+n,k] 0; x[n,3] x[n,6] -1"},
	"soft_margin_loss_backward":     {calls: "x[] x[n,k] o[n,k]! 1; x[n,k] x[n,k] o[n,k]! 0"},
	"binary_cross_entropy_backward": {calls: "x[] p[n,k] p[n,k]! none 1; x[n,k] p[n,k] p[n,k]! p[n,k]! 0"},
	"leaky_relu_backward":           {calls: "x[n,k] x[n,k] 0.2 false; x[] x[] 0.1 true", dtypes: "fsv"},
	"elu":                           {calls: "w[n,k]; w[] 0.5; w[n,k] 1.5 2 0.5", dtypes: "fsv"},
	"elu_backward":                  {calls: "x[n,k] 1.5 2 0.5 false w[n,k]; x[n,k] 1.5 2 0.5 true x[n,k]; x[] 1 1 1 false x[]", dtypes: "fs"},
	"celu":                          {calls: "w[n,k]; w[] 0.5; w[n,k,m] 2.0", dtypes: "fsv"},
	"gelu":                          {calls: `w[n,k]; w[n,k] approximate="tanh"; w[]`, dtypes: "fsv"},
	"gelu_backward":                 {calls: `x[n,k] w[n,k]; x[n,k] w[n,k] approximate="tanh"; x[] w[]`, dtypes: "fs"},
	"silu_backward":                 {calls: "x[n,k] w[n,k]; x[] w[]", dtypes: "fs"},
	"softplus":                      {calls: "w[n,k]; w[n,k] 2 20; w[n,k] 5 3; w[]", dtypes: "fsv"},
	"softplus_backward":             {calls: "x[n,k] w[n,k] 1 20; x[n,k] w[n,k] 5 3; x[] w[] 2 20", dtypes: "fs"},
	"hardtanh":                      {calls: "w[n,k]; w[n,k] -0.5 0.3; w[]", dtypes: "fsvl"},
	"hardshrink_backward softshrink_backward": {calls: "x[n,k] w[n,k] 0.3; x[] w[] 1", dtypes: "fs"},
	"_prelu_kernel_backward":                  {calls: "x[n,k] w[n,k] w[k]; x[k] w[k] w[1]", dtypes: "fs"},
	"hardtanh_backward":                       {calls: "x[n,k] w[n,k] -0.5 0.3; x[] w[] -1 1", dtypes: "fs"},
	"hardshrink softshrink":                   {calls: "w[n,k]; w[n,k] 0.7; w[]", dtypes: "fsv"},
	"_prelu_kernel":                           {calls: "x[n,k] p[n,k]; x[n,k] p[1,k]; x[] p[]", dtypes: "fs"},
	"prelu":                                   {calls: "x[n,K,m] p[k]; x[n,k] p[1]; x[n] p[1]; x[] p[]", dtypes: "fs"},
	"glu":                                     {calls: "x[n,2*k]; x[2*n,k] 0; x[n,2*k,m] 1", dtypes: "fs"},
	"_softmax _log_softmax":                   {calls: "x[n,k] 1 false; x[n,k,m] 1 false; x[n,k] 0 false; x[n] -1 false; x[] 0 false", dtypes: "fsv"},
	"_softmax_backward_data _log_softmax_backward_data": {calls: "x[n,k] p[n,k] 1 float64; x[n,k,m] p[n,k,m] 0 float64; x[] x[] 0 float64", dtypes: "f"},
	"softmax.int log_softmax.int":                       {calls: "x[n,k] 1; x[n,k,m] 1; x[n,k] 0 float64; x[] -1", dtypes: "fsv"},
	"special_softmax":                                   {calls: "x[n,k] 1; x[n,k,m] 1; x[n,k] 0 float64", dtypes: "fs"},
	"special_log_softmax":                               {calls: "x[n,k] 1; x[n,k,m] 1; x[n,k] 0 dtype=float64", dtypes: "fs"},
	"nn.functional.relu nn.functional.relu6 nn.functional.selu nn.functional.hardsigmoid nn.functional.hardswish nn.functional.silu nn.functional.mish": {calls: "w[n,k]; w[]", dtypes: "fsv"},
	"nn.functional.elu":        {calls: "w[n,k]; w[] 0.5", dtypes: "fs"},
	"nn.functional.celu":       {calls: "w[n,k]; w[] 0.5", dtypes: "fs"},
	"nn.functional.leaky_relu": {calls: "w[n,k]; w[] 0.5", dtypes: "fs"},
	"nn.functional.hardtanh":   {calls: "w[n,k]; w[n] -0.5 0.3", dtypes: "fs"},
	"nn.functional.threshold":  {calls: "w[n,k] 0.3 0.7; w[n] -0.5 0.3", dtypes: "fs"},
	"nn.functional.rrelu":      {calls: "w[n,k]; w[n] 0.1 0.5 false; w[n,k] 0.1 0.5 true", dtypes: "fs"},
	"nn.functional.glu":        {calls: "x[n,2*k]; x[2*n,k] 0", dtypes: "fs"},
	"nn.functional.tanhshrink nn.functional.softsign nn.functional.tanh nn.functional.sigmoid": {calls: "w[n,k]; w[]", dtypes: "fcs"},
	"nn.functional.softmax nn.functional.log_softmax nn.functional.softmin":                    {calls: "x[n,k] 1; x[n,k,m] 1; x[n,k] 0 dtype=float64; x[n]", dtypes: "fs"},
	"nn.functional.gumbel_softmax": {calls: "x[n,K]; x[n,K] 0.5 false 0.0000000001 0", dtypes: "fs"},
}

var binarySamples = map[string]spec{
	"add.Tensor sub.Tensor rsub.Tensor":             {calls: binaryCalls + "; x[n,k] x[n,k] alpha=2; x[n] 2.5; x[n,k] x/s[n,k]; x[n] x/l[n]", dtypes: "fcsliv"},
	"mul.Tensor":                                    {calls: binaryCalls + "; x[n] 2.5; x[n,k] x/s[n,k]; x[n] x/l[n]; x[n] x/c[n]", dtypes: "fcslivb"},
	"div.Tensor":                                    {calls: binaryNonzero + "; x[n] 2.5; x[n] q/l[n]", dtypes: "fcsliv"},
	"add.Scalar sub.Scalar rsub.Scalar":             {calls: "x[n,k] 2; x[n,k] 0.5 2; x[] 3", dtypes: "fcsl"},
	"mul.Scalar div.Scalar":                         {calls: "x[n,k] 2; x[n,k] 0.5; x[] 3", dtypes: "fcsl"},
	"div.Tensor_mode":                               {calls: `w[n,k] q[n,k] rounding_mode="floor"; w[n,k] p[k] rounding_mode="trunc"; w[n,1] q[k] rounding_mode=none; w[] q[] rounding_mode="floor"`, dtypes: "fsl"},
	"floor_divide":                                  {calls: binaryNonzero, dtypes: "fsl", through: "-"},
	"remainder.Tensor fmod.Tensor":                  {calls: binaryNonzero, dtypes: "fsl"},
	"remainder.Scalar fmod.Scalar":                  {calls: "w[n,k] 0.7; w[] 2; w[n,k,m] 3", dtypes: "fsl"},
	"remainder.Scalar_Tensor":                       {calls: "2.5 q[n,k]; 7 p[]", dtypes: "fsl"},
	"pow.Tensor_Tensor float_power.Tensor_Tensor":   {calls: binaryPositive, dtypes: "fcsl"},
	"pow.Scalar float_power.Scalar":                 {calls: "2 x[n,k]; 0.5 x[]; 3 p[n,k]", dtypes: "fcs"},
	"pow.Tensor_Scalar float_power.Tensor_Scalar":   {calls: "p[n,k] 2.5; x[n,k] 2; x[] 3; x[n,k] 0; x[n] 1; p[n] -1; p[n] 0.5", dtypes: "fcs"},
	"maximum minimum fmax fmin max.other min.other": {calls: binaryCalls, dtypes: "fsl"},
	"atan2":                 {calls: binaryCalls, dtypes: "fsl"},
	"hypot copysign.Tensor": {calls: binaryCalls, dtypes: "fs"},
	"copysign.Scalar":       {calls: "x[n,k] -1; x[] 2.5", dtypes: "fsl"},
	"nextafter":             {calls: binaryCalls, dtypes: "fs"},
	"logaddexp logaddexp2":  {calls: binaryCalls, dtypes: "fs"},
	"xlogy.Tensor":          {calls: binaryNonzero, dtypes: "fsl"},
	"xlogy.Scalar_Self":     {calls: "2.5 p[n,k]; 0 p[]", dtypes: "fs"},
	"xlogy.Scalar_Other":    {calls: "x[n,k] 2.5; x[] 3", dtypes: "fs"},
	"gcd lcm":               {calls: bitwiseCalls, dtypes: "liu"},
	"heaviside":             {calls: binaryCalls, dtypes: "fsl", through: "-"},
	"bitwise_and.Tensor bitwise_or.Tensor bitwise_xor.Tensor __and__.Tensor __or__.Tensor __xor__.Tensor":    {calls: bitwiseCalls, dtypes: "libu"},
	"bitwise_and.Scalar bitwise_or.Scalar bitwise_xor.Scalar __and__.Scalar __or__.Scalar __xor__.Scalar":    {calls: "x[n,k] 5; x[] 3", dtypes: "liu"},
	"bitwise_left_shift.Tensor bitwise_right_shift.Tensor __lshift__.Tensor __rshift__.Tensor":               {calls: "x[n,k] p[n,k]; x[n,1] p[k]; x[] p[]", dtypes: "liu"},
	"bitwise_left_shift.Tensor_Scalar bitwise_right_shift.Tensor_Scalar __lshift__.Scalar __rshift__.Scalar": {calls: "x[n,k] 2; x[] 1", dtypes: "liu"},
	"bitwise_and.Scalar_Tensor bitwise_or.Scalar_Tensor bitwise_xor.Scalar_Tensor":                           {calls: "3 x[n,k]; 1 x[]", dtypes: "li"},
	"bitwise_left_shift.Scalar_Tensor bitwise_right_shift.Scalar_Tensor":                                     {calls: "5 p[n,k]; 1 p[]", dtypes: "li"},
	"eq.Tensor ne.Tensor":                     {calls: binaryCalls, dtypes: "fcslb"},
	"lt.Tensor le.Tensor gt.Tensor ge.Tensor": {calls: binaryCalls, dtypes: "fslb"},
	"eq.Scalar ne.Scalar":                     {calls: "x[n,k] 2; x[] 0.5", dtypes: "fcsl"},
	"lt.Scalar le.Scalar gt.Scalar ge.Scalar": {calls: "x[n,k] 2; x[] 0.5", dtypes: "fsl"},
	"logical_and logical_or logical_xor":      {calls: binaryCalls, dtypes: "fcslb"},
}

// polynomialNames lists one form of all families of polynomials.
func polynomialNames(form string) string {
	var names []string
	for _, p := range polynomials {
		names = append(names, "special_"+p.name+form)
	}
	return strings.Join(names, " ")
}
