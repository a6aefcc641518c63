/** GoogleSQL compiler: defines the syntax tree of statements: queries, DDL and DML. */
import type { Expression, From, Query, TablePath } from './ast.ts'
import type { Type } from './types.ts'

export interface ColumnDefinition {
  name: string
  type: Type
  required: boolean
  default?: Expression | undefined
  defaultText?: string | undefined
  options: OptionList
}

export type OptionList = Record<string, Expression>

export interface Assignment {
  path: string[]
  value: Expression
  at: number
}

export type CreateTable = {
  kind: 'createTable'
  path: TablePath
  orReplace: boolean
  ifNotExists: boolean
  /** True for a table that lives as long as the script. */
  temporary: boolean
  columns?: ColumnDefinition[] | undefined
  like?: TablePath | undefined
  copy?: TablePath | undefined
  partition?: Expression | undefined
  cluster?: Expression[] | undefined
  options: OptionList
  query?: Query | undefined
}

export type CreateView = {
  kind: 'createView'
  path: TablePath
  orReplace: boolean
  ifNotExists: boolean
  columns?: { name: string; options: OptionList }[] | undefined
  options: OptionList
  query: Query
  queryText: string
}

export type CreateFunction = {
  kind: 'createFunction'
  path: TablePath
  orReplace: boolean
  ifNotExists: boolean
  temporary: boolean
  parameters: { name: string; type: Type | 'ANY' }[]
  returns?: Type | undefined
  body: Expression
  bodyText: string
  options: OptionList
}

export type CreateSchema = {
  kind: 'createSchema'
  path: TablePath
  ifNotExists: boolean
  options: OptionList
}

export type Drop = {
  kind: 'drop'
  what: 'TABLE' | 'VIEW' | 'SCHEMA' | 'FUNCTION'
  path: TablePath
  ifExists: boolean
  cascade: boolean
}

export type AlterAction =
  | { kind: 'addColumn'; column: ColumnDefinition; ifNotExists: boolean }
  | { kind: 'dropColumn'; name: string; ifExists: boolean }
  | { kind: 'renameTable'; to: string }
  | { kind: 'renameColumn'; from: string; to: string }
  | { kind: 'setOptions'; options: OptionList }
  | { kind: 'setColumnOptions'; name: string; options: OptionList }
  | { kind: 'setDataType'; name: string; type: Type }
  | { kind: 'dropNotNull'; name: string }
export type AlterTable = {
  kind: 'alterTable'
  what: 'TABLE' | 'VIEW'
  path: TablePath
  ifExists: boolean
  actions: AlterAction[]
}

export type AlterSchema = { kind: 'alterSchema'; path: TablePath; ifExists: boolean; options: OptionList }

export type Insert = {
  kind: 'insert'
  table: TablePath
  columns?: string[] | undefined
  source: { rows: Expression[][] } | { query: Query }
}

export type Update = {
  kind: 'update'
  table: TablePath
  alias?: string | undefined
  assignments: Assignment[]
  from?: From | undefined
  where?: Expression | undefined
}

export type Delete = {
  kind: 'delete'
  table: TablePath
  alias?: string | undefined
  where?: Expression | undefined
}

export type MergeAction =
  | { kind: 'delete' }
  | { kind: 'update'; assignments: Assignment[] }
  | { kind: 'insert'; columns?: string[] | undefined; values: Expression[] | 'ROW' }
export type Merge = {
  kind: 'merge'
  table: TablePath
  alias?: string | undefined
  source: From
  on: Expression
  clauses: {
    when: 'MATCHED' | 'NOT MATCHED BY TARGET' | 'NOT MATCHED BY SOURCE'
    and?: Expression | undefined
    action: MergeAction
  }[]
}

export type StatementBody =
  | { kind: 'query'; query: Query }
  | CreateTable
  | CreateView
  | CreateFunction
  | CreateSchema
  | Drop
  | AlterTable
  | AlterSchema
  | Insert
  | Update
  | Delete
  | Merge
  | { kind: 'truncate'; table: TablePath }

/** One statement of a script, with its text. */
export type Statement = StatementBody & { at: number; text: string }
