/** GoogleSQL parser: parses pipe operators: `|> WHERE …`. https://cloud.google.com/bigquery/docs/reference/standard-sql/pipe-syntax */
import type { GroupItem, Pipe, SelectItem } from '../ast.ts'
import { parseOrder } from './call.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parseJoinCondition, parseJoinKind, parsePivots, parseTable } from './from.ts'
import {
  parseGroupItem,
  parseNamedWindows,
  parseQuery,
  parseSelectItem,
  parseSelectList,
  parseSetOperator,
} from './query.ts'

export function parsePipes(cursor: Cursor): Pipe[] {
  const pipes: Pipe[] = []
  while (cursor.eatSymbol('|>')) pipes.push(parsePipe(cursor))
  return pipes
}

function parsePipe(cursor: Cursor): Pipe {
  const at = cursor.at
  if (cursor.eat('WHERE')) return { kind: 'where', condition: parseExpression(cursor), at }
  if (cursor.eat('SELECT')) {
    const distinct = cursor.eat('DISTINCT')
    const items = parseSelectList(cursor)
    return { kind: 'select', distinct, items, windows: parseNamedWindows(cursor), at }
  }
  if (cursor.eat('EXTEND') || (cursor.isKeyword('WINDOW') && cursor.eat('WINDOW')))
    return { kind: 'extend', items: parseSelectList(cursor), at }
  if (cursor.eat('SET')) {
    const assignments = cursor.list(() => {
      const name = cursor.identifier()
      cursor.expectSymbol('=')
      return { name, value: parseExpression(cursor) }
    })
    return { kind: 'set', assignments, at }
  }
  if (cursor.eat('DROP')) return { kind: 'drop', names: cursor.list(() => cursor.identifier()), at }
  if (cursor.eat('RENAME')) {
    const names = cursor.list(() => {
      const from = cursor.identifier()
      cursor.eat('AS')
      return { from, to: cursor.identifier() }
    })
    return { kind: 'rename', names, at }
  }
  if (cursor.eat('AS')) return { kind: 'as', alias: cursor.identifier(), at }
  if (cursor.eat('DISTINCT')) return { kind: 'distinct', at }
  if (cursor.eat('ORDER', 'BY')) return { kind: 'order', order: parseOrder(cursor), at }
  if (cursor.eat('LIMIT')) {
    const limit = parseExpression(cursor)
    return { kind: 'limit', limit, offset: cursor.eat('OFFSET') ? parseExpression(cursor) : undefined, at }
  }
  if (cursor.eat('AGGREGATE')) return parseAggregate(cursor, at)
  if (cursor.isAnyKeyword('UNION', 'EXCEPT', 'INTERSECT')) {
    const operation = parseSetOperator(cursor)
    const queries = cursor.list(() => cursor.parenthesized(() => parseQuery(cursor)))
    return { kind: 'setOperation', ...operation, queries, at }
  }
  if (cursor.isAnyKeyword('PIVOT', 'UNPIVOT')) return { kind: 'pivot', pivots: parsePivots(cursor), at }
  const join = parseJoinKind(cursor)
  if (join) return { kind: 'join', join, right: parseTable(cursor), ...parseJoinCondition(cursor), at }
  if (cursor.isAnyKeyword('TABLESAMPLE', 'WITH', 'ASSERT', 'CALL', 'LOG', 'IF', 'FORK', 'TEE', 'RECURSIVE'))
    throw cursor.unsupported(`Pipe operator ${cursor.peek().keyword}`)
  throw cursor.unexpected()
}

function parseDirection(cursor: Cursor): 'ASC' | 'DESC' | undefined {
  return cursor.eat('ASC') ? 'ASC' : cursor.eat('DESC') ? 'DESC' : undefined
}

function parseAggregate(cursor: Cursor, at: number): Pipe {
  const items: SelectItem[] = []
  const directions: ('ASC' | 'DESC' | undefined)[] = []
  const done = (): boolean =>
    cursor.isAnyKeyword('GROUP') ||
    cursor.isSymbol('|>') ||
    cursor.isSymbol(')') ||
    cursor.peek().kind === 'end'
  while (!done()) {
    items.push(parseSelectItem(cursor))
    directions.push(parseDirection(cursor))
    if (!cursor.eatSymbol(',')) break
  }
  if (!cursor.eat('GROUP')) return { kind: 'aggregate', items, directions, group: [], ordered: false, at }
  const ordered = cursor.eat('AND', 'ORDER')
  cursor.expect('BY')
  const group = cursor.list((): GroupItem => {
    const item = parseGroupItem(cursor)
    if (item.kind !== 'key') return item
    const alias = cursor.alias()
    return { ...item, alias, direction: parseDirection(cursor) }
  })
  return { kind: 'aggregate', items, directions, group, ordered, at }
}
