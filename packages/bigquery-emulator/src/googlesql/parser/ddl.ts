/** GoogleSQL parser: parses CREATE, DROP and ALTER. https://cloud.google.com/bigquery/docs/reference/standard-sql/data-definition-language */
import { SqlError } from '../error.ts'
import type {
  AlterAction,
  AlterSchema,
  AlterTable,
  ColumnDefinition,
  CreateFunction,
  CreateTable,
  CreateView,
  Drop,
  OptionList,
  StatementBody,
} from '../statement_ast.ts'
import type { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parseQuery } from './query.ts'
import { parseLimitedType, parseType } from './type.ts'

interface Creation {
  orReplace: boolean
  temporary: boolean
}

export function parseCreate(cursor: Cursor): StatementBody {
  cursor.expect('CREATE')
  const orReplace = cursor.eat('OR', 'REPLACE')
  const temporary = cursor.eat('TEMP') || cursor.eat('TEMPORARY')
  const creation = { orReplace, temporary }
  if (cursor.eat('SCHEMA')) {
    const ifNotExists = cursor.eat('IF', 'NOT', 'EXISTS')
    return { kind: 'createSchema', ifNotExists, path: cursor.path(), options: parseOptions(cursor) }
  }
  if (cursor.eat('VIEW')) return parseCreateView(cursor, creation)
  if (cursor.eat('FUNCTION')) return parseCreateFunction(cursor, creation)
  if (cursor.isKeyword('TABLE') && !cursor.isKeyword('TABLE', 'FUNCTION'))
    return parseCreateTable(cursor, creation)
  if (cursor.isKeyword('TABLE', 'FUNCTION')) throw cursor.unsupported('CREATE TABLE FUNCTION')
  throw cursor.unsupported(`CREATE ${cursor.peek().text.toUpperCase()}`)
}

/** Parses `OPTIONS(name = value, …)`, or nothing. */
function parseOptions(cursor: Cursor): OptionList {
  const options: OptionList = {}
  if (!cursor.eat('OPTIONS')) return options
  cursor.expectSymbol('(')
  while (!cursor.isSymbol(')')) {
    const { at } = cursor
    const name = cursor.identifier().toLowerCase()
    if (options[name]) throw new SqlError(`Duplicate option specified for '${name}'`, cursor.source, at)
    cursor.expectSymbol('=')
    options[name] = parseExpression(cursor)
    if (!cursor.eatSymbol(',')) break
  }
  cursor.expectSymbol(')')
  return options
}

function parseCreateView(cursor: Cursor, { orReplace }: Creation): CreateView {
  const ifNotExists = cursor.eat('IF', 'NOT', 'EXISTS')
  const path = cursor.path()
  const columns = cursor.isSymbol('(')
    ? cursor.parenthesized(() =>
        cursor.list(() => ({ name: cursor.identifier(), options: parseOptions(cursor) })),
      )
    : undefined
  const options = parseOptions(cursor)
  cursor.expect('AS')
  const from = cursor.at
  const query = parseQuery(cursor)
  return {
    kind: 'createView',
    path,
    orReplace,
    ifNotExists,
    columns,
    options,
    query,
    queryText: cursor.textFrom(from),
  }
}

function parseCreateFunction(cursor: Cursor, { orReplace, temporary }: Creation): CreateFunction {
  const ifNotExists = cursor.eat('IF', 'NOT', 'EXISTS')
  const path = cursor.path()
  cursor.expectSymbol('(')
  const parameters = cursor.isSymbol(')')
    ? []
    : cursor.list(() => {
        const name = cursor.identifier()
        return { name, type: cursor.eat('ANY', 'TYPE') ? ('ANY' as const) : parseType(cursor, 'a function') }
      })
  cursor.expectSymbol(')')
  const returns = cursor.eat('RETURNS') ? parseType(cursor, 'a function') : undefined
  if (cursor.isKeyword('LANGUAGE')) throw cursor.unsupported('JavaScript UDF')
  const before = parseOptions(cursor)
  cursor.expect('AS')
  const [body, bodyText] = cursor.parenthesized(() => {
    const from = cursor.at
    return [parseExpression(cursor), cursor.textFrom(from)] as const
  })
  const options = { ...before, ...parseOptions(cursor) }
  return {
    kind: 'createFunction',
    path,
    orReplace,
    ifNotExists,
    temporary,
    parameters,
    returns,
    body,
    bodyText,
    options,
  }
}

