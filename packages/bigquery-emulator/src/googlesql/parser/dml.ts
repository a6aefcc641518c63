/** GoogleSQL parser: parses INSERT, UPDATE, DELETE and MERGE. https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax */
import type { Expression } from '../ast.ts'
import type { Assignment, Delete, Insert, Merge, MergeAction, Update } from '../statement_ast.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parseFrom, parseTable } from './from.ts'
import { parseQuery, startsQuery } from './query.ts'

export function parseInsert(cursor: Cursor): Insert {
  cursor.expect('INSERT')
  cursor.eat('INTO')
  const table = cursor.path()
  const columns = cursor.isSymbol('(') && !isQueryAhead(cursor) ? parseNames(cursor) : undefined
  if (!cursor.eat('VALUES')) return { kind: 'insert', table, columns, source: { query: parseQuery(cursor) } }
  return { kind: 'insert', table, columns, source: { rows: cursor.list(() => parseRow(cursor)) } }
}

function isQueryAhead(cursor: Cursor): boolean {
  const mark = cursor.mark()
  cursor.next()
  const ahead = startsQuery(cursor)
  cursor.reset(mark)
  return ahead
}

function parseNames(cursor: Cursor): string[] {
  return cursor.parenthesized(() => cursor.list(() => cursor.identifier()))
}

function parseRow(cursor: Cursor): Expression[] {
  return cursor.parenthesized(() => cursor.list(() => parseExpressionOrDefault(cursor)))
}

function parseExpressionOrDefault(cursor: Cursor): Expression {
  const at = cursor.at
  return cursor.eat('DEFAULT') ? { kind: 'default', at } : parseExpression(cursor)
}

function parseAssignments(cursor: Cursor): Assignment[] {
  return cursor.list(() => {
    const at = cursor.at
    const path = [cursor.identifier()]
    while (cursor.eatSymbol('.')) path.push(cursor.anyName())
    if (cursor.isSymbol('[')) throw cursor.unsupported('UPDATE of an array element')
    cursor.expectSymbol('=')
    return { path, value: parseExpressionOrDefault(cursor), at }
  })
}

export function parseUpdate(cursor: Cursor): Update {
  cursor.expect('UPDATE')
  const table = cursor.path()
  const alias = cursor.alias()
  cursor.expect('SET')
  const assignments = parseAssignments(cursor)
  const from = cursor.eat('FROM') ? parseFrom(cursor) : undefined
  const where = cursor.eat('WHERE') ? parseExpression(cursor) : undefined
  return { kind: 'update', table, alias, assignments, from, where }
}

export function parseDelete(cursor: Cursor): Delete {
  cursor.expect('DELETE')
  cursor.eat('FROM')
  const table = cursor.path()
  const alias = cursor.alias()
  return { kind: 'delete', table, alias, where: cursor.eat('WHERE') ? parseExpression(cursor) : undefined }
}

export function parseMerge(cursor: Cursor): Merge {
  cursor.expect('MERGE')
  cursor.eat('INTO')
  const table = cursor.path()
  const alias = cursor.alias()
  cursor.expect('USING')
  const source = parseTable(cursor)
  cursor.expect('ON')
  const on = parseExpression(cursor)
  const clauses: Merge['clauses'] = []
  if (!cursor.isKeyword('WHEN')) throw cursor.error(`Expected keyword WHEN but got ${cursor.describe()}`)
  while (cursor.eat('WHEN')) {
    const when = parseMatched(cursor)
    const and = cursor.eat('AND') ? parseExpression(cursor) : undefined
    cursor.expect('THEN')
    clauses.push({ when, and, action: parseMergeAction(cursor) })
  }
  return { kind: 'merge', table, alias, source, on, clauses }
}

function parseMatched(cursor: Cursor): Merge['clauses'][number]['when'] {
  const not = cursor.eat('NOT')
  cursor.expect('MATCHED')
  if (!not) return 'MATCHED'
  if (cursor.eat('BY', 'SOURCE')) return 'NOT MATCHED BY SOURCE'
  cursor.eat('BY', 'TARGET')
  return 'NOT MATCHED BY TARGET'
}

function parseMergeAction(cursor: Cursor): MergeAction {
  if (cursor.eat('DELETE')) return { kind: 'delete' }
  if (cursor.eat('UPDATE')) {
    cursor.expect('SET')
    return { kind: 'update', assignments: parseAssignments(cursor) }
  }
  cursor.expect('INSERT')
  const columns = cursor.isSymbol('(') ? parseNames(cursor) : undefined
  if (cursor.eat('ROW')) return { kind: 'insert', columns, values: 'ROW' }
  cursor.expect('VALUES')
  return { kind: 'insert', columns, values: parseRow(cursor) }
}
