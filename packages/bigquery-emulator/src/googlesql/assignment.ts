/** GoogleSQL compiler: compiles the `column = value` of INSERT, UPDATE and MERGE to DuckDB SQL. */
import type { Expression } from './ast.ts'
import type { DmlTarget } from './dml.ts'
import { pack, quote } from './duckdb_sql.ts'
import { coerce, isCoercible } from './resolver/coercion.ts'
import { errorAt, placed, unsupportedAt, type Context } from './resolver/context.ts'
import { resolveExpression } from './resolver/expression.ts'
import { limitedSql } from './resolver/limits.ts'
import { equalNames, isCalled, type Scope, type Source } from './resolver/scope.ts'
import { member } from './resolver/struct.ts'
import { typed, type Typed } from './resolver/typed.ts'
import type { Assignment } from './statement_ast.ts'
import { fieldName, typeName, type Type } from './types.ts'

/**
 * Coerces a value to a column's type and holds it against the limits of the type. Throws BigQuery's error if the types
 * don't match. NULL becomes an empty array.
 */
export function assign(
  value: Typed,
  column: { name: string; type: Type; limited?: Type | undefined },
  context: Context,
  at?: number,
): string {
  if (!isCoercible(value, column.type)) {
    const into = `which cannot be inserted into column ${column.name}, which has type ${typeName(column.type)}`
    throw errorAt(context, `Value has type ${typeName(value.type)} ${into}`, at)
  }
  const coerced = placed(context, at, () => coerce(value, column.type)).sql
  const sql = column.limited ? limitedSql(coerced, column.limited) : coerced
  return column.type.kind === 'ARRAY' ? `COALESCE(${sql}, [])` : sql
}

/** Compiles `column = value, record.member = value` for DuckDB. DuckDB can't set a member, so its record is rebuilt. */
export function assignments(list: readonly Assignment[], { table, source }: DmlTarget, scope: Scope): string {
  const { context } = scope
  const changed = new Map<string, Typed | 'DEFAULT'>()
  demandDisjoint(list, source, context)
  for (const { path, value, at } of list) {
    const qualified = isCalled(source, path[0]!)
    if (qualified && path.length === 1)
      throw errorAt(context, 'UPDATE ... SET does not support updating the entire row', at)
    const [name, ...members] = qualified ? path.slice(1) : path
    const column = source.columns.find((candidate) => equalNames(candidate.name, name!) && !candidate.hidden)
    if (!column) throw errorAt(context, `Unrecognized name: ${name}`, at)
    if (value.kind === 'default' && members.length > 0) {
      replaced(typed(column.sql, column.type), members, { kind: 'null', at }, scope, name!, at)
      throw unsupportedAt(context, 'DEFAULT for a member of a column', at)
    }
    if (value.kind === 'default') {
      changed.set(column.name, 'DEFAULT')
      continue
    }
    const before = changed.get(column.name)
    const base = before === undefined || before === 'DEFAULT' ? typed(column.sql, column.type) : before
    changed.set(column.name, replaced(base, members, value, scope, name!, at))
  }
  return [...changed]
    .map(([name, value]) => {
      const column = table.columns.find((candidate) => candidate.name === name)!
      return `${quote(name)} = ${value === 'DEFAULT' ? value : assign(value, column, context)}`
    })
    .join(', ')
}

/** Throws if two assignments change the same column or member, or if one changes a part of what another changes. */
function demandDisjoint(list: readonly Assignment[], source: Source, context: Context): void {
  const paths = list.map(({ path }) => (isCalled(source, path[0]!) ? path.slice(1) : path))
  const isWithin = (part: readonly string[], whole: readonly string[]): boolean =>
    whole.every((name, i) => equalNames(part[i], name))
  for (const [i, path] of paths.entries()) {
    const other = paths.slice(0, i).find((earlier) => isWithin(path, earlier) || isWithin(earlier, path))
    if (!other) continue
    const name = path.join('.')
    const problem =
      other.length === path.length ? 'assigned more than once' : `overlaps with ${other.join('.')}`
    throw errorAt(context, `Update item ${name} ${problem}`, list[i]!.at)
  }
}

function replaced(
  base: Typed,
  path: readonly string[],
  node: Expression,
  scope: Scope,
  name: string,
  at: number,
): Typed {
  const { type } = base
  if (path.length === 0) {
    const value = resolveExpression(node, scope)
    return typed(assign(value, { name, type }, scope.context, at), type)
  }
  if (type.kind !== 'STRUCT')
    throw errorAt(scope.context, `Cannot access field ${path[0]} on a value with type ${typeName(type)}`, at)
  const index = type.fields.findIndex((field) => equalNames(field.name, path[0]!))
  if (index < 0) throw errorAt(scope.context, `Field name ${path[0]} does not exist in ${typeName(type)}`, at)
  const members = type.fields.map((_, i) => {
    const current = member(base, i)
    return i === index ? replaced(current, path.slice(1), node, scope, path[0]!, at).sql : current.sql
  })
  return typed(pack(type.fields.map(fieldName), members), type)
}
