/** Names → values: columns, aliases, struct members, outer queries. */
import type { Identifier } from '../ast.ts'
import { quote, text } from '../duckdb_sql.ts'
import { nearest } from '../spelling.ts'
import { fieldName, JSON_TYPE, structOf, typeName } from '../types.ts'
import { errorAt, type Context } from './context.ts'
import { equalNames, valueOf, type Column, type Scope, type Source } from './scope.ts'
import { packColumns } from './struct.ts'
import { once, typed, type Typed } from './typed.ts'

type Found = { value: Typed; isColumn: boolean } | { source: Source } | 'ambiguous'

/** The innermost thing of that name, and the scope it is in. */
function lookUp(name: string, from: Scope): { found: Found; scope: Scope } | undefined {
  const lower = name.toLowerCase()
  for (let scope: Scope | undefined = from; scope; scope = scope.outer) {
    const found = lookUpHere(lower, scope)
    if (found) return { found, scope }
  }
  return undefined
}

/** Notes the read of a column of `scope` by an expression in `from`, a query inside of it or the same. */
function noteRead(from: Scope, scope: Scope, name: string, sql: string, at: number): void {
  for (let inner = from; inner !== scope && inner.outer; inner = inner.outer)
    if (inner.reads) inner.reads.outside = true
  scope.reads?.note({ name, sql, at })
}

function lookUpHere(lower: string, scope: Scope): Found | undefined {
  const local = scope.locals?.get(lower)
  if (local) return { value: local, isColumn: false }
  const alias = scope.aliases?.get(lower)
  if (alias && scope.prefersAliases) return { value: alias, isColumn: false }
  const merged = scope.merged?.get(lower)
  if (merged) return { value: valueOf(merged), isColumn: true }
  const hits = scope.sources.flatMap((source) => columnsNamed(source, lower))
  if (hits.length > 1) return 'ambiguous'
  if (hits[0]) return { value: hits[0], isColumn: true }
  if (alias) return { value: alias, isColumn: false }
  const source = scope.sources.find((s) => equalNames(s.alias, lower))
  return source && { source }
}

/** What a bare name means inside one source. */
function columnsNamed(source: Source, lower: string): Typed[] {
  const hits = source.columns.filter((column) => equalNames(column.name, lower)).map(valueOf)
  if (source.offset && equalNames(source.offset.name, lower)) hits.push(valueOf(source.offset))
  const { value } = source
  if (!value) return hits
  if (equalNames(source.alias, lower)) hits.push(value)
  else if (value.type.kind === 'STRUCT') {
    const index = value.type.fields.findIndex((field) => equalNames(field.name, lower))
    if (index >= 0) hits.push(member(value, index))
  }
  return hits
}

/** The value of a bare column name, or undefined: for USING and for arrays in FROM. */
export function findColumn(name: string, scope: Scope): Typed | undefined {
  const found = lookUp(name, scope)?.found
  return found && found !== 'ambiguous' && 'value' in found ? found.value : undefined
}

/** Whether a name is a column of the scope's own sources. */
export function isOwnColumn(name: string, scope: Scope): boolean {
  const { context, sources, merged } = scope
  const found = lookUpHere(name.toLowerCase(), { context, sources, merged })
  return found !== undefined && (found === 'ambiguous' || 'value' in found)
}

export function findSource(name: string, from: Scope): Source | undefined {
  for (let scope: Scope | undefined = from; scope; scope = scope.outer) {
    const source = scope.sources.find((s) => equalNames(s.alias, name))
    if (source) return source
  }
  return undefined
}

export function resolveName(node: Identifier, scope: Scope): Typed {
  const { path, at } = node
  const { context } = scope
  if (path.length > 1) {
    const qualified = resolveQualified(path, scope, at)
    if (qualified) return qualified
  }
  const hit = lookUp(path[0]!, scope)
  if (!hit) throw unrecognized(path[0]!, scope, at)
  const { found } = hit
  if (found === 'ambiguous') throw errorAt(context, `Column name ${path[0]} is ambiguous`, at)
  const start = 'value' in found ? found.value : rowOf(found.source)
  if (!('value' in found) || found.isColumn) noteRead(scope, hit.scope, path[0]!, start.sql, at)
  return follow(start, path.slice(1), context, at)
}

/** `alias.column` or `dataset.table.column`; undefined when the first part is no source. */
function resolveQualified(path: string[], from: Scope, at: number): Typed | undefined {
  const { context } = from
  for (let scope: Scope | undefined = from; scope; scope = scope.outer) {
    const source = scope.sources.find((s) => equalNames(s.alias, path[0]!))
    if (source) {
      if (source.value) {
        noteRead(from, scope, path[0]!, source.value.sql, at)
        return follow(source.value, path.slice(1), context, at)
      }
      const hits = source.columns.filter((column) => equalNames(column.name, path[1]!))
      if (hits.length > 1) throw errorAt(context, `Column name ${path[1]} is ambiguous`, at)
      if (hits[0]) {
        noteRead(from, scope, path[1]!, hits[0].sql, at)
        return follow(valueOf(hits[0]), path.slice(2), context, at)
      }
      if (!isOwnColumn(path[0]!, scope))
        throw errorAt(
          context,
          `Name ${path[1]} not found inside ${path[0]}${suggestion(path[1]!, source.columns)}`,
          at,
        )
    }
    for (const { path: tablePath, columns } of scope.sources) {
      if (!tablePath || path.length <= tablePath.length) continue
      if (!tablePath.every((part, i) => equalNames(part, path[i]!))) continue
      const column = columns.find((c) => equalNames(c.name, path[tablePath.length]!))
      if (!column) continue
      noteRead(from, scope, column.name, column.sql, at)
      return follow(valueOf(column), path.slice(tablePath.length + 1), context, at)
    }
    if (isOwnColumn(path[0]!, scope)) return undefined
  }
  return undefined
}

function suggestion(name: string, columns: readonly Column[]): string {
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

/** A source used as a value: its row as a struct. */
export function rowOf(source: Source): Typed {
  return source.value ?? packColumns(source.columns.filter((column) => !column.hidden))
}

function follow(start: Typed, path: readonly string[], context: Context, at: number): Typed {
  return path.reduce((value, name) => resolveField(value, name, context, at), start)
}

/** The `index`-th member of a struct value. */
export function member(value: Typed, index: number): Typed {
  if (value.type.kind !== 'STRUCT') throw new TypeError('not a struct')
  const field = value.type.fields[index]!
  return typed(`(${value.sql}).${quote(fieldName(field, index))}`, field.type)
}

/** A part of a JSON document; a part of a part is read at once. */
export function jsonMember(value: Typed, step: string): Typed {
  const { root, path } = value.json ?? { root: value.sql, path: '$' }
  const part = { root, path: path + step }
  const sql = once([root], (json) => `bq_json_extract(${json}, ${text(part.path)})`)
  return typed(sql, JSON_TYPE, { json: part })
}

/** `value.name`: a struct's member, or a member of a JSON object. */
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
