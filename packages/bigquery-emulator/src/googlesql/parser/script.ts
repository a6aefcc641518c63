/** GoogleSQL parser: parses scripts: statements, and procedural statements around them. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language */
import { SqlError } from '../error.ts'
import type { Branch, ProceduralNode, ScriptExpression, ScriptNode } from '../script_ast.ts'
import { Cursor } from './cursor.ts'
import { parseExpression } from './expression.ts'
import { parseQuery } from './query.ts'
import { ScriptScope } from './script_scope.ts'
import { parseStatement } from './statement.ts'
import { parseLimitedType } from './type.ts'

/** The first keywords of procedural statements. */
export const proceduralStatements: readonly string[] =
  `ASSERT BEGIN BREAK CASE CONTINUE DECLARE EXECUTE FOR IF ITERATE LEAVE LOOP RAISE REPEAT RETURN SET WHILE`.split(
    /\s+/,
  )

const procedural = new Set(proceduralStatements)

type Parsed<T = ProceduralNode> = T extends ProceduralNode ? Omit<T, 'at' | 'text'> : never

/** Parses every statement of a script, in order. */
export function parseProgram(source: string): ScriptNode[] {
  const cursor = new Cursor(source)
  const nodes = parseList(cursor, new ScriptScope(source), [])
  if (nodes.length === 0) throw new SqlError('Syntax error: Unexpected end of script', source, source.length)
  return nodes
}

export function isProcedural(node: ScriptNode): node is ProceduralNode {
  return proceduralKinds.has(node.kind)
}

const proceduralKinds: ReadonlySet<string> = new Set<ProceduralNode['kind']>([
  ...(['declare', 'set', 'if', 'caseOf', 'loop', 'while', 'repeat', 'for', 'block'] as const),
  ...(['execute', 'break', 'continue', 'raise', 'return', 'assert'] as const),
])

/** Parses statements up to one of the keywords, or up to the end of the text if there are none. */
function parseList(cursor: Cursor, scope: ScriptScope, ends: readonly string[]): ScriptNode[] {
  const nodes: ScriptNode[] = []
  for (;;) {
    while (cursor.eatSymbol(';'));
    if (ends.length > 0 ? cursor.isAnyKeyword(...ends) : cursor.peek().kind === 'end') return nodes
    const at = cursor.at
    if (cursor.isKeyword('DECLARE'))
      scope.demandBlock(
        nodes.every(({ kind }) => kind === 'declare'),
        at,
      )
    const body = parseProcedural(cursor, scope) ?? parseStatement(cursor)
    nodes.push({ ...body, at, text: cursor.textFrom(at) })
    if (cursor.isSymbol(';')) continue
    if (ends.length > 0) throw cursor.error(`Expected ";" but got ${cursor.describe()}`)
    if (cursor.peek().kind !== 'end') throw cursor.error(`Expected end of input but got ${cursor.describe()}`)
  }
}

function parseProcedural(cursor: Cursor, scope: ScriptScope): Parsed | undefined {
  const hasLabel = cursor.isSymbol(':', 1) && cursor.isIdentifier()
  if (!hasLabel && !procedural.has(cursor.peek().keyword)) return undefined
  const at = cursor.at
  const label = hasLabel ? cursor.identifier() : undefined
  if (hasLabel) cursor.expectSymbol(':')
  const keyword = cursor.peek().keyword
  const labelled = ['BEGIN', 'LOOP', 'WHILE', 'REPEAT', 'FOR']
  if (hasLabel && !labelled.includes(keyword)) throw cursor.unexpected()
  if (labelled.includes(keyword)) return parseLabelled(cursor, scope, keyword, label, at)
  cursor.next()
  switch (keyword) {
    case 'DECLARE':
      return parseDeclare(cursor, scope)
    case 'SET':
      return parseSet(cursor)
    case 'IF':
      return parseIf(cursor, scope, at)
    case 'CASE':
      return parseCase(cursor, scope, at)
    case 'EXECUTE':
      return parseExecute(cursor)
    case 'RAISE':
      return parseRaise(cursor, scope, at)
    case 'RETURN':
      return { kind: 'return' }
    case 'ASSERT': {
      const condition = expression(cursor)
      return { kind: 'assert', condition, description: cursor.eat('AS') ? stringLiteral(cursor) : undefined }
    }
    default: {
      const isContinue = keyword === 'CONTINUE' || keyword === 'ITERATE'
      const target = cursor.isIdentifier() ? cursor.identifier() : undefined
      scope.demandTarget(keyword, isContinue, target, at)
      return { kind: isContinue ? 'continue' : 'break', label: target }
    }
  }
}

function expression(cursor: Cursor): ScriptExpression {
  const from = cursor.at
  const node = parseExpression(cursor)
  return { node, from, until: from + cursor.textFrom(from).length }
}

function stringLiteral(cursor: Cursor): string {
  if (cursor.peek().kind !== 'string') throw cursor.unexpected()
  return cursor.next().text
}

function parseDeclare(cursor: Cursor, scope: ScriptScope): Parsed {
  const at = cursor.at
  const names = cursor.list(() => cursor.identifier())
  const isTyped = !cursor.isKeyword('DEFAULT')
  const type = isTyped ? parseLimitedType(cursor) : undefined
  const initial = cursor.eat('DEFAULT') ? expression(cursor) : undefined
  for (const name of names) scope.declare(name, at)
  return { kind: 'declare', names, type, default: initial }
}

