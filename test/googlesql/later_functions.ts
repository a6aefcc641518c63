/** SQL lint: declares BigQuery functions that are newer than the package to the analyzer, so that it checks their calls. */
import type { Type } from '../../packages/bigquery-emulator/src/googlesql/index.ts'
import { protoOf, type TypeProto } from './proto_types.ts'

/** A type, or the first or second type variable of a call. */
type Argument = Type | 'T1' | 'T2'

interface Signature {
  required: readonly Argument[]
  optional?: readonly { name: string; type: Type }[]
  returns: Argument
}

interface LaterFunction {
  name: string
  /** The vendor's page. */
  source: string
  mode: 'SCALAR' | 'AGGREGATE'
  signatures: readonly Signature[]
}

const INT64: Type = { kind: 'INT64' }
const STRING: Type = { kind: 'STRING' }
const BYTES: Type = { kind: 'BYTES' }
const JSON_TYPE: Type = { kind: 'JSON' }
const reference = 'https://cloud.google.com/bigquery/docs/reference/standard-sql'
const ofRow: readonly Signature[] = [{ required: ['T1', 'T2'], returns: 'T1' }]
const maxDistance = [{ name: 'max_distance', type: INT64 }]

export const laterFunctions: readonly LaterFunction[] = [
  { name: 'max_by', source: `${reference}/aggregate_functions#max_by`, mode: 'AGGREGATE', signatures: ofRow },
  { name: 'min_by', source: `${reference}/aggregate_functions#min_by`, mode: 'AGGREGATE', signatures: ofRow },
  {
    name: 'edit_distance',
    source: `${reference}/string_functions#edit_distance`,
    mode: 'SCALAR',
    signatures: [
      { required: [STRING, STRING], optional: maxDistance, returns: INT64 },
      { required: [BYTES, BYTES], optional: maxDistance, returns: INT64 },
    ],
  },
  {
    name: 'json_keys',
    source: `${reference}/json_functions#json_keys`,
    mode: 'SCALAR',
    signatures: [
      {
        required: [JSON_TYPE],
        optional: [
          { name: 'max_depth', type: INT64 },
          { name: 'mode', type: STRING },
        ],
        returns: { kind: 'ARRAY', element: STRING },
      },
    ],
  },
]

/** The functions as `zetasql.FunctionProto`. */
export function functionProtos(): readonly object[] {
  return laterFunctions.map(({ name, mode, signatures }) => ({
    namePath: [name],
    // The group of built-in functions, which error messages omit.
    group: 'ZetaSQL',
    mode,
    options: { supportsSafeErrorMode: true, supportsOverClause: false },
    signature: signatures.map(({ required, optional = [], returns }) => ({
      argument: [
        ...required.map((type) => ({ ...argumentProto(type), numOccurrences: 1 })),
        ...optional.map(({ name: argumentName, type }) => ({
          ...argumentProto(type),
          numOccurrences: 0,
          options: { cardinality: 'OPTIONAL', argumentName, namedArgumentKind: 'POSITIONAL_OR_NAMED' },
        })),
      ],
      returnType: argumentProto(returns),
    })),
  }))
}

function argumentProto(argument: Argument): { kind: string; type?: TypeProto } {
  if (argument === 'T1') return { kind: 'ARG_TYPE_ANY_1' }
  if (argument === 'T2') return { kind: 'ARG_TYPE_ANY_2' }
  return { kind: 'ARG_TYPE_FIXED', type: protoOf(argument) }
}
