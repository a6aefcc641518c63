/** Translation layer: what the link does not read of a record, so that it is kept. Pure. */
import type { Link } from '../../schemas/link.ts'
import { sourcesIn, walk } from '../../schemas/source_walk.ts'
import type { Translation } from '../../schemas/translation.ts'
import { presentValue, isPlainObject, type Members } from '../linkage/values.ts'
import { freeName, snakeName } from './formats/names.ts'

/** Makes the function that gives the members of a record that are read nowhere, named as fields of events are. */
export function compileRest({ rest, link, event, drop = [] }: Translation): (record: Members) => Members {
  if (rest === 'drop') return () => ({})
  const used = [...pathsOf(link), ...('from' in event.name ? [event.name.from] : []), ...drop].map((path) =>
    path.split('.'),
  )
  return (record) => {
    const left = without(record, used)
    const kept: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(left)) {
      if (presentValue(value) === undefined) continue
      kept[freeName(snakeName(name), (each) => Object.hasOwn(kept, each))] = value
    }
    return kept
  }
}

/** The members save those at the paths; objects that lose all their members go too. */
function without(record: Members, paths: readonly (readonly string[])[]): Members {
  const left: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    const below = paths.filter(([first]) => first === name)
    if (below.length === 0) left[name] = value
    else if (below.every((path) => path.length > 1)) {
      const inner = isPlainObject(value)
        ? without(
            value,
            below.map((path) => path.slice(1)),
          )
        : value
      if (presentValue(inner) !== undefined) left[name] = inner
    }
  }
  return left
}

/** Paths that a link reads whole. It does not read a list whole if it only adds up, plucks or counts its elements. */
function pathsOf(link: Link): readonly string[] {
  return sourcesIn(link)
    .flatMap((source) => walk(source).reads)
    .filter(({ use }) => use === 'value' || use === 'text' || use === 'elements')
    .map(({ path }) => path)
}
