"""What is in the JSON of an exported program: classes of values, in PyTorch's schema of archives. Each is a line of a table: the fields with their types
and defaults; where a bar follows the name, a value has one of the fields only."""

import dataclasses
import enum

from torch._export.serde.union import _Union

SCHEMA_VERSION = (8, 20)
TREESPEC_VERSION = 1

_ENUMS = """
ArgumentKind UNKNOWN=0 POSITIONAL=1 KEYWORD=2
Layout Unknown=0 SparseCoo=1 SparseCsr=2 SparseCsc=3 SparseBsr=4 SparseBsc=5 _mkldnn=6 Strided=7
MemoryFormat Unknown=0 ContiguousFormat=1 ChannelsLast=2 ChannelsLast3d=3 PreserveFormat=4
ScalarType UNKNOWN=0 BYTE=1 CHAR=2 SHORT=3 INT=4 LONG=5 HALF=6 FLOAT=7 DOUBLE=8 COMPLEXHALF=9 COMPLEXFLOAT=10 COMPLEXDOUBLE=11 BOOL=12 BFLOAT16=13 UINT16=28
    FLOAT8E4M3FN=29 FLOAT8E5M2=30 FLOAT8E4M3FNUZ=31 FLOAT8E5M2FNUZ=32 FLOAT8E8M0FNU=33 UINT32=34 UINT64=35
"""

