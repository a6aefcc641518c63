/** Linkage layer: finds what is wrong with a link before any event comes: a misspelt path, a target field that does not exist or is never
 * filled, a value that cannot fit. */
import type { TSchema } from 'typebox'
import type { Link, Source } from '../../schemas/link.ts'
import { nearest } from '../../schemas/nearest.ts'
import { walk } from '../../schemas/source_walk.ts'
import { fieldAt, itemsOf, keywordsOf } from './keywords.ts'
import { castKinds, kindOfValue, kindsOf, formatKinds, type ValueKind } from './kinds.ts'
import { fieldsOf } from './link_fields.ts'
import { shapeProblem } from './source_form.ts'
import { pathsOf, type Sources } from './sources.ts'

/** What is wrong with one field of a link. */
export interface Problem {
  /** The target field, as the link writes it. */
  field: string
  /** One sentence, with the nearest real name where there is one. */
  message: string
}

/** What a link may read and fill. Undefined: not known, so that anything goes. */
export interface Sides {
  sources: Sources | undefined
  target: TSchema | undefined
}

/** The problems of a link whose paths are of `sources` and whose fields are of `target`. Fields it leaves out are none of them:
 * `missingRequired` is for the whole. */
export function checkLink(link: Link, sides: Sides): Problem[] {
  const problems = Object.entries(link).flatMap(([field, source]) => {
    if (source === null) return fieldProblem(field, sides)
    const shape = shapeProblem(field, source)
    if (shape !== undefined) return [{ field, message: shape }]
    return [...fieldProblem(field, sides), ...sourceProblems(field, source, sides)]
  })
  return problems.length > 0 ? problems : overlaps(link)
}

/** Fields that cannot stand beside each other. */
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
          message: `There is no target field "${field}"${didYouMean(field, pathsOf(members(target)))}`,
        },
      ]
    at = member
  }
  return []
}

function members(schema: TSchema | undefined): Sources {
  return keywordsOf(schema ?? {}).properties ?? {}
}

/** The problems of a source, and of what it yields where it goes. */
function sourceProblems(field: string, source: Source, sides: Sides): Problem[] {
  const checker = new Checker(field)
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

  constructor(field: string) {
    this.#field = field
  }

  problem(message: string): void {
    this.problems.push({ field: this.#field, message })
  }

  /** Checks a source, and that what it yields can be a value of the schema. */
  fit(source: Source, schema: TSchema | undefined, sources: Sources | undefined): void {
    const before = this.problems.length
    const kinds = this.kinds(source, schema, sources)
    const allowed = kindsOf(schema)
    if (this.problems.length > before || [...kinds].some((kind) => allowed.has(kind))) return
    this.problem(`The value is ${formatKinds(kinds)}, but the target field is ${formatKinds(allowed)}.`)
  }

  /** The kinds of value that a source can yield. */
  kinds(source: Source, schema: TSchema | undefined, sources: Sources | undefined): ReadonlySet<ValueKind> {
    if (typeof source === 'string') return this.form(source, schema, sources)
    const { as, values, default: standard } = source
    // What is cast or looked up afterwards is not what the target field gets.
    let kinds = this.form(source, as || values ? undefined : schema, sources)
    if (values) kinds = new Set(Object.values(values).map(kindOfValue))
    if (as) {
      const written = castKinds(as, kinds)
      if (written.size === 0)
        this.problem(`A value that is ${formatKinds(kinds)} cannot be written as ${as}.`)
      kinds = written
    }
    if (standard === undefined) return kinds
    return new Set([...kinds, ...(as ? [] : [kindOfValue(standard)])])
  }

  /** The kinds of value that a source yields before its options, and the problems of all that it reads and holds. */
  form(source: Source, schema: TSchema | undefined, sources: Sources | undefined): ReadonlySet<ValueKind> {
    const { yields, constants, reads, parts, links } = walk(source)
    const items = schema && itemsOf(schema)
    const kinds = new Set<ValueKind>(yields === 'value' ? constants.map(kindOfValue) : [yields])
    const addKinds = (more: ReadonlySet<ValueKind>): void => more.forEach((kind) => kinds.add(kind))
    const elements = new Map<string, Sources | undefined>()
    for (const { path, use } of reads) {
      if (use === 'elements' || use === 'list') elements.set(path, this.elements(path, sources))
      else {
        const read = this.path(path, sources)
        if (use === 'value') addKinds(kindsOf(read))
      }
    }
    const sourcesFor = (list: string | undefined) => (list === undefined ? sources : elements.get(list))
    for (const { source: part, list, goesTo } of parts) {
      if (goesTo === 'same') addKinds(this.kinds(part, schema, sourcesFor(list)))
      else this.fit(part, goesTo === 'element' ? items : undefined, sourcesFor(list))
    }
    for (const { link, list, goesTo } of links)
      this.link(link, goesTo === 'element' ? items : schema, sourcesFor(list))
    return kinds
  }

  /** The fields of an inner link. */
  link(link: Link, target: TSchema | undefined, sources: Sources | undefined): void {
    const inner = checkLink(link, { sources, target })
    // Of a list that is none, nothing is known to fill fields with.
    const missing = inner.length > 0 || !sources ? [] : missingRequired(link, { sources, target })
    for (const { field, message } of [...inner, ...missing])
      this.problems.push({ field: `${this.#field}.${field}`, message })
  }

  /** The schema of what a path reads; undefined where anything may be. */
  path(path: string, sources: Sources | undefined): TSchema | undefined {
    if (!sources) return undefined
    const [first = '', ...others] = path.split('.')
    let schema = Object.hasOwn(sources, first) ? sources[first] : undefined
    for (const name of others) {
      const { properties } = keywordsOf(schema ?? {})
      if (schema && !properties && kindsOf(schema).has('object')) return undefined
      schema = properties && Object.hasOwn(properties, name) ? properties[name] : undefined
    }
    if (!schema) this.problem(`There is no source "${path}"${didYouMean(path, pathsOf(sources))}`)
    return schema
  }

  /** What the elements of the list at a path have. */
  elements(path: string, sources: Sources | undefined): Sources | undefined {
    const before = this.problems.length
    const schema = this.path(path, sources)
    if (schema && this.problems.length === before && !kindsOf(schema).has('array'))
      this.problem(`The source "${path}" is no list.`)
    const items = schema && itemsOf(schema)
    return items && members(items)
  }
}

/** Target fields that must be there and that the link does not give. */
export function missingRequired(link: Link, { sources, target }: Sides, before = ''): Problem[] {
  const { properties = {}, required = [] } = keywordsOf(target ?? {})
  const given = Object.entries(link).flatMap(([field, source]) => (source === null ? [] : [field]))
  return Object.entries(properties).flatMap(([name, schema]) => {
    const field = before + name
    // What is given whole is checked where it is given.
    if (given.includes(field)) return []
    if (given.some((each) => each.startsWith(`${field}.`)))
      return missingRequired(link, { sources, target: schema }, `${field}.`)
    if (!required.includes(name)) return []
    const near = nearest(name, pathsOf(sources ?? {}))
    const hint = near === undefined ? '.' : `; the nearest source is "${near}".`
    return [
      { field, message: `The target requires the field "${field}", and the link does not give it${hint}` },
    ]
  })
}
