/** Linkage layer: turns an event's fields into a third party's standard fields, as a declarative link says. Compiled once. Pure. */
import type { Link, Source } from '../../schemas/link.ts'

type Event = Readonly<Record<string, unknown>>
type Read = (event: Event) => unknown

/** Makes the function that links one event. An absent source leaves its field out. */
export const compileLink = (link: Link): ((event: Event) => Record<string, unknown>) => {
  requireApart(Object.keys(link))
  const fields = Object.entries(link).map(([path, source]) => ({
    path: path.split('.'),
    read: compileSource(source),
  }))
  return (event) => {
    const linked: Record<string, unknown> = {}
    for (const { path, read } of fields) {
      const value = read(event)
      if (value !== undefined && value !== null) put(linked, path, value)
    }
    return linked
  }
}

/** A field that has a value of its own can't have fields below it as well. */
const requireApart = (paths: readonly string[]): void => {
  for (const path of paths) {
    const below = paths.find((other) => other.startsWith(`${path}.`))
    if (below)
      throw new Error(
        `The link gives both ${path} and ${below}: a target field is a value or an object, not both.`,
      )
  }
}

const compileSource = (source: Source): Read => {
  if (typeof source === 'string') return compilePath(source)
  if ('const' in source) return () => source.const
  if ('first' in source) {
    const reads = source.first.map(compilePath)
    return (event) => reads.map((read) => read(event)).find((value) => value !== undefined && value !== null)
  }
  const read = compilePath(source.from)
  return (event) => cast(read(event) ?? source.default, source.as)
}

/** A path's first name is a context field or, failing that, an event-specific one. */
const compilePath = (path: string): Read => {
  const [first = '', ...rest] = path.split('.')
  return (event) => {
    let value = Object.hasOwn(event, first) ? event[first] : member(event['event_data'], first)
    for (const name of rest) value = member(value, name)
    return value
  }
}

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, name)
    ? (value as Record<string, unknown>)[name]
    : undefined

/** A value that cannot be cast is left out, as an absent one is. */
const cast = (value: unknown, as: 'string' | 'number' | 'boolean' | undefined): unknown => {
  if (as === 'string') return typeof value === 'string' ? value : JSON.stringify(value)
  if (as === 'number') return asNumber(value)
  if (as === 'boolean') return value === 'true' ? true : value === 'false' ? false : asIs(value, 'boolean')
  return value
}

const asNumber = (value: unknown): unknown => {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
  return Number.isNaN(number) ? undefined : asIs(number, 'number')
}

const asIs = (value: unknown, type: 'number' | 'boolean'): unknown =>
  typeof value === type ? value : undefined

const put = (into: Record<string, unknown>, path: readonly string[], value: unknown): void => {
  let at = into
  for (const name of path.slice(0, -1)) at = (at[name] ??= {}) as Record<string, unknown>
  at[path.at(-1)!] = value
}
