/** Avro: reads a schema definition, which must be a record. https://avro.apache.org/docs/1.11.1/specification/ */
import { invalidArgument, unimplemented } from '../errors.ts'

export const primitives = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const
export type Primitive = (typeof primitives)[number]

export interface AvroField {
  name: string
  type: Avro
  hasDefault: boolean
}

export type AvroRecord = { kind: 'record'; name: string; fields: AvroField[] }
export type Avro =
  | { kind: Primitive }
  | AvroRecord
  | { kind: 'enum'; name: string; symbols: readonly string[] }
  | { kind: 'fixed'; name: string; size: number }
  | { kind: 'array'; items: Avro }
  | { kind: 'map'; values: Avro }
  | { kind: 'union'; branches: readonly Avro[] }

type Json = Readonly<Record<string, unknown>>

const simpleName = /^[A-Za-z_][A-Za-z0-9_]*$/
const fullName = /^[A-Za-z_][A-Za-z0-9_]*(?:\.[A-Za-z_][A-Za-z0-9_]*)*$/

function invalid(why: string): Error {
  return invalidArgument(`AVRO schema definition is not valid: ${why}`)
}

/** Returns the name of a branch of a union, as JSON messages name it. */
export function branchName(type: Avro): string {
  return 'name' in type ? type.name : type.kind
}

/** Reads a definition. Throws INVALID_ARGUMENT, or UNIMPLEMENTED for what Google does not document. */
export function parseAvro(definition: string): AvroRecord {
  let json: unknown
  try {
    json = JSON.parse(definition)
  } catch {
    throw invalid('it is not JSON')
  }
  const type = new Reader().read(json, '')
  if (type.kind !== 'record') throw unimplemented('AVRO schemas whose top-level type is not a record are')
  return type
}

function isObject(json: unknown): json is Json {
  return typeof json === 'object' && json !== null && !Array.isArray(json)
}

class Reader {
  readonly #named = new Map<string, Avro>()

  /** `namespace` is that of the enclosing definition. */
  read(json: unknown, namespace: string): Avro {
    if (typeof json === 'string') return this.#reference(json, namespace)
    if (Array.isArray(json)) return this.#union(json, namespace)
    if (!isObject(json)) throw invalid(`${JSON.stringify(json)} is no type`)
    const { type } = json
    if (typeof type !== 'string') return this.read(type, namespace)
    switch (type) {
      case 'record':
        return this.#record(json, namespace)
      case 'enum': {
        const { symbols } = json
        if (!Array.isArray(symbols) || symbols.some((symbol) => !simpleName.test(String(symbol))))
          throw invalid('an enum needs symbols that are names')
        if (new Set(symbols).size < symbols.length) throw invalid('an enum has the same symbol twice')
        return this.#define({ kind: 'enum', name: nameOf(json, namespace), symbols: symbols as string[] })
      }
      case 'fixed': {
        const { size } = json
        if (!Number.isInteger(size) || (size as number) < 0) throw invalid('a fixed type needs a size')
        return this.#define({ kind: 'fixed', name: nameOf(json, namespace), size: size as number })
      }
      case 'array':
        return { kind: 'array', items: this.read(json['items'], namespace) }
      case 'map':
        return { kind: 'map', values: this.read(json['values'], namespace) }
      default:
        return this.#reference(type, namespace)
    }
  }

  #reference(name: string, namespace: string): Avro {
    const primitive = primitives.find((candidate) => candidate === name)
    if (primitive) return { kind: primitive }
    const known = this.#named.get(qualified(name, namespace)) ?? this.#named.get(name)
    if (!known) throw invalid(`there is no type ${name}`)
    return known
  }

  #define<T extends Avro & { name: string }>(type: T): T {
    if (this.#named.has(type.name)) throw invalid(`type ${type.name} is defined twice`)
    this.#named.set(type.name, type)
    return type
  }

  #union(members: readonly unknown[], namespace: string): Avro {
    const branches = members.map((member) => this.read(member, namespace))
    if (branches.some(({ kind }) => kind === 'union')) throw invalid('a union contains a union')
    if (new Set(branches.map(branchName)).size < branches.length)
      throw invalid('a union contains a type twice')
    return { kind: 'union', branches }
  }

  #record(json: Json, namespace: string): AvroRecord {
    const record = this.#define<AvroRecord>({ kind: 'record', name: nameOf(json, namespace), fields: [] })
    const { fields } = json
    if (!Array.isArray(fields)) throw invalid(`record ${record.name} needs fields`)
    const inside = record.name.slice(0, Math.max(0, record.name.lastIndexOf('.')))
    for (const field of fields as unknown[]) {
      if (!isObject(field) || typeof field['name'] !== 'string' || !simpleName.test(field['name']))
        throw invalid(`a field of record ${record.name} needs a name`)
      const { name } = field
      if (record.fields.some((other) => other.name === name))
        throw invalid(`record ${record.name} has field ${name} twice`)
      const type = this.read(field['type'], inside)
      const hasDefault = 'default' in field
      if (hasDefault) demandDefault(field['default'], type, name)
      record.fields.push({ name, type, hasDefault })
    }
    return record
  }
}

function qualified(name: string, namespace: string): string {
  return name.includes('.') || namespace === '' ? name : `${namespace}.${name}`
}

function nameOf({ name, namespace }: Json, enclosing: string): string {
  if (typeof name !== 'string' || !fullName.test(name))
    throw invalid('a record, an enum and a fixed type need a name')
  return qualified(name, typeof namespace === 'string' ? namespace : enclosing)
}

function demandDefault(value: unknown, type: Avro, name: string): void {
  if (type.kind === 'union') {
    const [first, ...others] = type.branches
    if (first && isDefault(value, first)) return
    // Later versions of Avro take a default of any branch.
    if (others.some((branch) => isDefault(value, branch)))
      throw unimplemented("A default of another branch than a union's first is")
  }
  if (!isDefault(value, type)) throw invalid(`the default of field ${name} does not have its type`)
}

function isDefault(value: unknown, type: Avro): boolean {
  switch (type.kind) {
    case 'null':
      return value === null
    case 'boolean':
      return typeof value === 'boolean'
    case 'int':
      return Number.isInteger(value) && (value as number) === ((value as number) | 0)
    case 'long':
      return Number.isInteger(value) && Math.abs(value as number) <= 2 ** 63
    case 'float':
    case 'double':
      return typeof value === 'number'
    case 'enum':
      return type.symbols.includes(value as string)
    case 'array':
      return Array.isArray(value) && value.every((item) => isDefault(item, type.items))
    case 'map':
      return isObject(value) && Object.values(value).every((item) => isDefault(item, type.values))
    case 'record':
      return (
        isObject(value) &&
        type.fields.every((field) =>
          field.name in value ? isDefault(value[field.name], field.type) : field.hasDefault,
        )
      )
    case 'union':
      return type.branches[0] !== undefined && isDefault(value, type.branches[0])
    default:
      return typeof value === 'string'
  }
}
