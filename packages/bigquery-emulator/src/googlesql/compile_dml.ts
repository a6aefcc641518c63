/** GoogleSQL compiler: compiles any statement that changes rows. */
import { compileDelete, compileInsert, compileTruncate, compileUpdate, type CompiledDml } from './dml.ts'
import { compileMerge } from './merge.ts'
import type { Context } from './resolver/context.ts'
import type { Statement } from './statement_ast.ts'

const dmlKinds = ['insert', 'update', 'delete', 'merge', 'truncate'] as const

export type DmlStatement = Statement & { kind: (typeof dmlKinds)[number] }

export function isDml(statement: Statement): statement is DmlStatement {
  return dmlKinds.some((kind) => kind === statement.kind)
}

export function compileDml(statement: DmlStatement, context: Context): CompiledDml {
  switch (statement.kind) {
    case 'insert':
      return compileInsert(statement, context)
    case 'update':
      return compileUpdate(statement, context)
    case 'delete':
      return compileDelete(statement, context)
    case 'merge':
      return compileMerge(statement, context)
    default:
      return compileTruncate(statement.table, context)
  }
}
