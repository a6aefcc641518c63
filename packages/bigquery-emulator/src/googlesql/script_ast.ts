/** GoogleSQL compiler: defines the syntax tree of a script: its statements, and the procedural statements around them. https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language */
import type { Expression, Query } from './ast.ts'
import type { Statement } from './statement_ast.ts'
import type { Type } from './types.ts'

/** An expression with its text, for the record of executed SQL. */
export interface ScriptExpression {
  node: Expression
  /** Offsets of the first character, and of the first one after it. */
  from: number
  until: number
}

export interface Branch {
  when: ScriptExpression
  body: ScriptNode[]
}

type Declare = {
  kind: 'declare'
  names: string[]
  /** Undefined: the type of the default. */
  type?: Type | undefined
  default?: ScriptExpression | undefined
}

/** `targets` is one name, or the names of `SET (a, b) = …`, whose value is a STRUCT. */
type Set = { kind: 'set'; targets: string[]; isList: boolean; value: ScriptExpression }

type If = { kind: 'if'; branches: Branch[]; otherwise: ScriptNode[] }

type Case = {
  kind: 'caseOf'
  operand?: ScriptExpression | undefined
  branches: Branch[]
  otherwise: ScriptNode[]
}

type Loop = { label?: string | undefined; body: ScriptNode[] } & (
  | { kind: 'loop' }
  | { kind: 'while'; condition: ScriptExpression }
  | { kind: 'repeat'; until: ScriptExpression }
  | { kind: 'for'; variable: string; query: Query }
)

type Block = {
  kind: 'block'
  label?: string | undefined
  body: ScriptNode[]
  /** The statements after EXCEPTION WHEN ERROR THEN. */
  handler?: ScriptNode[] | undefined
}

export type ExecuteImmediate = {
  kind: 'execute'
  sql: ScriptExpression
  into: string[]
  using: { value: ScriptExpression; alias?: string | undefined }[]
}

type Procedural =
  | Declare
  | Set
  | If
  | Case
  | Loop
  | Block
  | ExecuteImmediate
  | { kind: 'break' | 'continue'; label?: string | undefined }
  | { kind: 'raise'; message?: ScriptExpression | undefined }
  | { kind: 'return' }
  | { kind: 'assert'; condition: ScriptExpression; description?: string | undefined }

/** One procedural statement, with its text. */
export type ProceduralNode = Procedural & { at: number; text: string }

export type ScriptNode = Statement | ProceduralNode
