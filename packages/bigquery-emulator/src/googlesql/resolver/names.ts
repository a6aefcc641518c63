/** GoogleSQL resolver: resolves names to values: columns, aliases, struct members, columns of outer queries. */
import type { Identifier } from '../ast.ts'
import { text } from '../duckdb_sql.ts'
import { nearest } from '../spelling.ts'
import { JSON_TYPE, structOf, typeName } from '../types.ts'
import { errorAt, type Context } from './context.ts'
import {
  aggregateArgument,
  equalNames,
  isCalled,
  valueOf,
  windowArgument,
  type Alias,
  type ScopeColumn,
  type Scope,
  type Source,
} from './scope.ts'
import { rowOf, visibleColumns } from './columns.ts'
import type { Reads } from './reads.ts'
import { member } from './struct.ts'
import { once, typed, type Typed } from './typed.ts'

type Found =
  | { kind: 'local'; value: Typed }
  | { kind: 'alias'; alias: Alias }
  | { kind: 'row'; source: Source }
  | { kind: 'column'; value: Typed }
  | { kind: 'invisible' }
  | { kind: 'ambiguous' }

/** Finds a name in the innermost scope that has it. Returns the match and its scope. */
function lookUp(name: string, from: Scope): { found: Found; scope: Scope } | undefined {
  const lower = name.toLowerCase()
  for (let scope: Scope | undefined = from; scope; scope = scope.outer) {
    const found = lookUpHere(lower, scope)
    if (found) return { found, scope }
  }
  return undefined
}

/** Records that an expression in `from` reads a column of `scope`, which is the same query or an outer one. */
function noteRead(from: Scope, scope: Scope, read: Parameters<Reads['note']>[0]): void {
  for (let inner = from; inner !== scope && inner.outer; inner = inner.outer)
    if (inner.reads) inner.reads.outside = true
  scope.reads?.note(read)
}

function hasNamesake({ type }: Typed, path: readonly string[]): boolean {
  return (
    path.length === 1 &&
    type.kind === 'STRUCT' &&
    type.fields.some((field) => equalNames(field.name, path[0]!))
  )
}

/**
 * Finds a name in one scope. A range variable hides columns of the same name. A SELECT alias hides both where it
 * is visible. https://cloud.google.com/bigquery/docs/reference/standard-sql/query-syntax#range_variables
 */
function lookUpHere(lower: string, scope: Scope): Found | undefined {
  const local = scope.locals?.get(lower)
  if (local) return { kind: 'local', value: local }
  const alias = scope.aliases?.get(lower)
  if (alias) return alias.isAmbiguous ? { kind: 'ambiguous' } : { kind: 'alias', alias }
  for (const source of scope.sources) {
    if (isCalled(source, lower))
      return source.value ? { kind: 'column', value: source.value } : { kind: 'row', source }
    if (source.offset && equalNames(source.offset.name, lower))
      return { kind: 'column', value: valueOf(source.offset) }
  }
  const hits = visibleColumns(scope).filter((column) => equalNames(column.name, lower))
  if (hits.length > 1) return { kind: 'ambiguous' }
  if (hits[0]?.isInvisible) return { kind: 'invisible' }
  return hits[0] && { kind: 'column', value: valueOf(hits[0]) }
}

/** Returns true if the name is defined in the scope. A path in FROM that starts with it is then not a table. */
export function isKnownName(name: string, scope: Scope): boolean {
  return lookUp(name, scope) !== undefined
}

/** Returns the source with that range variable, or undefined if the name is something else. */
export function findSource(name: string, from: Scope): Source | undefined {
  const hit = lookUp(name, from)
  if (hit?.found.kind === 'row') return hit.found.source
  if (hit?.found.kind !== 'column') return undefined
  return hit.scope.sources.find((source) => source.value && isCalled(source, name))
}

