/** GoogleSQL resolver: resolves pipe operators. Each one converts a relation to the next. */
import type { Ordering, Pipe } from '../ast.ts'
import { settle } from './coercion.ts'
import { implicitName } from './constructor.ts'
import { errorAt, unsupportedAt } from './context.ts'
import { resolveExpression } from './expression.ts'
import { resolveFrom } from './from.ts'
import { demandGroupable, demandGrouped, Groups } from './grouping.ts'
import { joinClauses } from './join.ts'
import { limitSql, orderingSql } from './order.ts'
import { noteFilters } from './partition_filter.ts'
import { applyPivots } from './pivot.ts'
import { resolveQuery } from './query.ts'
import { columnsOf } from './columns.ts'
import { asSource, projection } from './relation.ts'
import { equalNames, type ScopeColumn, type Relation, type Scope } from './scope.ts'
import { condition } from './select.ts'
import { columnsOfSources, resolveSelectList } from './select_list.ts'
import { combine } from './set_operation.ts'
import { namedWindows } from './window.ts'

export interface Piped {
  relation: Relation
  /** The relation's name from `|> AS`. */
  alias: string | undefined
}

type PipeOf<K extends Pipe['kind']> = Pipe & { kind: K }

export function applyPipe(pipe: Pipe, input: Relation, alias: string | undefined, base: Scope): Piped {
  const { context } = base
  if (pipe.kind === 'as') return { relation: input, alias: pipe.alias }
  const { sql: from, source } = asSource(input, alias, context)
  const place = {
    clause: `pipe ${pipe.kind.toUpperCase()}`,
    aggregates: pipe.kind === 'aggregate',
    windows: ['select', 'extend', 'set', 'order'].includes(pipe.kind),
  }
  const scope: Scope = { ...base, sources: [source], place }
  const columns = columnsOf(source)
  const named = (relation: Relation): Piped => ({ relation, alias })
  const anonymous = (relation: Relation): Piped => ({ relation, alias: undefined })
  switch (pipe.kind) {
    case 'where': {
      noteFilters(pipe.condition, scope)
      return named(projection(columns, ` FROM ${from} WHERE ${condition(pipe.condition, scope, 'WHERE')}`))
    }
    case 'select': {
      const windows = namedWindows(pipe.windows, context)
      return anonymous(projection(listed(pipe.items, { ...scope, windows }), ` FROM ${from}`, pipe.distinct))
    }
    case 'extend':
      return named(projection([...columns, ...listed(pipe.items, scope)], ` FROM ${from}`))
    case 'set':
      return named(projection(setColumns(pipe, columns, scope), ` FROM ${from}`))
    case 'drop':
      return named(projection(dropColumns(pipe, columns, scope), ` FROM ${from}`))
    case 'rename':
      return named(projection(renameColumns(pipe, columns, scope), ` FROM ${from}`))
    case 'distinct':
      return named(projection(columns, ` FROM ${from}`, true))
    case 'order': {
      const order = pipe.order.map((item: Ordering) => orderingSql(item, scope, columns)).join(', ')
      return named(projection(columns, ` FROM ${from} ORDER BY ${order}`))
    }
    case 'limit':
      return named(projection(columns, ` FROM ${from}${limitSql(pipe, scope)}`))
    case 'aggregate':
      return anonymous(aggregate(pipe, from, scope))
    case 'join': {
      const right = resolveFrom(pipe.right, { ...scope, place: undefined })
      const joined = joinClauses(pipe, { sql: from, sources: [source] }, right, base)
      const all = columnsOfSources({ ...scope, sources: joined.sources, columns: joined.columns }, pipe.at)
      return anonymous(projection(all, ` FROM ${joined.sql}`))
    }
    case 'setOperation': {
      const others = pipe.queries.map((query) => resolveQuery(query, base))
      return anonymous(combine([input, ...others], pipe, context))
    }
    default: {
      const pivoted = applyPivots({ pivots: pipe.pivots }, { sql: from, sources: [source] }, scope)
      return anonymous(projection(pivoted.sources.flatMap(columnsOf), ` FROM ${pivoted.sql}`))
    }
  }
}

function listed(items: PipeOf<'select'>['items'], scope: Scope): ScopeColumn[] {
  return resolveSelectList(items, scope).map(({ name, value }) => ({
    name,
    type: value.type,
    sql: value.sql,
  }))
}

function demandColumn(name: string, columns: readonly ScopeColumn[], scope: Scope, at: number): void {
  if (!columns.some((column) => equalNames(column.name, name)))
    throw errorAt(scope.context, `Unrecognized name: ${name}`, at)
}

function setColumns(
  { assignments, at }: PipeOf<'set'>,
  columns: readonly ScopeColumn[],
  scope: Scope,
): ScopeColumn[] {
  for (const { name } of assignments) demandColumn(name, columns, scope, at)
  return columns.map((column) => {
    const assignment = assignments.find(({ name }) => equalNames(column.name, name))
    if (!assignment) return column
    const { sql, type } = settle(resolveExpression(assignment.value, scope))
    return { name: column.name, type, sql }
  })
}

function dropColumns(
  { names, at }: PipeOf<'drop'>,
  columns: readonly ScopeColumn[],
  scope: Scope,
): ScopeColumn[] {
  for (const name of names) demandColumn(name, columns, scope, at)
  return columns.filter((column) => !names.some((name) => equalNames(column.name, name)))
}

function renameColumns(
  { names, at }: PipeOf<'rename'>,
  columns: readonly ScopeColumn[],
  scope: Scope,
): ScopeColumn[] {
  for (const { from } of names) demandColumn(from, columns, scope, at)
  return columns.map((column) => {
    const renamed = names.find(({ from }) => equalNames(column.name, from))
    return renamed ? { ...column, name: renamed.to } : column
  })
}

function aggregate(pipe: PipeOf<'aggregate'>, from: string, scope: Scope): Relation {
  const columns = scope.sources.flatMap(columnsOf)
  const keyScope: Scope = { ...scope, place: { clause: 'GROUP BY', aggregates: false, windows: false } }
  const groups = new Groups()
  const keys = pipe.group.map((item) => {
    if (item.kind !== 'key') throw unsupportedAt(scope.context, 'GROUPING SETS in a pipe', pipe.at)
    const node = item.value
    const isOrdinal = node.kind === 'literal' && node.type === 'INT64'
    const column = isOrdinal ? columns[Number(node.text) - 1] : undefined
    const { sql, type } = column ?? resolveExpression(node, keyScope)
    demandGroupable('Grouping', type, scope, node.at)
    groups.add({ sql, node: column ? undefined : node })
    const name = column?.name ?? item.alias ?? implicitName(node) ?? ''
    return { name, type, sql, direction: item.direction ?? (pipe.ordered ? ('ASC' as const) : undefined) }
  })
  const outputs = resolveSelectList(pipe.items, scope).map(({ name, value: { sql, type }, reads }, i) => {
    demandGrouped('Pipe AGGREGATE', reads, groups, scope)
    return { name, type, sql, direction: pipe.directions[i] }
  })
  const group = keys.length === 0 ? '' : ` GROUP BY ${keys.map((_, i) => i + 1).join(', ')}`
  const order = [...keys, ...outputs].flatMap(({ direction }, i) =>
    direction ? [`${i + 1} ${direction} NULLS ${direction === 'DESC' ? 'LAST' : 'FIRST'}`] : [],
  )
  const orderBy = order.length === 0 ? '' : ` ORDER BY ${order.join(', ')}`
  return projection([...keys, ...outputs], ` FROM ${from}${group}${orderBy}`)
}
