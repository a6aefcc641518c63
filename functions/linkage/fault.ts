/** Linkage layer: describes which target field is invalid and what was expected, never its value. Runs only for invalid events. Pure. */
import type { TSchema } from 'typebox'
import { skipped } from '../../schemas/outcome.ts'
import { compile, describeExpected, type FieldCheck } from '../event/violations.ts'
import { isPlainObject, type Members } from './values.ts'
import { keywordsOf, ownMemberOf, type Keywords } from './keywords.ts'

export type Fault = ReturnType<typeof skipped>

/** A part of a target's schema, with its check and members compiled on first use. */
export class Part {
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
    const cached = this.#members.get(name)
    if (cached !== undefined || this.#members.has(name)) return cached
    const schema = ownMemberOf(this.schema, name)
    const member = schema && partOf(schema)
    if (this.#members.size < maxMembers) this.#members.set(name, member)
    return member
  }
}

/** Maximum number of cached members per object: names that the schema does not list can be any. */
const maxMembers = 1000

const parts = new WeakMap<TSchema, Part>()

export function partOf(schema: TSchema): Part {
  let part = parts.get(schema)
  if (!part) parts.set(schema, (part = new Part(schema)))
  return part
}

/** Returns the first fault of a value that the schema does not accept. `path`: where the value is; empty for all fields. */
export function faultAt(part: Part, path: string, value: unknown): Fault {
  return (
    faultIn(part, path, value) ?? invalidAt(path, path === '' ? 'are not valid together' : 'is not valid')
  )
}

/** Returns the fault that a member which the schema requires is missing. */
export function missingMember(part: Part, path: string, name: string): Fault {
  const { keywords, schema } = part.member(name) ?? partOf({})
  return missing(below(path, name), keywords.type ? `: ${describeExpected(schema)}` : '')
}

/** Returns the fault that a member is present without another one, which it requires. */
export function missingWith(path: string, name: string, absent: string): Fault {
  return missing(below(path, absent), `: ${below(path, name)} requires it`)
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
  return invalidAt(path, `must be ${describeExpected(part.schema)}`)
}

function faultOfMembers(part: Part, path: string, value: Members): Fault | undefined {
  const { required = [], additionalProperties, dependentRequired } = part.keywords
  for (const name of required) {
    if (!Object.hasOwn(value, name)) return missingMember(part, path, name)
  }
  for (const name of Object.keys(value)) {
    const member = part.member(name)
    if (member && !member.accepts(value[name])) return faultIn(member, below(path, name), value[name])
    if (!member && additionalProperties === false)
      return invalidAt(below(path, name), 'is not a field of the target')
  }
  for (const [name, needed] of Object.entries(dependentRequired ?? {})) {
    const absent = Object.hasOwn(value, name) ? needed.find((each) => !Object.hasOwn(value, each)) : undefined
    if (absent !== undefined) return missingWith(path, name, absent)
  }
  return undefined
}

/** Checks the keywords that concern the object as a whole. */
function faultOfRules({ keywords }: Part, path: string, value: Members): Fault | undefined {
  const { allOf = [], anyOf, if: condition, then, else: otherwise } = keywords
  const broken = allOf.find((rule) => !partOf(rule).accepts(value))
  if (broken) return faultIn(partOf(broken), path, value)
  if (anyOf && !anyOf.some((rule) => partOf(rule).accepts(value)))
    return faultIn(partOf(alternative(anyOf, value)), path, value)
  const branch = condition && (partOf(condition).accepts(value) ? then : otherwise)
  if (branch && !partOf(branch).accepts(value)) return faultIn(partOf(branch), path, value)
  const { propertyNames, minProperties = 0, maxProperties = Infinity } = keywords
  const names = Object.keys(value)
  const misnamed = propertyNames && names.find((name) => !partOf(propertyNames).accepts(name))
  if (misnamed !== undefined) return invalidAt(below(path, misnamed), 'is not a name that the target accepts')
  if (names.length < minProperties) return invalidAt(path, `must have at least ${minProperties} members`)
  if (names.length > maxProperties) return invalidAt(path, `must have at most ${maxProperties} members`)
  return undefined
}

/** Returns the alternative that applies to this value: the one whose constant members match it, else the first. */
export function alternative(alternatives: readonly TSchema[], value: Members): TSchema {
  return (
    alternatives.find((schema) => {
      const constants = Object.entries(keywordsOf(schema).properties ?? {}).filter(
        ([, member]) => 'const' in member,
      )
      return constants.length > 0 && constants.every(([name, member]) => partOf(member).accepts(value[name]))
    }) ?? alternatives[0]!
  )
}

export function below(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`
}

export function invalidAt(path: string, message: string): Fault {
  return skipped('invalid_field', {
    detail: `${path.slice(0, 256) || 'The fields'} ${message}`.toWellFormed(),
  })
}

function missing(path: string, message: string): Fault {
  return skipped('missing_required', { detail: `${path} is missing${message}` })
}
