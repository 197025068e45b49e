package ops

func init() { sampleTables = append(sampleTables, lossSamples, functionalLossSamples) }

const (
	// pairLoss has the reduction as a number: none, mean, sum.
	pairLoss      = "x[n,k] w[n,k]; x[n,k] w[n,k] 0; x[n] w[n] 2; x[] w[]; x[1,k] w[1,k] 1; x[n,k] w[k] 0"
	functionalTwo = `x[n,k] w[n,k]; x[n,k] w[n,k] reduction="none"; x[n] w[n] reduction="sum"; x[1,k] w[1,k]`
	// classes takes class targets: batches, one sample, places, weights, ignored classes.
	classes      = "x[N,K] i[n]%k; x[N,K] i[n]%k none 0; x[N,K] i[n]%k p[k]! 2; x[5,K] i[5]%k p[k]! 1 1; x[K] i[]%k; x[1,K] i[1]%k"
	placeClasses = "; x[N,K,m] i[n,m]%k; x[N,K,m,a] i[n,m,a]%k p[k]! 0; x[1,K,m] i[1,m]%k none 1 1; x[N,K,m] i[n,m]%k p[k]! 2 0"
)

var lossSamples = map[string]spec{
	"_ctc_loss":                        {calls: "x[4,2,6] p/l[2,2]! (4,3) (2,1) 0 false", dtypes: "fs", through: "-"},
	"_ctc_loss.Tensor":                 {calls: "x[5,2,6] p/l[2,5]! p/l[2] p/l[2]", dtypes: "fs", through: "-"},
	"_ctc_loss_backward.Tensor":        {calls: "x[2] x[5,2,6] p/l[2,5]! p/l[2] p/l[2] x[2] x[2,5,11] 0 false", dtypes: "fs", through: "-"},
	"_ctc_loss_backward":               {calls: "x[2] x[4,2,6] p/l[2,2]! (4,3) (2,1) x[2] x[2,4,5] 0 false", dtypes: "fs", through: "-"},
	"ctc_loss.IntList":                 {calls: "x[4,2,6] p/l[2,2]! (4,3) (2,1); x[4,6] p/l[2]! (4,) (2,) 0 0", dtypes: "fs", through: "-"},
	"ctc_loss.Tensor":                  {calls: "x[5,2,6] p/l[2,5]! p/l[2] p/l[2]", dtypes: "fs", through: "-"},
	"nn.functional.ctc_loss":           {calls: "x[4,2,6] p/l[2,2]! (4,3) (2,1)", dtypes: "fs", through: "-"},
	"mse_loss":                         {calls: pairLoss, dtypes: "fs"},
	"l1_loss":                          {calls: pairLoss, dtypes: "fs"},
	"smooth_l1_loss":                   {calls: pairLoss + "; x[n,k] w[n,k] 1 0.5; x[n,k] w[n,k] 0 0.0", dtypes: "fs"},
	"huber_loss":                       {calls: pairLoss + "; x[n,k] w[n,k] 1 0.5", dtypes: "fs"},
	"mse_loss_backward":                {calls: "x[] x[n,k] w[n,k] 1; x[n,k] x[n,k] w[n,k] 0", dtypes: "fs", through: "-"},
	"smooth_l1_loss_backward":          {calls: "x[] x[n,k] w[n,k] 1 0.5; x[n,k] x[n,k] w[n,k] 0 0.0", dtypes: "fs", through: "-"},
	"huber_loss_backward":              {calls: "x[] x[n,k] w[n,k] 1 0.5; x[n,k] x[n,k] w[n,k] 0 1.0", dtypes: "fs", through: "-"},
	"soft_margin_loss":                 {calls: "x[n,k] o[n,k]; x[n,k] o[n,k] 0; x[n] o[n] 2", dtypes: "fs"},
	"nll_loss_forward":                 {calls: "x[N,K] i[n]%k none 1 -100; x[N,K] i[n]%k p[k]! 0 -100; x[K] i[]%k none 2 -100; x[5,K] i[5]%k p[k]! 1 1", dtypes: "fs", through: "0"},
	"nll_loss_backward":                {calls: "x[] x[N,K] i[n]%k none 2 -100 p[]!; x[n] x[N,K] i[n]%k p[k]! 0 -100 p[]!", dtypes: "fs"},
	"nll_loss2d_forward":               {calls: "x[2,K,n,m] i[2,n,m]%k none 1 -100; x[2,K,n,m] i[2,n,m]%k p[k]! 0 -100; x[2,K,n,m] i[2,n,m]%k p[k]! 2 1", dtypes: "fs", through: "0"},
	"nll_loss2d_backward":              {calls: "x[] x[2,K,n,m] i[2,n,m]%k none 2 -100 p[]!; x[2,n,m] x[2,K,n,m] i[2,n,m]%k p[k]! 0 -100 p[]!", dtypes: "fs"},
	"nll_loss2d":                       {calls: "x[2,K,n,m] i[2,n,m]%k", dtypes: "fs"},
	"nll_loss":                         {calls: classes, dtypes: "fs"},
	"nll_loss_nd":                      {calls: classes + placeClasses, dtypes: "fs"},
	"cross_entropy_loss":               {calls: classes + placeClasses + "; x[N,K] i[n]%k none 1 -100 0.3; x[N,K] p[n,k]; x[N,K,m] p[n,k,m] p[k]! 0; x[K] p[k]; x[N,4,m] i[n,m]%4 p[4]! 1 0 0.2; x[N,K] p[n,k] none 2 -100 0.1", dtypes: "fs"},
	"binary_cross_entropy":             {calls: "p[n,k] p[n,k]; p[n,k] p[n,k] p[n,k]! 0; p[n] p[n] p[n]! 2; p[] p[]", dtypes: "fs"},
	"binary_cross_entropy_with_logits": {calls: "x[n,k] p[n,k]; x[n,k] p[n,k] p[n,k]! none 0; x[n,k] p[n,k] none q[k]! 2; x[] p[]", dtypes: "fs"},
	"kl_div":                           {calls: "x[n,k] p[n,k]; x[n,k] p[n,k] 0; x[n,k] x[n,k] 2 log_target=true", dtypes: "fs"},
	"margin_ranking_loss":              {calls: "x[n] w[n] o[n]; x[n] w[n] o[n] 0.5 0; x[n,k] w[n,k] o[n,k] 0.5 2", dtypes: "fs"},
	"hinge_embedding_loss":             {calls: "x[n] o[n]; x[n,k] o[n,k] 0.5 0; x[n] o[n] 1 2", dtypes: "fs"},
	"cosine_embedding_loss":            {calls: "x[n,k] w[n,k] o[n]; x[n,k] w[n,k] o[n] 0.3 0; x[K] w[K] o[]", dtypes: "fs"},
	"triplet_margin_loss":              {calls: "x[n,K] w[n,K] x[n,K]; x[n,K] w[n,K] x[n,K] 0.5 1.5 0.001 true 0; x[K] w[K] x[K]", dtypes: "fs"},
	"multi_margin_loss":                {calls: "x[N,K] i[n]%k; x[N,K] i[n]%k 2 0.5 p[k]! 0; x[K] i[]%k 1 1 none 2", dtypes: "fs"},
}

