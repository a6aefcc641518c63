/** GoogleSQL resolver: lists the columns of FROM for `*`, for bare names, and for a row as one value. */
import { valueOf, type ScopeColumn, type Scope, type Source } from './scope.ts'
import { member, packColumns } from './struct.ts'
import type { Typed } from './typed.ts'

/** Returns the columns that `*` expands to for a source. */
export function columnsOf(source: Source): ScopeColumn[] {
  const columns = source.columns.filter((column) => !column.hidden)
  const offset = source.offset ? [source.offset] : []
  const { value } = source
  if (!value) return [...columns, ...offset]
  if (value.type.kind === 'STRUCT') return [...membersOf(value), ...offset]
  return [{ name: source.alias ?? '', type: value.type, sql: value.sql }, ...offset]
}

/** Returns the members of a struct value as columns. */
export function membersOf(value: Typed): ScopeColumn[] {
  if (value.type.kind !== 'STRUCT') return []
  return value.type.fields.map((field, i) => ({
    name: field.name ?? '',
    type: field.type,
    sql: member(value, i).sql,
  }))
}

/** Returns the columns that bare names can refer to: every column of the sources, including hidden ones. */
export function visibleColumns({
  sources,
  columns,
}: Pick<Scope, 'sources' | 'columns'>): readonly ScopeColumn[] {
  return (
    columns ??
    sources.flatMap((source) => [...columnsOf(source), ...source.columns.filter((column) => column.hidden)])
  )
}

/** Returns the values of the columns with that name on one side of JOIN … USING. */
export function columnsNamed(name: string, side: Pick<Scope, 'sources' | 'columns'>): Typed[] {
  return visibleColumns(side)
    .filter((column) => column.name.toLowerCase() === name.toLowerCase())
    .map(valueOf)
}

/** Returns the row of a source as a struct. */
export function rowOf(source: Source): Typed {
  return source.value ?? { ...packColumns(source.columns.filter((column) => !column.hidden)), isRow: true }
}
