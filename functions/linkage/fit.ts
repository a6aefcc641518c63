/** Linkage layer: fits linked fields to the schema of a target that has refused them. An invalid value is cast if it has one meaning; an
 * optional field that stays invalid is left out; a required one, or one that must be kept, is a fault. Runs only for invalid events. Pure. */
import type { TSchema } from 'typebox'
import { skipped } from '../../schemas/outcome.ts'
import { castsTo } from './cast_to_schema.ts'
import {
  alternative,
  below,
  faultAt,
  invalidAt,
  missingMember,
  missingWith,
  partOf,
  type Fault,
  type Part,
} from './fault.ts'
import { keeperOf, partnersOf, type FieldRules } from './field_groups.ts'
import { LeftOut, Unwanted } from './left_out.ts'
import { isPlainObject, type Members } from './values.ts'

/** Fields that the schema accepts. */
interface Fitted {
  fields: Members
  /** What was left out: `contents[0].price must be number`. */
  leftOut: readonly string[]
}

type Fit = { value: unknown } | Fault

/** Maximum number of invalid values of one event that are looked at. Others are left out as they are, so that fitting takes a bounded time. */
const maxFaults = 1000
const oneOfTooMany = skipped('invalid_field', { detail: `more than ${maxFaults} values are invalid` })

/** Returns the function that fits fields. `lost`: what the link could not read, by path. Its result is the fault if the event must not be
 * sent. */
export function createFit(
  schema: TSchema,
  rules: FieldRules,
): (fields: Members, lost: ReadonlyMap<string, string>) => Fitted | Fault {
  const isKept = keeperOf(rules)
  return (fields, lost) => fitted(partOf(schema), fields, rules, lost, isKept)
}

function fitted(
  part: Part,
  fields: Members,
  { together = [] }: FieldRules,
  lost: ReadonlyMap<string, string>,
  isKept: ReturnType<typeof keeperOf>,
): Fitted | Fault {
  const unwanted = new Unwanted()
  // Each pass leaves out the partners of what was left out before it. A group has few fields, so there are few passes.
  for (;;) {
    const leftOut = new LeftOut(isKept)
    for (const [path, message] of lost) leftOut.add(path, undefined, invalidAt(path, message))
    const fit = new Fitter(leftOut, unwanted).fit(part, '', fields)
    const fault = leftOut.keptFault ?? ('outcome' in fit ? fit : undefined)
    if (fault) return fault
    const partners = partnersOf(leftOut, together, unwanted)
    if (partners.size === 0) return { fields: (fit as { value: Members }).value, leftOut: leftOut.details() }
    for (const [path, of] of partners) unwanted.add(path, invalidAt(path, `is left out with ${of}`))
  }
}

class Fitter {
  readonly #leftOut: LeftOut
  readonly #unwanted: Unwanted
  #faults = 0

  constructor(leftOut: LeftOut, unwanted: Unwanted) {
    this.#leftOut = leftOut
    this.#unwanted = unwanted
  }

  fit(part: Part, path: string, value: unknown): Fit {
    if (part.accepts(value) && !this.#unwanted.isBelow(path)) return { value }
    if (++this.#faults > maxFaults) return oneOfTooMany
    const { type, items, anyOf = [] } = part.keywords
    if (items) return this.#list(part, items, path, Array.isArray(value) ? value : [value])
    if (isPlainObject(value)) return this.#object(part, path, value)
    const list = type === undefined && anyOf.find((each) => partOf(each).keywords.items)
    if (list && Array.isArray(value)) return this.fit(partOf(list), path, value)
    for (const cast of castsTo(part.schema, value, !this.#leftOut.isKept(path, value)))
      if (part.accepts(cast)) return { value: cast }
    return faultAt(part, path, value)
  }

  #list(part: Part, items: TSchema, path: string, list: readonly unknown[]): Fit {
    const { maxItems = Infinity } = part.keywords
    const element = partOf(items)
    const fitted: unknown[] = []
    let first: Fault | undefined
    for (const [index, value] of list.entries()) {
      const at = `${path}[${index}]`
      const fit = this.#leftOut.trying(
        () =>
          this.#unwanted.get(at) ??
          (fitted.length < maxItems
            ? this.fit(element, at, value)
            : this.#invalidAt(at, `is beyond the maximum of ${maxItems} elements`)),
      )
      if ('value' in fit) fitted.push(fit.value)
      else {
        first ??= fit
        this.#leftOut.add(at, value, fit)
      }
    }
    if (fitted.length > 0 && part.accepts(fitted)) return { value: fitted }
    return first && fitted.length === 0 ? first : faultAt(part, path, fitted)
  }

  #object(part: Part, path: string, value: Members): Fit {
    const { required = [], additionalProperties } = part.keywords
    const isClosed = additionalProperties === false
    const fitted: [string, unknown][] = []
    let first: Fault | undefined
    for (const [name, member] of Object.entries(value)) {
      const at = below(path, name)
      const fit = this.#leftOut.trying(
        () => this.#unwanted.get(at) ?? this.#member(part, at, name, member, isClosed),
      )
      if ('value' in fit) fitted.push([name, fit.value])
      else if (required.includes(name)) return fit
      else {
        first ??= fit
        this.#leftOut.add(at, member, fit)
      }
    }
    const members = this.#withinLimits(part, path, Object.fromEntries(fitted))
    const absent = this.#missing(part, path, members)
    if (absent) return absent
    const [emptied] = Object.keys(members).length === 0 && path !== '' ? Object.keys(value) : []
    if (emptied !== undefined)
      return first ?? this.#leftOut.get(below(path, emptied)) ?? faultAt(part, path, value)
    return this.#rules(part, path, members)
  }

  #member(part: Part, path: string, name: string, value: unknown, isClosed: boolean): Fit {
    const member = part.member(name)
    if (member) return this.fit(member, path, value)
    return isClosed ? this.#invalidAt(path, 'is not a field of the target') : { value }
  }