_CLASSES = """
Argument| as_none:bool as_tensor:TensorArgument as_tensors:list[TensorArgument] as_int:int as_ints:list[int] as_float:float as_floats:list[float] as_string:str
    as_strings:list[str] as_sym_int:SymIntArgument as_sym_ints:list[SymIntArgument] as_scalar_type:ScalarType as_memory_format:MemoryFormat as_layout:Layout
    as_device:Device as_bool:bool as_bools:list[bool] as_sym_bool:SymBoolArgument as_sym_bools:list[SymBoolArgument] as_graph:GraphArgument
    as_optional_tensors:list[OptionalTensorArgument] as_custom_obj:CustomObjArgument as_operator:str as_sym_float:SymFloatArgument as_sym_floats:list[SymFloatArgument]
    as_optional_tensor:OptionalTensorArgument as_complex:ComplexValue as_nested_tensors:list[list[TensorArgument]] as_int_lists:list[list[int]]
    as_string_to_argument:dict[str,Argument] as_float_lists:list[list[float]]
BufferMutationSpec arg:TensorArgument buffer_name:str
ComplexValue real:float imag:float
ConstantValue| as_none:bool as_int:int as_float:float as_string:str as_bool:bool
CustomObjArgument name:str class_fqn:str
Device type:str index:int?=None
ExportedProgram graph_module:GraphModule opset_version:dict[str,int] range_constraints:dict[str,RangeConstraint] schema_version:SchemaVersion verifiers:list[str]=[]
    torch_version:str=<=2.4 guards_code:list[str]=[]
GradientToParameterSpec arg:TensorArgument parameter_name:str
GradientToUserInputSpec arg:TensorArgument user_input_name:str
Graph inputs:list[Argument] outputs:list[Argument] nodes:list[Node] tensor_values:dict[str,TensorMeta] sym_int_values:dict[str,SymInt] sym_bool_values:dict[str,SymBool]
    is_single_tensor_return:bool=False custom_obj_values:dict[str,CustomObjArgument]={} sym_float_values:dict[str,SymFloat]={}
GraphArgument name:str graph:Graph
GraphModule graph:Graph signature:GraphSignature module_call_graph:list[ModuleCallEntry] metadata:dict[str,str]={} treespec_namedtuple_fields:dict[str,NamedTupleDef]={}
GraphSignature input_specs:list[InputSpec] output_specs:list[OutputSpec]
InputSpec| user_input:UserInputSpec parameter:InputToParameterSpec buffer:InputToBufferSpec tensor_constant:InputToTensorConstantSpec custom_obj:InputToCustomObjSpec
    token:InputTokenSpec constant_input:InputToConstantInputSpec
InputToBufferSpec arg:TensorArgument buffer_name:str persistent:bool
InputToConstantInputSpec name:str value:ConstantValue
InputToCustomObjSpec arg:CustomObjArgument custom_obj_name:str
InputToParameterSpec arg:TensorArgument parameter_name:str
InputToTensorConstantSpec arg:TensorArgument tensor_constant_name:str
InputTokenSpec arg:TokenArgument
LossOutputSpec arg:TensorArgument
ModuleCallEntry fqn:str signature:ModuleCallSignature?=None
ModuleCallSignature inputs:list[Argument] outputs:list[Argument] in_spec:str out_spec:str forward_arg_names:list[str]?=None
NamedArgument name:str arg:Argument kind:ArgumentKind?=None
NamedTupleDef field_names:list[str]
Node target:str inputs:list[NamedArgument] outputs:list[Argument] metadata:dict[str,str] is_hop_single_tensor_return:bool?=None name:str?=None
OptionalTensorArgument| as_tensor:TensorArgument as_none:bool
OutputSpec| user_output:UserOutputSpec loss_output:LossOutputSpec buffer_mutation:BufferMutationSpec gradient_to_parameter:GradientToParameterSpec
    gradient_to_user_input:GradientToUserInputSpec user_input_mutation:UserInputMutationSpec token:OutputTokenSpec parameter_mutation:ParameterMutationSpec
OutputTokenSpec arg:TokenArgument
ParameterMutationSpec arg:TensorArgument parameter_name:str
PayloadConfig config:dict[str,PayloadMeta]
PayloadMeta path_name:str is_param:bool use_pickle:bool tensor_meta:TensorMeta?
RangeConstraint min_val:int? max_val:int?
SchemaVersion major:int minor:int
SymBool| as_expr:SymExpr as_bool:bool
SymBoolArgument| as_name:str as_bool:bool
SymExpr expr_str:str hint:SymExprHint?=None
SymExprHint| as_int:int as_bool:bool as_float:float
SymFloat| as_expr:SymExpr as_float:float
SymFloatArgument| as_name:str as_float:float
SymInt| as_expr:SymExpr as_int:int
SymIntArgument| as_name:str as_int:int
TensorArgument name:str
TensorMeta dtype:ScalarType sizes:list[SymInt] requires_grad:bool device:Device strides:list[SymInt] storage_offset:SymInt layout:Layout
TokenArgument name:str
UserInputMutationSpec arg:TensorArgument user_input_name:str
UserInputSpec arg:Argument
UserOutputSpec arg:Argument
"""


def _rows(table):
    """The lines of a table, each with what follows it indented."""
    return table.strip().replace("\n    ", " ").split("\n")


def _make_enum(row):
    name, *members = row.split(" ")
    return enum.IntEnum(name, [(key, int(value)) for key, value in (member.split("=") for member in members)], module=__name__)


def _make_class(row):
    name, *fields = row.split(" ")
    union = name.endswith("|")
    kinds, members = {}, []
    for field in fields:
        key, kind = field.split(":", 1)
        kind, has_default, default = kind.partition("=")
        kinds[key] = kind
        if not has_default:
            members.append((key, kind))
        elif default in ("[]", "{}"):
            members.append((key, kind, dataclasses.field(default_factory=list if default == "[]" else dict)))
        else:
            members.append((key, kind, dataclasses.field(default={"None": None, "False": False}.get(default, default))))
    made = dataclasses.make_dataclass(name.rstrip("|"), members, bases=(_Union,) if union else (), repr=not union, eq=not union, namespace={"__module__": __name__})
    made._kinds = kinds
    return made


for _row in _rows(_ENUMS):
    globals()[_row.split(" ")[0]] = _make_enum(_row)
for _row in _rows(_CLASSES):
    globals()[_row.split(" ")[0].rstrip("|")] = _make_class(_row)
