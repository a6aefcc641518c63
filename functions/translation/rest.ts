/** Translation layer: what the link does not read of a record, so that it is kept. Pure. */
import type { Link, Source } from '../../schemas/link.ts'
import type { Translation } from '../../schemas/translation.ts'
import { found, isObject, type Members } from '../linkage/found.ts'
import { piecesOf } from '../linkage/path.ts'
import { freeName, snakeName } from './names.ts'

/** Makes the function that gives the members of a record that are read nowhere, named as fields of events are. */
export const compileRest = ({
  rest,
  link,
  event,
  drop = [],
}: Translation): ((record: Members) => Members) => {
  if (rest === 'drop') return () => ({})
  const used = [...pathsOf(link), ...('from' in event.name ? [event.name.from] : []), ...drop].map((path) =>
    path.split('.'),
  )
  return (record) => {
    const left = without(record, used)
    const kept: Record<string, unknown> = {}
    for (const [name, value] of Object.entries(left)) {
      if (found(value) === undefined) continue
      kept[freeName(snakeName(name), (each) => Object.hasOwn(kept, each))] = value
    }
    return kept
  }
}

/** The members save those at the paths; objects that lose all their members go too. */
const without = (record: Members, paths: readonly (readonly string[])[]): Members => {
  const left: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(record)) {
    const below = paths.filter(([first]) => first === name)
    if (below.length === 0) left[name] = value
    else if (below.every((path) => path.length > 1)) {
      const inner = isObject(value)
        ? without(
            value,
            below.map((path) => path.slice(1)),
          )
        : value
      if (found(inner) !== undefined) left[name] = inner
    }
  }
  return left
}

/** Paths that a link reads whole. Of lists whose elements' fields it only adds up or plucks, it does not. */
const pathsOf = (link: Link): readonly string[] =>
  Object.values(link).flatMap((source) => (source === null ? [] : sourcePaths(source)))

const sourcePaths = (source: Source): readonly string[] => {
  if (typeof source === 'string') return [source]
  if ('from' in source) return [source.from]
  if ('first' in source) return source.first.flatMap(sourcePaths)
  if ('list' in source) return source.list.flatMap(sourcePaths)
  if ('template' in source)
    return piecesOf(source.template).flatMap((piece) => ('path' in piece ? [piece.path] : []))
  if ('each' in source) return [source.each]
  if ('object' in source) return pathsOf(source.object)
  if ('when' in source)
    return [...sourcePaths(source.then), ...(source.else === undefined ? [] : sourcePaths(source.else))]
  return []
}
