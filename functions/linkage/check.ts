/** Linkage layer: checks a link before it is used: misspelled paths, target fields that do not exist or are not filled, and values of the
 * wrong type. */
import type { TSchema } from 'typebox'
import type { FieldTest, Link, Source } from '../../schemas/link.ts'
import { nearest } from '../../schemas/nearest.ts'
import { walk } from '../../schemas/source_walk.ts'
import { compileTest } from './condition.ts'
import { fieldAt, itemsOf, keywordsOf } from './keywords.ts'
import { castKinds, kindOfValue, kindsOf, formatKinds, type ValueKind } from './kinds.ts'
import { fieldsOf } from './link_fields.ts'
import { shapeProblem } from './source_form.ts'
import { pathsOf, type Sources } from './sources.ts'

/** A problem of one field of a link. */
export interface Problem {
  /** The target field, as the link writes it. */
  field: string
  /** One sentence, with the nearest valid name if there is one. */
  message: string
}

/** What a link can read and fill. Undefined: unknown, so anything is allowed. */
interface Sides {
  sources: Sources | undefined
  target: TSchema | undefined
  /** True inside `each`. */
  inside?: boolean
}

/** Returns the problems of a link. Required fields that it does not fill are not among them, because another link may; see
 * `missingRequired`. */
export function checkLink(link: Link, sides: Sides): Problem[] {
  const problems = Object.entries(link).flatMap(([field, source]) => {
    if (source === null) return fieldProblem(field, sides)
    const shape = shapeProblem(field, source)
    if (shape !== undefined) return [{ field, message: shape }]
    return [...fieldProblem(field, sides), ...sourceProblems(field, source, sides)]
  })
  return problems.length > 0 ? problems : overlaps(link)
}

/** Returns a problem if fields of the link exclude each other. */
export function overlaps(link: Link): Problem[] {
  try {
    fieldsOf(link)
    return []
  } catch (error) {
    return [{ field: Object.keys(link)[0] ?? '', message: (error as Error).message }]
  }
}

function didYouMean(word: string, candidates: readonly string[]): string {
  const near = nearest(word, candidates)
  return near === undefined ? '.' : `; did you mean "${near}"?`
}

function fieldProblem(field: string, { target }: Sides): Problem[] {
  let at = target
  for (const name of field.split('.')) {
    if (!at) return []
    const { properties, additionalProperties, anyOf, type } = keywordsOf(at)
    const member = fieldAt(at, name)
    if (!member && (properties ? additionalProperties === false : type !== undefined || anyOf))
      return [
        {
          field,
          message: `Unknown target field "${field}"${didYouMean(field, pathsOf(members(target)))}`,
        },
      ]
    at = member
  }
  return []
}

function members(schema: TSchema | undefined): Sources {
  return keywordsOf(schema ?? {}).properties ?? {}
}

/** Returns the problems of a source, and of the type of its value. */
function sourceProblems(field: string, source: Source, sides: Sides): Problem[] {
  const checker = new Checker(field, sides.inside === true)
  const schema = sides.target && fieldAt(sides.target, field)
  try {
    checker.fit(source, schema, sides.sources)
  } catch (error) {
    checker.problem((error as Error).message)
  }
  return checker.problems
}

class Checker {
  readonly problems: Problem[] = []
  readonly #field: string
  readonly #inside: boolean

  constructor(field: string, inside: boolean) {
    this.#field = field
    this.#inside = inside
  }

