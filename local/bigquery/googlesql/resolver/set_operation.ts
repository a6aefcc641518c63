/** UNION, EXCEPT and INTERSECT: columns meet by position and take their common types. */
import type { SetOperation } from '../ast.ts'
import { quote } from '../duckdb_sql.ts'
import { identicalType, settled, typeName, type Type } from '../types.ts'
import { coerce, supertype } from './coercion.ts'
import { errorAt, freshName, type Context } from './context.ts'
import { resolveBody } from './query.ts'
import { uniqueNames } from './relation.ts'
import { equalNames, type OutputColumn, type Relation, type Scope } from './scope.ts'
import { ofType, typed, type PartitionScan, type Typed } from './typed.ts'

export function resolveSetOperation(node: SetOperation, scope: Scope): Relation {
  const left = resolveBody(node.left, scope)
  const right = resolveBody(node.right, scope)
  return combine(left, right, node, scope.context)
}

/** Two relations as one. */
export function combine(
  left: Relation,
  right: Relation,
  node: Pick<SetOperation, 'operator' | 'all' | 'byName' | 'at'>,
  context: Context,
): Relation {
  const name = `${node.operator} ${node.all ? 'ALL' : 'DISTINCT'}`
  if (left.columns.length !== right.columns.length) {
    const counts = `query 1 has ${left.columns.length} columns, query 2 has ${right.columns.length} columns`
    throw errorAt(context, `Queries in ${name} have mismatched column count; ${counts}`, node.at)
  }
  const matched = node.byName ? byName(left, right, name, node.at, context) : right.columns
  const types = left.columns.map((column, i) => {
    const type = supertype([constantOr(column), constantOr(matched[i]!)])
    if (type) return settled(type)
    const pair = `${typeName(column.type)}, ${typeName(matched[i]!.type)}`
    throw errorAt(context, `Column ${i + 1} in ${name} has incompatible types: ${pair}`, node.at)
  })
  const columns = uniqueNames(
    left.columns.map((column, i) => ({
      name: column.name,
      type: types[i]!,
      isValue: column.isValue,
      partition: node.all ? scansOf(column, matched[i]!) : undefined,
    })),
  )
  const operator = node.operator + (node.all ? ' ALL' : '')
  const [a, b] = [side(left, left.columns, columns, context), side(right, matched, columns, context)]
  return { sql: `${a} ${operator} ${b}`, columns }
}

/** What a filter on a column of UNION ALL prunes: it applies to both sides alike. */
const scansOf = (left: OutputColumn, right: OutputColumn): readonly PartitionScan[] | undefined =>
  left.partition || right.partition ? [...(left.partition ?? []), ...(right.partition ?? [])] : undefined

const constantOr = (column: OutputColumn): Typed => column.constant ?? ofType(column.type)

function byName(left: Relation, right: Relation, name: string, at: number, context: Context): OutputColumn[] {
  return left.columns.map((column) => {
    const match = right.columns.find((other) => equalNames(other.name, column.name))
    if (!match)
      throw errorAt(context, `Column ${column.name} of query 1 is missing in query 2 of ${name} BY NAME`, at)
    return match
  })
}

/** One side with its columns converted and in order. */
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
    const value = column.constant?.type.kind === 'NULL' ? column.constant : typed(read, column.type)
    const sql = identicalType(value.type, target.type) ? read : coerce(value, target.type).sql
    return `${sql} AS ${quote(target.as)}`
  })
  return `SELECT ${list.join(', ')} FROM (${relation.sql}) ${table}`
}