function parseSet(cursor: Cursor): Parsed {
  if (cursor.peek().kind === 'variable') throw cursor.unsupported('SET of a system variable')
  const isList = cursor.isSymbol('(')
  const names = (): string[] => cursor.list(() => cursor.identifier())
  const targets = isList ? cursor.parenthesized(names) : [cursor.identifier()]
  cursor.expectSymbol('=')
  return { kind: 'set', targets, isList, value: expression(cursor) }
}

function parseIf(cursor: Cursor, scope: ScriptScope, at: number): Parsed {
  return scope.within('branch', undefined, at, () => {
    const branches: Branch[] = []
    do {
      const when = expression(cursor)
      cursor.expect('THEN')
      branches.push({ when, body: parseList(cursor, scope, ['ELSEIF', 'ELSE', 'END']) })
    } while (cursor.eat('ELSEIF'))
    const otherwise = cursor.eat('ELSE') ? parseList(cursor, scope, ['END']) : []
    cursor.expect('END', 'IF')
    return { kind: 'if', branches, otherwise }
  })
}

function parseCase(cursor: Cursor, scope: ScriptScope, at: number): Parsed {
  return scope.within('branch', undefined, at, () => {
    const operand = cursor.isKeyword('WHEN') ? undefined : expression(cursor)
    const branches: Branch[] = []
    cursor.expect('WHEN')
    do {
      const when = expression(cursor)
      cursor.expect('THEN')
      branches.push({ when, body: parseList(cursor, scope, ['WHEN', 'ELSE', 'END']) })
    } while (cursor.eat('WHEN'))
    const otherwise = cursor.eat('ELSE') ? parseList(cursor, scope, ['END']) : []
    cursor.expect('END', 'CASE')
    return { kind: 'caseOf', operand, branches, otherwise }
  })
}

function parseLabelled(
  cursor: Cursor,
  scope: ScriptScope,
  keyword: string,
  label: string | undefined,
  at: number,
): Parsed {
  cursor.next()
  const isBlock = keyword === 'BEGIN'
  if (isBlock && (cursor.isKeyword('TRANSACTION') || cursor.isSymbol(';') || cursor.peek().kind === 'end'))
    throw cursor.unsupported('Statement BEGIN TRANSACTION')
  const node = scope.within(isBlock ? 'block' : 'loop', label, at, () =>
    parseBody(cursor, scope, keyword, at),
  )
  cursor.expect('END')
  if (!isBlock) cursor.expect(keyword)
  if (cursor.isIdentifier()) {
    const end = cursor.at
    const name = cursor.identifier()
    if (name.toLowerCase() !== label?.toLowerCase())
      throw new SqlError(`Mismatched end label; expected ${label ?? 'none'}, got ${name}`, cursor.source, end)
  }
  return { ...node, label } as Parsed
}

function parseBody(cursor: Cursor, scope: ScriptScope, keyword: string, at: number): Parsed {
  switch (keyword) {
    case 'LOOP':
      return { kind: 'loop', body: parseList(cursor, scope, ['END']) }
    case 'WHILE': {
      const condition = expression(cursor)
      cursor.expect('DO')
      return { kind: 'while', condition, body: parseList(cursor, scope, ['END']) }
    }
    case 'REPEAT': {
      const body = parseList(cursor, scope, ['UNTIL'])
      cursor.expect('UNTIL')
      return { kind: 'repeat', body, until: expression(cursor) }
    }
    case 'FOR': {
      const variable = cursor.identifier()
      scope.declare(variable, at)
      cursor.expect('IN')
      const query = cursor.parenthesized(() => parseQuery(cursor))
      cursor.expect('DO')
      return { kind: 'for', variable, query, body: parseList(cursor, scope, ['END']) }
    }
    default: {
      // The variables of a block are unknown in its exception handler.
      const body = scope.within('body', undefined, at, () => parseList(cursor, scope, ['EXCEPTION', 'END']))
      if (!cursor.eat('EXCEPTION')) return { kind: 'block', body }
      cursor.expect('WHEN', 'ERROR', 'THEN')
      const handler = scope.within('handler', undefined, at, () => parseList(cursor, scope, ['END']))
      return { kind: 'block', body, handler }
    }
  }
}

function parseExecute(cursor: Cursor): Parsed {
  cursor.expect('IMMEDIATE')
  const sql = expression(cursor)
  const into = cursor.eat('INTO') ? cursor.list(() => cursor.identifier()) : []
  const using = cursor.eat('USING')
    ? cursor.list(() => {
        const value = expression(cursor)
        return { value, alias: cursor.eat('AS') ? cursor.identifier() : undefined }
      })
    : []
  return { kind: 'execute', sql, into, using }
}

function parseRaise(cursor: Cursor, scope: ScriptScope, at: number): Parsed {
  if (!cursor.eat('USING')) {
    scope.demandHandler(at)
    return { kind: 'raise' }
  }
  cursor.expect('MESSAGE')
  cursor.expectSymbol('=')
  return { kind: 'raise', message: expression(cursor) }
}
