/** The columns of FROM: what `*` lists, what a bare name finds, and the row as one value. */
import { valueOf, type ScopeColumn, type Scope, type Source } from './scope.ts'
import { member, packColumns } from './struct.ts'
import type { Typed } from './typed.ts'

/** What `*` makes of a source. */
export function columnsOf(source: Source): ScopeColumn[] {
  const columns = source.columns.filter((column) => !column.hidden)
  const offset = source.offset ? [source.offset] : []
  const { value } = source
  if (!value) return [...columns, ...offset]
  if (value.type.kind === 'STRUCT') return [...membersOf(value), ...offset]
  return [{ name: source.alias ?? '', type: value.type, sql: value.sql }, ...offset]
}

/** A struct value's members as columns. */
export function membersOf(value: Typed): ScopeColumn[] {
  if (value.type.kind !== 'STRUCT') return []
  return value.type.fields.map((field, i) => ({
    name: field.name ?? '',
    type: field.type,
    sql: member(value, i).sql,
  }))
}

/** What bare names find: every column of the sources, hidden ones too. */
export function visibleColumns({
  sources,
  columns,
}: Pick<Scope, 'sources' | 'columns'>): readonly ScopeColumn[] {
  return (
    columns ??
    sources.flatMap((source) => [...columnsOf(source), ...source.columns.filter((column) => column.hidden)])
  )
}

/** The value of the column of that name in a side of JOIN … USING. */
export function columnsNamed(name: string, side: Pick<Scope, 'sources' | 'columns'>): Typed[] {
  return visibleColumns(side)
    .filter((column) => column.name.toLowerCase() === name.toLowerCase())
    .map(valueOf)
}

/** A source used as a value: its row as a struct. */
export function rowOf(source: Source): Typed {
  return source.value ?? { ...packColumns(source.columns.filter((column) => !column.hidden)), isRow: true }
}