var functionalLossSamples = map[string]spec{
	"nn.functional.mse_loss nn.functional.l1_loss":   {calls: functionalTwo + "; x[n,k] w[n,k] weight=p[n,k]!", dtypes: "fs"},
	"nn.functional.smooth_l1_loss":                   {calls: functionalTwo + "; x[n,k] w[n,k] beta=0.5", dtypes: "fs"},
	"nn.functional.huber_loss":                       {calls: functionalTwo + "; x[n,k] w[n,k] delta=0.5; x[n,k] w[n,k] weight=p[n,k]!", dtypes: "fs"},
	"nn.functional.soft_margin_loss":                 {calls: `x[n,k] o[n,k]; x[n,k] o[n,k] reduction="none"; x[n] o[n] reduction="sum"`, dtypes: "fs"},
	"nn.functional.nll_loss":                         {calls: `x[N,K] i[n]%k; x[N,K] i[n]%k p[k]! reduction="none"; x[K] i[]%k reduction="sum"; x[N,K,m] i[n,m]%k ignore_index=1; x[1,K] i[1]%k`, dtypes: "fs"},
	"nn.functional.cross_entropy":                    {calls: `x[N,K] i[n]%k; x[N,K] i[n]%k p[k]! reduction="none"; x[K] i[]%k reduction="sum"; x[N,K,m] i[n,m]%k ignore_index=1; x[N,K] p[n,k]; x[N,K,m] i[n,m]%k label_smoothing=0.2; x[1,K] i[1]%k; x[1,K,m] i[1,m]%k`, dtypes: "fs"},
	"nn.functional.binary_cross_entropy":             {calls: `p[n,k] p[n,k]; p[n,k] p[n,k] p[k]! reduction="none"; p[n] p[n] reduction="sum"`, dtypes: "fs"},
	"nn.functional.binary_cross_entropy_with_logits": {calls: `x[n,k] p[n,k]; x[n,k] p[n,k] p[k]! reduction="none"; x[n,k] p[n,k] pos_weight=q[k]! reduction="sum"`, dtypes: "fs"},
	"nn.functional.kl_div":                           {calls: `x[n,k] p[n,k]; x[N,k] p[N,k] reduction="batchmean"; x[n,k] x[n,k] reduction="sum" log_target=true; x[n,k] p[n,k] reduction="none"`, dtypes: "fs"},
	"nn.functional.poisson_nll_loss":                 {calls: `x[n,k] p[n,k]; p[n,k] q[n,k]! false true reduction="none"; x[n] p[n] true reduction="sum"`, dtypes: "fs"},
	"nn.functional.gaussian_nll_loss":                {calls: `x[n,k] w[n,k] p[n,k]; x[n,k] w[n,k] p[n,1] true reduction="none"; x[n] w[n] p[n] reduction="sum"`, dtypes: "fs"},
	"nn.functional.margin_ranking_loss":              {calls: `x[n] w[n] o[n]; x[n] w[n] o[n] 0.5 reduction="none"; x[n,k] w[n,k] o[n,k] 0.5 reduction="sum"`, dtypes: "fs"},
	"nn.functional.hinge_embedding_loss":             {calls: `x[n] o[n]; x[n,k] o[n,k] 0.5 reduction="none"; x[n] o[n] reduction="sum"`, dtypes: "fs"},
	"nn.functional.cosine_embedding_loss":            {calls: `x[n,k] w[n,k] o[n]; x[n,k] w[n,k] o[n] 0.3 reduction="none"; x[K] w[K] o[]`, dtypes: "fs"},
	"nn.functional.triplet_margin_loss":              {calls: `x[n,K] w[n,K] x[n,K]; x[n,K] w[n,K] x[n,K] 0.5 1.5 swap=true reduction="none"`, dtypes: "fs"},
	"nn.functional.multi_margin_loss":                {calls: `x[N,K] i[n]%k; x[N,K] i[n]%k 2 0.5 p[k]! reduction="none"; x[K] i[]%k reduction="sum"`, dtypes: "fs"},
}
