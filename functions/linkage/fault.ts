/** Linkage layer: says which target field is wrong, and what was expected of it; never what it held. Only what is wrong costs. */
import type { TSchema } from 'typebox'
import { skipped } from '../../schemas/outcome.ts'
import { compile, describeExpected, type FieldCheck } from '../event/violations.ts'
import { isPlainObject, type Members } from './values.ts'
import { keywordsOf, ownMemberOf, type Keywords } from './keywords.ts'

type Fault = ReturnType<typeof skipped>

/** A part of a target's fields, with what is known of it since the first wrong event came. */
class Part {
  readonly schema: TSchema
  readonly keywords: Keywords
  readonly #members = new Map<string, Part | undefined>()
  #check: FieldCheck | undefined

  constructor(schema: TSchema) {
    this.schema = schema
    this.keywords = keywordsOf(schema)
  }

  accepts(value: unknown): boolean {
    this.#check ??= compile(this.schema)
    return this.#check(value)
  }

  member(name: string): Part | undefined {
    const known = this.#members.get(name)
    if (known !== undefined || this.#members.has(name)) return known
    const schema = ownMemberOf(this.schema, name)
    const member = schema && partOf(schema)
    if (this.#members.size < maxMembers) this.#members.set(name, member)
    return member
  }
}

/** Members of one's own can have any names: so many are remembered of each object. */
const maxMembers = 1000

const parts = new WeakMap<TSchema, Part>()

function partOf(schema: TSchema): Part {
  let part = parts.get(schema)
  if (!part) parts.set(schema, (part = new Part(schema)))
  return part
}

/** The first fault of the fields that the schema refuses. */
export function linkFaultOf(schema: TSchema, fields: Members): Fault {
  return faultIn(partOf(schema), '', fields) ?? invalid('', 'do not go together')
}

function faultIn(part: Part, path: string, value: unknown): Fault | undefined {
  const { items } = part.keywords
  if (isPlainObject(value)) {
    const inner = faultOfMembers(part, path, value) ?? faultOfRules(part, path, value)
    if (inner || path === '') return inner
  }
  if (items && Array.isArray(value)) {
    const element = partOf(items)
    const index = value.findIndex((each) => !element.accepts(each))
    if (index >= 0) return faultIn(element, `${path}[${index}]`, value[index])
  }
  return invalid(path, `must be ${describeExpected(part.schema)}`)
}

function faultOfMembers(part: Part, path: string, value: Members): Fault | undefined {
  const { required = [], additionalProperties, dependentRequired } = part.keywords
  for (const name of required) {
    if (Object.hasOwn(value, name)) continue
    const { keywords, schema } = part.member(name) ?? partOf({})
    return missing(below(path, name), keywords.type ? `: ${describeExpected(schema)}` : '')
  }
  for (const name of Object.keys(value)) {
    const member = part.member(name)
    if (member && !member.accepts(value[name])) return faultIn(member, below(path, name), value[name])
    if (!member && additionalProperties === false)
      return invalid(below(path, name), 'is no field of the target')
  }
  for (const [name, needed] of Object.entries(dependentRequired ?? {})) {
    const absent = Object.hasOwn(value, name) ? needed.find((each) => !Object.hasOwn(value, each)) : undefined
    if (absent !== undefined) return missing(below(path, absent), `: ${below(path, name)} needs it`)
  }
  return undefined
}

/** What the schema says of the object as a whole. Of several alternatives the first is told. */
function faultOfRules({ keywords }: Part, path: string, value: Members): Fault | undefined {
  const { allOf = [], anyOf, if: condition, then, else: otherwise } = keywords
  const refused = allOf.find((rule) => !partOf(rule).accepts(value))
  if (refused) return faultIn(partOf(refused), path, value)
  if (anyOf && !anyOf.some((rule) => partOf(rule).accepts(value)))
    return faultIn(partOf(alternative(anyOf, value)), path, value)
  const branch = condition && (partOf(condition).accepts(value) ? then : otherwise)
  if (branch && !partOf(branch).accepts(value)) return faultIn(partOf(branch), path, value)
  const { propertyNames, minProperties = 0, maxProperties = Infinity } = keywords
  const names = Object.keys(value)
  const misnamed = propertyNames && names.find((name) => !partOf(propertyNames).accepts(name))
  if (misnamed !== undefined) return invalid(below(path, misnamed), 'is no name that the target takes')
  if (names.length < minProperties) return invalid(path, `must have ${minProperties} members or more`)
  if (names.length > maxProperties) return invalid(path, `must have at most ${maxProperties} members`)
  return undefined
}

/** The alternative that speaks of this value: the one whose constant members agree with it, else the first. */
function alternative(alternatives: readonly TSchema[], value: Members): TSchema {
  return (
    alternatives.find((schema) => {
      const constants = Object.entries(keywordsOf(schema).properties ?? {}).filter(
        ([, member]) => 'const' in member,
      )
      return constants.length > 0 && constants.every(([name, member]) => partOf(member).accepts(value[name]))
    }) ?? alternatives[0]!
  )
}

function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

function invalid(path: string, words: string): Fault {
  return skipped('invalid_field', { detail: `${path.slice(0, 256) || 'The fields'} ${words}`.toWellFormed() })
}

function missing(path: string, words: string): Fault {
  return skipped('missing_required', { detail: `${path} is missing${words}` })
}
