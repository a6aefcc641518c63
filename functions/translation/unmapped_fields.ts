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

/** Returns the members except those at the paths, and except objects that become empty. */
function without(record: Members, paths: readonly (readonly string[])[]): Members {
  const rest: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    const below = paths.filter(([first]) => first === name)
    if (below.length === 0) rest[name] = value
    else if (below.every((path) => path.length > 1)) {
      const inner = isPlainObject(value)
        ? without(
            value,
            below.map((path) => path.slice(1)),
          )
        : value
      if (presentValue(inner) !== undefined) rest[name] = inner
    }
  }
  return rest
}

/** Returns the paths that a link reads completely. A link that only sums, plucks or counts elements does not read the list completely. */
function pathsOf(link: Link): readonly string[] {
  return sourcesIn(link)
    .flatMap((source) => walk(source).reads)
    .filter(({ use }) => use === 'value' || use === 'text' || use === 'elements')
    .map(({ path }) => path)
}
