/** GoogleSQL resolver: resolves UNION, EXCEPT and INTERSECT. Columns are matched by position and converted to their common types. */
import type { QueryBody, SetOperation } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { identicalType, settled, typeName, type Type } from '../types.ts'
import { coerce, isCoercible, supertype } from './coercion.ts'
import { errorAt, freshName, placed, type Context } from './context.ts'
import { ungroupable } from './grouping.ts'
import { resolveBody } from './query.ts'
import { uniqueNames } from './relation.ts'
import { equalNames, type OutputColumn, type Relation, type Scope } from './scope.ts'
import { ofType, typed, type PartitionScan, type Typed } from './typed.ts'

type Operation = Pick<SetOperation, 'operator' | 'all' | 'byName' | 'at'>

export function resolveSetOperation(node: SetOperation, scope: Scope): Relation {
  const inputs = inputsOf(node).map((input) => resolveBody(input, scope))
  return combine(inputs, node, scope.context)
}

/** Returns the inputs of a chain of one operator. Their common types are determined together. */
function inputsOf(node: SetOperation): QueryBody[] {
  const { left } = node
  const isChain = left.kind === 'setOperation' && left.byName === node.byName
  return [...(isChain ? inputsOf(left) : [left]), node.right]
}

/** Combines relations into one. */
export function combine(inputs: readonly Relation[], node: Operation, context: Context): Relation {
  const name = `${node.operator} ${node.all ? 'ALL' : 'DISTINCT'}`
  const first = inputs[0]!
  const matched = inputs.map((input, i) => {
    const { length } = input.columns
    const count = first.columns.length
    if (length !== count) {
      const counts = `query 1 has ${count} column${count === 1 ? '' : 's'}, query ${i + 1} has ${length} column${length === 1 ? '' : 's'}`
      throw errorAt(context, `Queries in ${name} have mismatched column count; ${counts}`, node.at)
    }
    return i > 0 && node.byName ? byName(first, input, i, name, node.at, context) : input.columns
  })
  const types = first.columns.map((_, i) => {
    const values = matched.map((columns) => constantOr(columns[i]!))
    const type = commonType(values)
    if (!type) {
      const found = values.map((value) => typeName(value.type)).join(', ')
      throw errorAt(context, `Column ${i + 1} in ${name} has incompatible types: ${found}`, node.at)
    }
    const json = node.all ? undefined : ungroupable(type)
    if (json !== undefined) {
      const message = `Column ${i + 1} in ${name} has type that does not support set operation comparisons: ${json}`
      throw errorAt(context, message, node.at)
    }
    return type
  })
  // A condition on a column of either union holds or not for whole rows, so it applies to each input.
  const prunes = node.operator === 'UNION'
  const columns = uniqueNames(
    first.columns.map((column, i) => ({
      name: column.name,
      type: types[i]!,
      isValue: column.isValue,
      partition: prunes ? scansOf(matched.map((side) => side[i]!)) : undefined,
    })),
  )
  const operator = node.operator + (node.all ? ' ALL' : '')
  const sides = inputs.map((input, i) =>
    placed(context, node.at, () => side(input, matched[i]!, columns, context)),
  )
  return { sql: sides.join(` ${operator} `), columns }
}

/** Returns the common type of a column. Literals in a struct coerce by their types, not as literals. */
function commonType(values: readonly Typed[]): Type | undefined {
  const seen = values.map((value) => (value.type.kind === 'STRUCT' ? ofType(value.type) : value))
  const type = supertype(seen)
  return type && seen.every((value) => isCoercible(value, type)) ? settled(type) : undefined
}

/** Returns the scans that a filter on a column of UNION ALL prunes: those of all inputs. */
function scansOf(columns: readonly OutputColumn[]): readonly PartitionScan[] | undefined {
  const scans = columns.flatMap(({ partition }) => partition ?? [])
  return scans.length > 0 ? scans : undefined
}

function constantOr(column: OutputColumn): Typed {
  return column.constant ?? ofType(column.type)
}

function byName(
  first: Relation,
  other: Relation,
  index: number,
  name: string,
  at: number,
  context: Context,
): OutputColumn[] {
  return first.columns.map((column) => {
    const match = other.columns.find((candidate) => equalNames(candidate.name, column.name))
    if (match) return match
    const message = `Column ${column.name} of query 1 is missing in query ${index + 1} of ${name} BY NAME`
    throw errorAt(context, message, at)
  })
}

/** Emits one input, with its columns converted and in order. */
function side(
  relation: Relation,
  columns: readonly OutputColumn[],
  targets: readonly { as: string; type: Type }[],
  context: Context,
): string {
  const table = freshName(context, 'u')
  const list = columns.map((column, i) => {
    const target = targets[i]!
    const read = `${table}.${quote(column.as)}`
    const { constant } = column
    // A literal is coerced to check it. The emitted SQL reads the column, which has the literal's own type.
    if (constant?.literal !== undefined || constant?.items) coerce(constant, target.type)
    const value = constant?.type.kind === 'NULL' ? constant : typed(read, column.type)
    const sql = identicalType(value.type, target.type) ? read : coerce(value, target.type).sql
    return `${sql} AS ${quote(target.as)}`
  })
  return `SELECT ${list.join(', ')} FROM (${relation.sql}) ${table}`
}
