/** Translation layer: collects the fields of a record that no link reads, so that they are kept. Pure. */
import type { Link } from '../../schemas/link.ts'
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { Translation } from '../../schemas/translation.ts'
import { presentValue, isPlainObject, type Members } from '../linkage/values.ts'
import { freeName, snakeName } from './formats/names.ts'

/** Creates the function that returns the members of a record that nothing reads, with names of event fields. */
export function compileRest({ rest, link, event, drop = [] }: Translation): (record: Members) => Members {
  if (rest === 'drop') return () => ({})
  const used = [...pathsOf(link), ...('from' in event.name ? [event.name.from] : []), ...drop].map((path) =>
    path.split('.'),
  )
  return (record) => {
    const renamed: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(without(record, used))) {
      if (presentValue(value) === undefined) continue
      renamed[freeName(snakeName(name), (each) => Object.hasOwn(renamed, each))] = value
    }
    return renamed
  }
}

/** Creates the function that returns a record without the fields that are dropped, so that no link passes them on with the object or list that
 * contains them. A dropped field that a link reads itself stays. */
export function compileDrop({ rest, link, event, drop = [] }: Translation): (record: Members) => Members {
  const read = [...readPaths(link), ...('from' in event.name ? [event.name.from] : [])]
  const dropped = (rest === 'keep' ? drop : [])
    .filter((path) => !read.some((each) => each === path || each.startsWith(`${path}.`)))
    .map((path) => path.split('.'))
  return dropped.length === 0 ? (record) => record : (record) => without(record, dropped, true)
}

/** Returns all paths that a link names, also those of elements. */
export function readPaths(link: Link): readonly string[] {
  return sourcesIn(link).flatMap((source) => {
    const { reads, links, parts } = walk(source)
    return [
      ...reads.map(({ path }) => path),
      ...links.flatMap(({ link: inner, list }) =>
        list === undefined ? [] : readPaths(inner).map((path) => `${list}.${path}`),
      ),
      ...parts.flatMap(({ source: inner, list }) =>
        list === undefined ? [] : readPaths({ part: inner }).map((path) => `${list}.${path}`),
      ),
    ]
  })
}

/** Returns the members except those at the paths, also in the elements of lists if asked, and except objects that become empty. */
function without(record: Members, paths: readonly (readonly string[])[], intoLists = false): Members {
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    const below = paths.filter(([first]) => first === name)
    if (below.length === 0) rest[name] = value
    else if (below.every((path) => path.length > 1)) {
      const inner = inMembers(
        value,
        below.map((path) => path.slice(1)),
        intoLists,
      )
      if (presentValue(inner) !== undefined) rest[name] = inner
    }
  }
  return rest
}

function inMembers(value: unknown, paths: readonly (readonly string[])[], intoLists: boolean): unknown {
  if (isPlainObject(value)) return without(value, paths, intoLists)
  return intoLists && Array.isArray(value)
    ? value.map((element) => inMembers(element, paths, intoLists))
    : value
}

/** Returns the paths that a link reads completely. A link that only sums, plucks or counts elements does not read the list completely. */
function pathsOf(link: Link): readonly string[] {
  return sourcesIn(link)
    .flatMap((source) => walk(source).reads)
    .filter(({ use }) => use === 'value' || use === 'text' || use === 'elements')
    .map(({ path }) => path)
}
