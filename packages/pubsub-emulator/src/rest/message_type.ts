/** Message types: the JSON form of protobuf messages, compiled from their definitions.
 * https://protobuf.dev/programming-guides/json/ */
import { definition, resolveType } from '../protos.ts'

export type FieldKind =
  | 'string'
  | 'bytes'
  | 'bool'
  | 'int32'
  | 'int64'
  | 'enum'
  | 'duration'
  | 'timestamp'
  | 'fieldMask'
  | 'message'

export interface Field {
  /** The JSON name, in camelCase, which is also the member of the object. */
  name: string
  /** The name in the .proto file, in snake_case, which Google's errors use. */
  protoName: string
  kind: FieldKind
  /** The full name of the type of a message or an enum. */
  type: string
  shape: 'one' | 'list' | 'map'
  values: readonly string[]
}

export interface MessageType {
  fullName: string
  /** Fields by JSON name and by proto name, because both are accepted. */
  fields: ReadonlyMap<string, Field>
}

const scalars: Record<string, FieldKind> = {
  string: 'string',
  bytes: 'bytes',
  bool: 'bool',
  int32: 'int32',
  int64: 'int64',
  'google.protobuf.Duration': 'duration',
  'google.protobuf.Timestamp': 'timestamp',
  'google.protobuf.FieldMask': 'fieldMask',
}

export function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
}

const types = new Map<string, MessageType>()

/** Returns the message type of a full name such as `google.pubsub.v1.Topic`. */
export function messageType(fullName: string): MessageType {
  const cached = types.get(fullName)
  if (cached) return cached
  const fields = new Map<string, Field>()
  const type = { fullName, fields }
  types.set(fullName, type)
  for (const [name, field] of Object.entries(definition(fullName)?.fields ?? {})) {
    const typeName = scalars[field.type] ? field.type : resolveType(fullName, field.type)
    const values = definition(typeName)?.values
    const compiled: Field = {
      name,
      protoName: snakeCase(name),
      kind: scalars[typeName] ?? (values ? 'enum' : 'message'),
      type: typeName,
      shape: field.keyType ? 'map' : field.rule === 'repeated' ? 'list' : 'one',
      values: Object.keys(values ?? {}),
    }
    fields.set(name, compiled)
    fields.set(compiled.protoName, compiled)
  }
  return type
}
