/** Linkage layer: analyzes a source, one level at a time, for the checks of links and the lists of fields that links read. Besides the
 * schema, the two evaluators (functions/linkage/closures.ts and functions/linkage/generated/generator.ts) and the text of the console
 * (functions/console/link_text.ts), only this file has a branch for each form of source. */
import {
  calculations,
  type Arithmetic,
  type Cast,
  type Constant,
  type FieldTest,
  type Link,
  type LinkCondition,
  type Operand,
  type Calculation,
  type Source,
} from './link.ts'
import { timePiecesOf } from './link_time.ts'
import { lookupTable } from './lookup.ts'
import { elementPath, piecesOf } from './source_path.ts'

/** A path that a source reads directly. */
export interface SourceRead {
  path: string
  /** `value`: yields the value. `text`: inserts it into a text. `condition`: tests it. `elements`: maps each element of the list. `list`:
   * reads one field of each element, or counts the elements. */
  use: 'value' | 'text' | 'condition' | 'elements' | 'list'
  /** The cast of a value that is inserted into a text. */
  as?: Cast | undefined
  /** The test of a condition. */
  test?: FieldTest
}

/** An inner source or link. */
interface Inner {
  /** Path of the list whose elements it reads, one of the source's `reads`; undefined if it reads the same record as the source. */
  list: string | undefined
  /** `same`: its result goes to the target field of the source. `element`: to an element of the target field. `none`: it is an operand. `key`: it
   * is looked up in a table. */
  goesTo: 'same' | 'element' | 'none' | 'key'
}

/** A source within a source. */
interface SourcePart extends Inner {
  source: Source
}

/** A link within a source. */
interface SourceLink extends Inner {
  link: Link
}

/** One level of a source. Its inner sources and links are not analyzed. */
interface SourceNode {
  /** JSON type of the result before the options `values`, `as` and `default`. `value`: the type of its constants, reads or parts. */
  yields: 'value' | 'string' | 'number' | 'array' | 'object'
  constants: readonly Constant[]
  reads: readonly SourceRead[]
  parts: readonly SourcePart[]
  links: readonly SourceLink[]
  /** For `rest`: the names of the excluded fields. */
  allBut: readonly string[] | undefined
}

/** Analyzes a source. Throws an Error if a path, template or format is invalid, a lookup table is unknown, or a condition too large. */
export function walk(source: Source): SourceNode {
  if (typeof source === 'string') return node('value', { reads: [{ path: source, use: 'value' }] })
  if ('const' in source) return node('value', { constants: [source.const] })
  if ('from' in source) return node('value', { reads: [{ path: source.from, use: 'value' }] })
  if ('first' in source) return node('value', { parts: source.first.map((each) => part(each, 'same')) })
  if ('template' in source) {
    const pieces = piecesOf(source.template).filter((piece) => 'path' in piece)
    return node('string', { reads: pieces.map(({ path, as }) => ({ path, use: 'text', as })) })
  }
  if ('each' in source) {
    const { each: list, map: link } = source
    return node('array', {
      reads: [{ path: list, use: 'elements' }],
      links: [{ link, list, goesTo: 'element' }],
    })
  }
  if ('list' in source) return node('array', { parts: source.list.map((each) => part(each, 'element')) })
  if ('pluck' in source) {
    const { list, field } = elementPath(source.pluck)
    return node('array', { reads: [{ path: list, use: 'list' }], parts: [part(field, 'element', list)] })
  }
  if ('sum' in source) {
    const { list, field } = elementPath(source.sum)
    const fields = source.times === undefined ? [field] : [field, source.times]
    return node('number', {
      reads: [{ path: list, use: 'list' }],
      parts: fields.map((from) => part({ from, as: 'number' }, 'none', list)),
    })
  }
  if ('count' in source) return node('number', { reads: [{ path: source.count, use: 'list' }] })
  if ('object' in source)
    return node('object', { links: [{ link: source.object, list: undefined, goesTo: 'same' }] })
  if ('when' in source) {
    const branches = source.else === undefined ? [source.then] : [source.then, source.else]
    return node('value', {
      reads: testsIn(source.when).map((test) => ({ path: test.path, use: 'condition', test })),
      parts: branches.map((each) => part(each, 'same')),
    })
  }
  if ('rest' in source) return node('object', { allBut: source.rest.except ?? [] })
  if ('lookup' in source) {
    const values = Object.values(lookupTable(source.lookup))
    return node('value', { constants: [...new Set(values)], parts: [part(source.key, 'key')] })
  }
  if ('time' in source) {
    timePiecesOf(source.format, source.time_zone)
    return node('string', { parts: [part(isoSource(source.time), 'none')] })
  }
  const { operands } = calculationIn(source)
  return node('number', { parts: operands.map((each) => part(numberSource(each), 'none')) })
}

/** Limits of one condition. */
const conditionLimits = { tests: 100, depth: 10 } as const

/** Returns the tests of a condition.
 * @throws Error if it exceeds the limits. */
export function testsIn(condition: LinkCondition): readonly FieldTest[] {
  const { tests: most, depth } = conditionLimits
  const tests = nestedTests(condition, depth)
  if (tests.length <= most) return tests
  throw new Error(`The condition has ${tests.length} tests; the maximum is ${most}.`)
}

function nestedTests(condition: LinkCondition, depth: number): readonly FieldTest[] {
  if ('path' in condition) return [condition]
  if (depth === 0) throw new Error(`The condition nests deeper than ${conditionLimits.depth} levels.`)
  const inner = 'and' in condition ? condition.and : 'or' in condition ? condition.or : [condition.not]
  return inner.flatMap((each) => nestedTests(each, depth - 1))
}

/** Returns which calculation a source is. */
export function calculationIn(source: Arithmetic): {
  calculation: Calculation
  operands: readonly Operand[]
} {
  const calculation = calculations.find((each) => Object.hasOwn(source, each))!
  return { calculation, operands: (source as Readonly<Record<Calculation, readonly Operand[]>>)[calculation] }
}

/** Returns the source of an operand as a number. */
export function numberSource(operand: Operand): Source {
  return typeof operand === 'number' ? { const: operand } : { first: [operand], as: 'number' }
}

/** Returns the source of a time as ISO text. */
export function isoSource(time: Source): Source {
  return { first: [time], as: 'iso' }
}

/** All sources of a link and their inner sources, except those that read the elements of a list. */
export function sourcesIn(link: Link): readonly Source[] {
  return Object.values(link).flatMap((source) => (source === null ? [] : withInner(source)))
}

function withInner(source: Source): readonly Source[] {
  const { parts, links } = walk(source)
  return [
    source,
    ...parts.filter(({ list }) => list === undefined).flatMap((each) => withInner(each.source)),
    ...links.filter(({ list }) => list === undefined).flatMap((each) => sourcesIn(each.link)),
  ]
}

const empty = { constants: [], reads: [], parts: [], links: [], allBut: undefined } as const

function node(yields: SourceNode['yields'], content: Partial<SourceNode>): SourceNode {
  return { ...empty, ...content, yields }
}

function part(source: Source, goesTo: Inner['goesTo'], list?: string): SourcePart {
  return { source, goesTo, list }
}
