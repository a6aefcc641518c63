/** Linkage layer: compiles a link to closures. They are the reference for the generated code, and used where generating code is not allowed. */
import type { Arithmetic, Link, Source } from '../../schemas/link.ts'
import { lookupTable } from '../../schemas/lookup.ts'
import { elementPath, namesOf, piecesOf } from '../../schemas/source_path.ts'
import { calculationIn, isoSource, numberSource } from '../../schemas/source_walk.ts'
import { calculated, notFinite } from './arithmetic.ts'
import { castFailure, castFunctions, notNormal, sum, sumOfProducts, textOf } from './cast.ts'
import { compileLinkCondition } from './condition.ts'
import {
  countOf,
  eventMember,
  presentValue,
  joined,
  leftOut,
  member,
  pluck,
  restOf,
  tableOf,
  valueIn,
  type Members,
} from './values.ts'
import { fieldsOf } from './link_fields.ts'
import type { Protection } from './protect.ts'
import { allOf, firstOf, listOf } from './reads.ts'
import { compileTimeFormat } from './time_text.ts'

/** The values that a source can read: the event, the element inside `each`, and the target's name of the event. */
interface Scope {
  event: Members
  element: Members | undefined
  targetEvent: string | undefined
  /** Fields whose value could not be cast or normalized: path → what is wrong. */
  lost: Map<string, string> | undefined
  /** Path of the object whose fields are read: empty, or `items[0].` inside `each`. */
  path: string
  /** The current field, with its path. */
  field: string
  /** What is wrong with the value of the current field, if it could not be cast or normalized. */
  failure: string | undefined
}

type Read = (scope: Scope) => unknown

/** Compiles a link to closures; see `Linker`. */
export function compileClosures(
  link: Link,
  protectionOf?: (field: string) => Protection | undefined,
): (event: Members, targetEvent?: string, lost?: Map<string, string>) => Record<string, unknown> {
  const read = compileFields(link, false, protectionOf)
  return (event, targetEvent, lost) =>
    read({ event, element: undefined, targetEvent, lost, path: '', field: '', failure: undefined }) ?? {}
}

/** Compiles the fields of a link; the result is undefined if all of them are absent. `inside`: true inside `each`, where paths are relative
 * to the element. */
function compileFields(
  link: Link,
  inside: boolean,
  protectionOf?: (field: string) => Protection | undefined,
): (scope: Scope) => Record<string, unknown> | undefined {
  const { fields: all, join } = fieldsOf(link)
  const fields = all.map(({ names, source, field }) => {
    const protect = protectionOf?.(field)
    const read = compileSource(source, inside)
    return { field, names, read: protect ? protecting(read, protect) : read }
  })
  return (outer) => {
    const scope = { ...outer }
    let linked: Record<string, unknown> | undefined
    for (const { field, names, read } of fields) {
      scope.field = scope.path + field
      scope.failure = undefined
      const value = read(scope)
      if (value !== undefined) put((linked ??= {}), names, value, join)
      else if (scope.failure !== undefined) scope.lost?.set(scope.field, scope.failure)
    }
    return linked
  }
}

function protecting(read: Read, protect: Protection): Read {
  return (scope) => {
    const value = read(scope)
    const result = value === undefined ? undefined : protect(value)
    if (value !== undefined && result === undefined) scope.failure = notNormal
    return result
  }
}

function put(into: Record<string, unknown>, names: readonly string[], value: unknown, join: boolean): void {
  let at = into
  for (const name of names.slice(0, -1)) {
    if (join || !Object.hasOwn(at, name)) at[name] = joined(at[name])
    at = at[name] as Record<string, unknown>
  }
  at[names.at(-1)!] = value
}

function compileSource(source: Source, inside: boolean): Read {
  if (typeof source === 'string') return compilePath(source, inside)
  const { default: standard, as, values, consent } = source
  const cast = as && castFunctions[as]
  const table = values && tableOf(values)
  const fallback = standard === undefined ? undefined : presentValue(cast ? cast(standard) : standard)
  const bare = compileForm(source, inside)
  return (scope) => {
    if (consent !== undefined && member(scope.event['consent'], consent) !== 'granted') return undefined
    let value = bare(scope)
    if (table && value !== undefined) value = valueIn(table, value)
    if (cast && value !== undefined) {
      value = cast(value)
      if (value === undefined) scope.failure = castFailure(as)
    }
    return presentValue(value) ?? fallback
  }
}

