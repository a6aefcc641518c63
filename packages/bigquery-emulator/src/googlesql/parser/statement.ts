/** GoogleSQL parser: parses statements and single queries. Scripts with procedural statements: `script.ts`. */
import type { Query } from '../ast.ts'
import { SqlError } from '../error.ts'
import type { Statement, StatementBody } from '../statement_ast.ts'
import { Cursor } from './cursor.ts'
import { parseAlter, parseCreate, parseDrop } from './ddl.ts'
import { parseDelete, parseInsert, parseMerge, parseUpdate } from './dml.ts'
import { parseQuery, startsQuery } from './query.ts'

/** The first keywords of the BigQuery statements that are not supported. */
export const refusedStatements: readonly string[] =
  `CALL COMMIT EXPORT GRANT LOAD REVOKE ROLLBACK UNDROP EXPLAIN`.split(/\s+/)

/** Parses statements of which none is procedural, in order. */
export function parseScript(source: string): Statement[] {
  const cursor = new Cursor(source)
  const statements: Statement[] = []
  for (;;) {
    while (cursor.eatSymbol(';'));
    if (cursor.peek().kind === 'end') break
    const at = cursor.at
    const body = parseStatement(cursor)
    statements.push({ ...body, at, text: cursor.textFrom(at) })
    if (cursor.peek().kind !== 'end' && !cursor.isSymbol(';'))
      throw cursor.error(`Expected end of input but got ${cursor.describe()}`)
  }
  if (statements.length === 0)
    throw new SqlError('Syntax error: Unexpected end of script', source, source.length)
  return statements
}

/** Parses text that is exactly one query, such as a view's. */
export function parseSingleQuery(source: string): Query {
  const cursor = new Cursor(source)
  const query = parseQuery(cursor)
  cursor.eatSymbol(';')
  if (cursor.peek().kind !== 'end') throw cursor.error(`Expected end of input but got ${cursor.describe()}`)
  return query
}

/** Parses one statement that is not procedural, without its `;`. */
export function parseStatement(cursor: Cursor): StatementBody {
  if (startsQuery(cursor) || cursor.isSymbol('(')) return { kind: 'query', query: parseQuery(cursor) }
  const word = cursor.peek().keyword
  switch (word) {
    case 'CREATE':
      return parseCreate(cursor)
    case 'DROP':
      return parseDrop(cursor)
    case 'ALTER':
      return parseAlter(cursor)
    case 'INSERT':
      return parseInsert(cursor)
    case 'UPDATE':
      return parseUpdate(cursor)
    case 'DELETE':
      return parseDelete(cursor)
    case 'MERGE':
      return parseMerge(cursor)
    case 'TRUNCATE':
      cursor.next()
      cursor.expect('TABLE')
      return { kind: 'truncate', table: cursor.path() }
    default:
      if (refusedStatements.includes(word)) throw cursor.unsupported(`Statement ${word}`)
      throw cursor.unexpected()
  }
}