  #invalidAt(path: string, message: string): Fault {
    return ++this.#faults > maxFaults ? oneOfTooMany : invalidAt(path, message)
  }

  /** Leaves out members whose names are invalid, and the last ones beyond the maximum, first those that the schema does not list. */
  #withinLimits({ keywords }: Part, path: string, members: Members): Record<string, unknown> {
    const { propertyNames, maxProperties = Infinity, properties = {}, required = [] } = keywords
    const kept = new Map(Object.entries(members))
    const leaveOut = (name: string, message: string): void => {
      const at = below(path, name)
      this.#leftOut.add(at, members[name], this.#invalidAt(at, message))
      kept.delete(name)
    }
    if (propertyNames)
      for (const name of Object.keys(members))
        if (!partOf(propertyNames).accepts(name)) leaveOut(name, 'is not a name that the target accepts')
    const excess = kept.size - maxProperties
    if (excess > 0) {
      const optional = [...kept.keys()].filter((name) => !required.includes(name))
      const { true: known = [], false: others = [] } = Object.groupBy(optional, (name) =>
        String(Object.hasOwn(properties, name)),
      )
      for (const name of [...known, ...others].slice(-excess))
        leaveOut(name, `is beyond the maximum of ${maxProperties} members`)
    }
    return kept.size < Object.keys(members).length ? Object.fromEntries(kept) : members
  }

  /** Returns the fault of a missing required member. Leaves out optional members that require a missing one. */
  #missing(part: Part, path: string, members: Record<string, unknown>): Fault | undefined {
    const { required = [], dependentRequired = {} } = part.keywords
    const absent = required.find((name) => !Object.hasOwn(members, name))
    if (absent !== undefined)
      return this.#leftOut.get(below(path, absent)) ?? missingMember(part, path, absent)
    for (const [name, needed] of Object.entries(dependentRequired)) {
      const lacking = Object.hasOwn(members, name)
        ? needed.find((each) => !Object.hasOwn(members, each))
        : undefined
      if (lacking === undefined) continue
      const [at, other] = [below(path, name), below(path, lacking)]
      const known = this.#leftOut.get(other)
      if (required.includes(name)) return known ?? missingWith(path, name, lacking)
      this.#leftOut.add(
        at,
        members[name],
        invalidAt(at, known ? `is left out with ${other}` : `requires ${other}`),
      )
      delete members[name]
      return this.#missing(part, path, members)
    }
    return undefined
  }

  /** Fits the object to the rules on its members. */
  #rules(part: Part, path: string, members: Members): Fit {
    const { allOf = [], anyOf, if: condition, then, else: otherwise } = part.keywords
    let current = members
    const isNone = anyOf?.every((rule) => !partOf(rule).accepts(members))
    const rules = isNone ? [...allOf, alternative(anyOf!, members)] : allOf
    const branch = condition && (partOf(condition).accepts(members) ? then : otherwise)
    for (const rule of branch ? [...rules, branch] : rules) {
      if (partOf(rule).accepts(current)) continue
      const fit = this.#object(partOf(rule), path, current)
      if ('outcome' in fit) return fit
      current = fit.value as Members
    }
    return part.accepts(current) ? { value: current } : faultAt(part, path, current)
  }
}
