/** Linkage layer: takes a source apart, one level at a time. The only place, beside the schema and the two evaluators
 * (functions/linkage/closures.ts and functions/linkage/generated/linker.ts), with a branch for each form of source: the checks of links and the
 * lists of what links read go through it. */
import type { Cast, Constant, Link, Source } from './link.ts'
import { elementPath, piecesOf } from './source_path.ts'

/** A path that a source itself reads. */
export interface SourceRead {
  path: string
  /** `value`: yields the value. `text`: puts it into a text. `condition`: only tests it. `elements`: makes something of each element of the
   * list there. `list`: reads one field of each element, or counts them. */
  use: 'value' | 'text' | 'condition' | 'elements' | 'list'
  /** The cast of a value that is put into a text. */
  as?: Cast | undefined
}

/** What a source holds: what it is read from, and where it goes. */
interface Inner {
  /** The list whose elements it reads, as the path of one of the source's `reads`; undefined if it reads what the source itself reads. */
  list: string | undefined
  /** `same`: what it yields goes to the target field of the source. `element`: to an element of it. `none`: something is made of it first. */
  goesTo: 'same' | 'element' | 'none'
}

/** A source within a source. */
export interface SourcePart extends Inner {
  source: Source
}

/** A link within a source. Its fields lie below what it goes to. */
export interface SourceLink extends Inner {
  link: Link
}

/** One source, taken apart one level: the sources and links that it holds are not. */
export interface SourceNode {
  /** The JSON type of what it yields before its options `values`, `as` and `default`; `value`: that of its constants, of what it reads or of
   * what its parts yield. */
  yields: 'value' | 'string' | 'number' | 'array' | 'object'
  constants: readonly Constant[]
  reads: readonly SourceRead[]
  parts: readonly SourcePart[]
  links: readonly SourceLink[]
  /** For a source that yields all fields but some: the names of those. */
  allBut: readonly string[] | undefined
}

/** Takes a source apart. Throws on a path or template that is not valid. */
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
    const number: Source = { from: field, as: 'number' }
    return node('number', { reads: [{ path: list, use: 'list' }], parts: [part(number, 'none', list)] })
  }
  if ('count' in source) return node('number', { reads: [{ path: source.count, use: 'list' }] })
  if ('object' in source)
    return node('object', { links: [{ link: source.object, list: undefined, goesTo: 'same' }] })
  if ('when' in source) {
    const branches = source.else === undefined ? [source.then] : [source.then, source.else]
    return node('value', {
      reads: [{ path: source.when.path, use: 'condition' }],
      parts: branches.map((each) => part(each, 'same')),
    })
  }
  return node('object', { allBut: source.rest.except ?? [] })
}

/** All sources of a link, and those that they hold, save those that read the elements of a list. */
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

function node(yields: SourceNode['yields'], held: Partial<SourceNode>): SourceNode {
  return { ...empty, ...held, yields }
}

function part(source: Source, goesTo: Inner['goesTo'], list?: string): SourcePart {
  return { source, goesTo, list }
}