function compileForm(source: Exclude<Source, string>, inside: boolean): Read {
  if ('const' in source) return () => source.const
  if ('from' in source) return compilePath(source.from, inside)
  if ('first' in source) return firstOf(source.first.map((each) => compileSource(each, inside)))
  if ('template' in source) return compileTemplate(source.template, inside)
  if ('each' in source) return compileEach(source.each, source.map, inside)
  if ('list' in source) return listOf(source.list.map((each) => compileSource(each, inside)))
  if ('pluck' in source) return compilePluck(source.pluck, inside)
  if ('sum' in source) {
    const { sum: path, times } = source
    if (times !== undefined) {
      const { list, field } = elementPath(path)
      const read = compilePath(list, inside)
      return (scope) => sumOfProducts(read(scope), field, times)
    }
    const values = compilePluck(path, inside)
    return (scope) => sum(values(scope))
  }
  if ('count' in source) {
    const read = compilePath(source.count, inside)
    return (scope) => countOf(read(scope))
  }
  if ('object' in source) {
    const fields = compileFields(source.object, inside)
    return (scope) => fields({ ...scope, path: `${scope.field}.` })
  }
  if ('when' in source) return compileWhen(source, inside)
  if ('rest' in source) {
    const except = leftOut(source.rest.except, inside)
    return ({ event, element }) => restOf(inside ? element : event['event_data'], except)
  }
  if ('lookup' in source) {
    const table = tableOf(lookupTable(source.lookup))
    const read = compileSource(source.key, inside)
    return (scope) => valueIn(table, read(scope))
  }
  if ('time' in source) {
    const read = compileSource(isoSource(source.time), inside)
    const write = compileTimeFormat(source.format, source.time_zone)
    return (scope) => {
      const iso = read(scope)
      return typeof iso === 'string' ? write(iso) : undefined
    }
  }
  return compileArithmetic(source, inside)
}

function compilePath(path: string, inside: boolean): Read {
  const [first, ...others] = namesOf(path)
  const read: Read =
    path === 'target_event'
      ? ({ targetEvent }) => targetEvent
      : inside
        ? ({ element }) => member(element, first)
        : ({ event }) => eventMember(event, first)
  if (others.length === 0) return (scope) => presentValue(read(scope))
  return (scope) => {
    let value = read(scope)
    for (const name of others) value = member(value, name)
    return presentValue(value)
  }
}

function compileTemplate(template: string, inside: boolean): Read {
  const readAll = allOf(
    piecesOf(template).map((piece): Read => {
      if ('text' in piece) return () => piece.text
      const { path, as } = piece
      return compileSource(as === undefined ? path : { from: path, as }, inside)
    }),
  )
  return (scope) => readAll(scope)?.map(textOf).join('')
}

function compileArithmetic(source: Arithmetic, inside: boolean): Read {
  const { calculation, operands } = calculationIn(source)
  const readAll = allOf(operands.map((each) => compileSource(numberSource(each), inside)))
  return (scope) => {
    const numbers = readAll(scope)
    if (!numbers) return undefined
    const result = calculated(calculation, numbers as number[])
    if (result === undefined) scope.failure = notFinite
    return result
  }
}

function compileEach(path: string, map: Link, inside: boolean): Read {
  const read = compilePath(path, inside)
  const fields = compileFields(map, true)
  return (scope) => {
    const list = read(scope)
    if (!Array.isArray(list)) return undefined
    const linked = list
      .map((element, index) =>
        fields({ ...scope, element: element as Members, path: `${scope.field}[${index}].` }),
      )
      .filter((each) => each !== undefined)
    return linked.length > 0 ? linked : undefined
  }
}

function compilePluck(path: string, inside: boolean): Read {
  const { list, field } = elementPath(path)
  const read = compilePath(list, inside)
  return (scope) => pluck(read(scope), field)
}

function compileWhen(
  { when, then, else: otherwise }: Extract<Source, { then: Source }>,
  inside: boolean,
): Read {
  const holds = compileLinkCondition(when, inside, (path) => compilePath(path, inside))
  const yes = compileSource(then, inside)
  const no = otherwise === undefined ? () => undefined : compileSource(otherwise, inside)
  return (scope) => (holds(scope) ? yes(scope) : no(scope))
}