function parseCreateTable(cursor: Cursor, { orReplace, temporary }: Creation): CreateTable {
  cursor.expect('TABLE')
  const ifNotExists = cursor.eat('IF', 'NOT', 'EXISTS')
  const table: CreateTable = {
    kind: 'createTable',
    path: cursor.path(),
    orReplace,
    ifNotExists,
    temporary,
    options: {},
  }
  if (cursor.eat('LIKE')) table.like = cursor.path()
  else if (cursor.eat('COPY')) table.copy = cursor.path()
  else if (cursor.isKeyword('CLONE')) throw cursor.unsupported('CREATE TABLE CLONE')
  if (cursor.isSymbol('(')) {
    cursor.next()
    table.columns = []
    while (!cursor.isSymbol(')')) {
      if (cursor.isAnyKeyword('PRIMARY', 'FOREIGN', 'CONSTRAINT'))
        throw cursor.unsupported('A table constraint')
      table.columns.push(parseColumn(cursor))
      if (!cursor.eatSymbol(',')) break
    }
    cursor.expectSymbol(')')
  }
  if (cursor.isKeyword('DEFAULT', 'COLLATE')) throw cursor.unsupported('COLLATE')
  if (cursor.eat('PARTITION', 'BY')) table.partition = parseExpression(cursor)
  if (cursor.eat('CLUSTER', 'BY')) table.cluster = cursor.list(() => parseExpression(cursor))
  table.options = parseOptions(cursor)
  if (cursor.eat('AS')) table.query = parseQuery(cursor)
  return table
}

function parseColumn(cursor: Cursor): ColumnDefinition {
  const name = cursor.identifier()
  const type = parseLimitedType(cursor)
  const column: ColumnDefinition = { name, type, required: false, options: {} }
  for (;;) {
    if (cursor.eat('NOT', 'NULL')) column.required = true
    else if (cursor.eat('DEFAULT')) {
      const from = cursor.at
      column.default = parseExpression(cursor)
      column.defaultText = cursor.textFrom(from)
    } else if (cursor.isKeyword('OPTIONS')) column.options = parseOptions(cursor)
    else if (cursor.isKeyword('COLLATE')) throw cursor.unsupported('COLLATE')
    else if (cursor.isKeyword('PRIMARY')) throw cursor.unsupported('A table constraint')
    else return column
  }
}

export function parseDrop(cursor: Cursor): Drop {
  cursor.expect('DROP')
  const what = (['TABLE', 'VIEW', 'SCHEMA', 'FUNCTION'] as const).find((word) => cursor.isKeyword(word))
  if (!what || cursor.isKeyword('TABLE', 'FUNCTION'))
    throw cursor.unsupported(`DROP ${cursor.peek().text.toUpperCase()}`)
  cursor.next()
  const ifExists = cursor.eat('IF', 'EXISTS')
  const path = cursor.path()
  const cascade = cursor.eat('CASCADE')
  if (!cascade) cursor.eat('RESTRICT')
  return { kind: 'drop', what, path, ifExists, cascade }
}

export function parseAlter(cursor: Cursor): AlterTable | AlterSchema {
  cursor.expect('ALTER')
  const what = (['TABLE', 'VIEW', 'SCHEMA'] as const).find((word) => cursor.eat(word))
  if (!what) throw cursor.unsupported(`ALTER ${cursor.peek().text.toUpperCase()}`)
  const ifExists = cursor.eat('IF', 'EXISTS')
  const path = cursor.path()
  if (what === 'SCHEMA') {
    if (!cursor.eat('SET') || !cursor.isKeyword('OPTIONS'))
      throw cursor.unsupported(`ALTER SCHEMA ${cursor.peek().text.toUpperCase()}`)
    return { kind: 'alterSchema', path, ifExists, options: parseOptions(cursor) }
  }
  const actions = cursor.list(() => parseAlterAction(cursor, what))
  return { kind: 'alterTable', what, path, ifExists, actions }
}

function parseAlterAction(cursor: Cursor, what: AlterTable['what']): AlterAction {
  if (cursor.eat('ADD', 'COLUMN')) {
    const ifNotExists = cursor.eat('IF', 'NOT', 'EXISTS')
    return { kind: 'addColumn', ifNotExists, column: parseColumn(cursor) }
  }
  if (cursor.eat('DROP', 'COLUMN')) {
    const ifExists = cursor.eat('IF', 'EXISTS')
    return { kind: 'dropColumn', ifExists, name: cursor.identifier() }
  }
  if (cursor.eat('RENAME', 'TO')) return { kind: 'renameTable', to: cursor.identifier() }
  if (cursor.eat('RENAME', 'COLUMN')) {
    const from = cursor.identifier()
    cursor.expect('TO')
    return { kind: 'renameColumn', from, to: cursor.identifier() }
  }
  if (cursor.eat('SET') && cursor.isKeyword('OPTIONS'))
    return { kind: 'setOptions', options: parseOptions(cursor) }
  if (cursor.eat('ALTER', 'COLUMN')) {
    const name = cursor.identifier()
    if (cursor.eat('SET', 'DATA', 'TYPE'))
      return { kind: 'setDataType', name, type: parseLimitedType(cursor) }
    if (cursor.eat('DROP', 'NOT', 'NULL')) return { kind: 'dropNotNull', name }
    if (cursor.eat('SET') && cursor.isKeyword('OPTIONS'))
      return { kind: 'setColumnOptions', name, options: parseOptions(cursor) }
  }
  throw cursor.unsupported(`ALTER ${what} ${cursor.peek().text.toUpperCase()}`)
}