export function resolveName(node: Identifier, scope: Scope): Typed {
  const { path, at } = node
  const { context } = scope
  const name = path[0]!
  const hit = lookUp(name, scope)
  if (!hit) {
    // A column has precedence over a variable of the same name.
    const variable = context.script?.variable(name, at)
    if (variable) return follow(variable, path.slice(1), context, at)
    throw unrecognized(name, scope, at)
  }
  const { found } = hit
  /** Reads the column that the first `length` names of the path refer to, and follows the remaining names in it. */
  const readPath = (column: Typed, path: readonly string[], length: number): Typed => {
    const { reads } = hit.scope
    const before = reads?.count ?? 0
    const read = { name: path[length - 1]!, sql: column.sql, at, hasNamesake: hasNamesake(column, path) }
    noteRead(scope, hit.scope, read)
    const value = follow(column, path.slice(length), context, at)
    reads?.notePath(value.sql, before)
    return value
  }
  switch (found.kind) {
    case 'ambiguous':
      throw errorAt(context, `Column name ${name} is ambiguous`, at)
    case 'invisible':
      throw invisible(name, context, at)
    case 'local':
      return follow(found.value, path.slice(1), context, at)
    case 'alias':
      return follow(aliasValue(name, found.alias, scope, at), path.slice(1), context, at)
    case 'column':
      return readPath(found.value, path, 1)
    default: {
      if (path.length === 1) {
        const left = found.source.columns.find((column) => column.isInvisible)
        if (left) throw invisible(left.name, context, at)
        const row = rowOf(found.source)
        noteRead(scope, hit.scope, { name, sql: row.sql, at, isRow: true })
        return row
      }
      return readPath(memberOfRow(found.source, name, path[1]!, context, at), path, 2)
    }
  }
}

/** Resolves `alias.column`. */
function memberOfRow(source: Source, name: string, member: string, context: Context, at: number): Typed {
  const hits = source.columns.filter((column) => equalNames(column.name, member))
  if (hits.length > 1) throw errorAt(context, `Column name ${member} is ambiguous`, at)
  if (hits[0]?.isInvisible) throw invisible(member, context, at)
  if (hits[0]) return valueOf(hits[0])
  const hint = suggestion(member, source.columns)
  throw errorAt(context, `Name ${member} not found inside ${name}${hint}`, at)
}

function invisible(name: string, context: Context, at: number): Error {
  const message = `ORDER BY clause expression references column ${name} which is not visible after SELECT DISTINCT`
  return errorAt(context, message, at)
}

/** Returns the value of a SELECT alias in a later clause. */
function aliasValue(name: string, alias: Alias, { context, place }: Scope, at: number): Typed {
  if (alias.isAggregate && place?.clause === aggregateArgument)
    throw errorAt(context, 'Aggregations of aggregations are not allowed', at)
  if (alias.isWindow && place?.clause === windowArgument)
    throw errorAt(context, 'Analytic function cannot be an argument of another analytic function', at)
  if (alias.isWindow && place && !place.windows) {
    const message = `Column ${name} contains an analytic function, which is not allowed in ${place.clause}`
    throw errorAt(context, message, at)
  }
  return alias.value
}

function suggestion(name: string, columns: readonly ScopeColumn[]): string {
  const near = nearest(name, columns.map((c) => c.name).filter(Boolean))
  return near === undefined ? '' : `; Did you mean ${near}?`
}

function unrecognized(name: string, from: Scope, at: number): Error {
  const known: string[] = []
  for (let scope: Scope | undefined = from; scope; scope = scope.outer)
    for (const source of scope.sources) {
      if (source.alias) known.push(source.alias)
      known.push(...source.columns.map((column) => column.name))
      if (source.value?.type.kind === 'STRUCT')
        known.push(...source.value.type.fields.flatMap((field) => field.name ?? []))
    }
  const near = nearest(name, known)
  const hint = near === undefined ? '' : `; Did you mean ${near}?`
  return errorAt(from.context, `Unrecognized name: ${name}${hint}`, at)
}

function follow(start: Typed, path: readonly string[], context: Context, at: number): Typed {
  return path.reduce((value, name) => resolveField(value, name, context, at), start)
}

/** Emits the read of a part of a JSON document. A nested path is read in one step. */
export function jsonMember(value: Typed, step: string): Typed {
  const { root, path } = value.json ?? { root: value.sql, path: '$' }
  const part = { root, path: path + step }
  const sql = once([root], (json) => `bq_json_extract(${json}, ${text(part.path)})`)
  return typed(sql, JSON_TYPE, { json: part })
}

/** Resolves `value.name`: a struct's member, or a member of a JSON object. */
export function resolveField(value: Typed, name: string, context: Context, at: number): Typed {
  const { type } = value
  if (type.kind === 'JSON') return jsonMember(value, `."${name.replaceAll('"', '\\"')}"`)
  if (type.kind !== 'STRUCT')
    throw errorAt(context, `Cannot access field ${name} on a value with type ${typeName(type)}`, at)
  const index = type.fields.findIndex((field) => equalNames(field.name, name))
  if (index < 0)
    throw errorAt(context, `Field name ${name} does not exist in ${typeName(structOf(type.fields))}`, at)
  return member(value, index)
}