  problem(message: string): void {
    this.problems.push({ field: this.#field, message })
  }

  /** Checks a source, and that its value can be valid by the schema. */
  fit(source: Source, schema: TSchema | undefined, sources: Sources | undefined): void {
    const before = this.problems.length
    const kinds = this.kinds(source, schema, sources)
    const allowed = kindsOf(schema)
    if (this.problems.length > before || [...kinds].some((kind) => allowed.has(kind))) return
    this.problem(`Type mismatch: source ${formatKinds(kinds)}, target field ${formatKinds(allowed)}.`)
  }

  /** Checks a source. Returns the types of value that it can yield. */
  kinds(source: Source, schema: TSchema | undefined, sources: Sources | undefined): ReadonlySet<ValueKind> {
    if (typeof source === 'string') return this.form(source, schema, sources)
    const { as, values, default: standard } = source
    // A value that is cast or looked up is not the value of the target field.
    let kinds = this.form(source, as || values ? undefined : schema, sources)
    if (values) kinds = new Set(Object.values(values).map(kindOfValue))
    if (as) {
      const results = castKinds(as, kinds)
      if (results.size === 0) this.problem(`Type mismatch: ${formatKinds(kinds)} cannot be cast to ${as}.`)
      kinds = results
    }
    if (standard === undefined) return kinds
    return new Set([...kinds, ...(as ? [] : [kindOfValue(standard)])])
  }

  /** Checks everything a source reads and contains. Returns the types of value that it yields before its options apply. */
  form(source: Source, schema: TSchema | undefined, sources: Sources | undefined): ReadonlySet<ValueKind> {
    const { yields, constants, reads, parts, links } = walk(source)
    const items = schema && itemsOf(schema)
    const kinds = new Set<ValueKind>(yields === 'value' ? constants.map(kindOfValue) : [yields])
    const addKinds = (more: ReadonlySet<ValueKind>): void => more.forEach((kind) => kinds.add(kind))
    const elements = new Map<string, Sources | undefined>()
    for (const { path, use, test } of reads) {
      if (use === 'elements' || use === 'list') elements.set(path, this.elements(path, sources))
      else {
        const read = this.path(path, sources)
        if (use === 'value') addKinds(kindsOf(read))
        if (test) this.test(test, kindsOf(read))
      }
    }
    const sourcesFor = (list: string | undefined) => (list === undefined ? sources : elements.get(list))
    for (const { source: part, list, goesTo } of parts) {
      if (goesTo === 'same') addKinds(this.kinds(part, schema, sourcesFor(list)))
      else this.fit(part, goesTo === 'element' ? items : undefined, sourcesFor(list))
    }
    for (const { link, list, goesTo } of links)
      this.link(link, { target: goesTo === 'element' ? items : schema, sources: sourcesFor(list) }, list)
    return kinds
  }

  /** Checks a test of values of these types. */
  test(test: FieldTest, kinds: ReadonlySet<ValueKind>): void {
    compileTest(test, this.#inside)
    const { path, ...operators } = test
    const [name = ''] = Object.keys(operators)
    const testable = testableKinds[name]
    if (testable && !testable.some((kind) => kinds.has(kind)))
      this.problem(
        `Type mismatch: "${name}" tests ${testable.join(' or ')}, but "${path}" is ${formatKinds(kinds)}.`,
      )
  }

  /** Checks an inner link. `list`: the path of the list whose elements it reads. */
  link(link: Link, { target, sources }: Sides, list: string | undefined): void {
    const inner = checkLink(link, { sources, target, inside: this.#inside || list !== undefined })
    // If the elements of the list are unknown, so is which source could fill a field.
    const missing = inner.length > 0 || !sources ? [] : missingRequired(link, { sources, target })
    for (const { field, message } of [...inner, ...missing])
      this.problems.push({ field: `${this.#field}.${field}`, message })
  }

  /** Checks a path. Returns its schema; undefined if it can be anything. */
  path(path: string, sources: Sources | undefined): TSchema | undefined {
    if (!sources) return undefined
    const [first = '', ...others] = path.split('.')
    let schema = Object.hasOwn(sources, first) ? sources[first] : undefined
    for (const name of others) {
      const { properties } = keywordsOf(schema ?? {})
      if (schema && !properties && kindsOf(schema).has('object')) return undefined
      schema = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    }
    if (!schema) this.problem(`Unknown source "${path}"${didYouMean(path, pathsOf(sources))}`)
    return schema
  }

  /** Checks the path of a list. Returns the members of its elements. */
  elements(path: string, sources: Sources | undefined): Sources | undefined {
    const before = this.problems.length
    const schema = this.path(path, sources)
    if (schema && this.problems.length === before && !kindsOf(schema).has('array'))
      this.problem(`Source "${path}" is not a list.`)
    const items = schema && itemsOf(schema)
    return items && members(items)
  }
}

const ordered: readonly ValueKind[] = ['number', 'string']

/** Test → the types of value that can pass it, if not all. */
const testableKinds: Readonly<Record<string, readonly ValueKind[]>> = {
  gt: ordered,
  gte: ordered,
  lt: ordered,
  lte: ordered,
  matches: ['string'],
}

/** Returns a problem for each required target field that the link does not fill. */
export function missingRequired(link: Link, { sources, target }: Sides, before = ''): Problem[] {
  const { properties = {}, required = [] } = keywordsOf(target ?? {})
  const filled = Object.entries(link).flatMap(([field, source]) => (source === null ? [] : [field]))
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = before + name
    // The source of a whole field is checked by `checkLink`.
    if (filled.includes(field)) return []
    if (filled.some((each) => each.startsWith(`${field}.`)))
      return missingRequired(link, { sources, target: schema }, `${field}.`)
    if (!required.includes(name)) return []
    const near = nearest(name, pathsOf(sources ?? {}))
    const hint = near === undefined ? '.' : `; the nearest source is "${near}".`
    return [
      { field, message: `The target requires the field "${field}", but the link does not fill it${hint}` },
    ]
  })
}
