/** Differential test: generates random, mostly valid queries with names that shadow one another. The same seed gives the same queries. */
import type { Random } from '../../ingest/random.ts'
import { typeName } from '../../../packages/bigquery-emulator/src/googlesql/types.ts'
import { Expressions, type Name } from './expressions.ts'
import type { AnalyzerTable } from '../analyzer.ts'
import { keywords, types } from './vocabulary.ts'

interface Item {
  sql: string
  names: Name[]
}

export class Queries {
  readonly #random: Random
  readonly #tables: readonly AnalyzerTable[]
  #depth = 0

  constructor(random: Random, tables: readonly AnalyzerTable[]) {
    this.#random = random
    this.#tables = tables
  }

  /** Generates a query with its WITH clause. */
  whole(): string {
    const { below } = this.#random
    if (below(4) > 0) return this.query(1 + below(3))
    const name = this.#name(['a', 'way', 'n', 'id', 'orders'])
    const inner = this.query(1 + below(3))
    return `WITH ${name} AS (${inner}) ${this.#random.pick([
      `SELECT * FROM ${name}`,
      `SELECT ${name} FROM ${name}`,
      `SELECT ${name}.${this.#name(['id', 'n', 'x'])} FROM ${name}`,
      `SELECT COUNT(*) AS ${name} FROM ${name} HAVING ${name} > 1`,
      this.query(1),
    ])}`
  }

  /** Generates a query with this number of columns. */
  query(columns: number, outer: readonly Name[] = []): string {
    const { below, pick } = this.#random
    this.#depth++
    const first = this.#select(columns, outer)
    const set = pick(['UNION ALL', 'UNION ALL', 'UNION DISTINCT', 'EXCEPT DISTINCT', 'INTERSECT DISTINCT'])
    const query =
      below(8) === 0
        ? `${first} ${set} ${this.#select(below(12) === 0 ? columns + 1 : columns, outer)}`
        : first
    this.#depth--
    return query
  }

  #name(names: readonly string[]): string {
    const { pick, below } = this.#random
    if (below(60) === 0) return pick([...keywords])
    return below(4) === 0 ? pick(['x', 'day', 'offset', 'value', 'tags', 'way', 'id']) : pick(names)
  }

  /** A range variable: none, short, or the name of a column. */
  #alias(columns: readonly string[]): string | undefined {
    const { below } = this.#random
    return below(3) === 0 ? undefined : this.#name(below(2) === 0 ? ['a', 'b', 'k', 'w'] : columns)
  }

  #item(outer: readonly Name[]): Item {
    const { pick, below } = this.#random
    const kind = below(10)
    if (kind === 0) {
      const alias = this.#name(['a', 'v', 'id'])
      const [array, type] = pick([
        ['[1, 2]', 'INT64'],
        ['["a"]', 'STRING'],
        ['[STRUCT(1 AS n, "a" AS id)]', 'STRUCT<n INT64, id STRING>'],
      ] as const)
      const offset = below(3) === 0 ? ` WITH OFFSET AS ${this.#name(['o', 'n'])}` : ''
      return { sql: `UNNEST(${array}) AS ${alias}${offset}`, names: [{ sql: alias, type }] }
    }
    if (kind === 1 && this.#depth < 3) {
      const alias = this.#name(['a', 'q', 'way'])
      return {
        sql: `(SELECT id, n AS x FROM shop.way AS w) AS ${alias}`,
        names: [
          { sql: pick([`${alias}.id`, 'id']), type: 'STRING' },
          { sql: pick([`${alias}.x`, 'x']), type: 'INT64' },
        ],
      }
    }
    if (kind === 2 && this.#depth < 3)
      return { sql: `(${this.query(2, outer)}) AS ${this.#name(['s', 't'])}`, names: [] }
    const { dataset, table: name, columns } = pick(this.#tables)
    const alias = this.#alias(columns.map((column) => column.name))
    const range = alias ?? name
    const names = columns.map((column): Name => ({
      sql: below(3) > 0 ? `${range}.${column.name}` : column.name,
      type: typeName(column.type),
    }))
    return {
      sql: `${dataset}.${name}${alias === undefined ? '' : ` AS ${alias}`}`,
      names: below(12) === 0 ? [...names, { sql: range, type: 'STRUCT' }] : names,
    }
  }

  #from(outer: readonly Name[]): Item {
    const { pick, below } = this.#random
    const left = this.#item(outer)
    if (below(4) > 0) return left
    const right = this.#item(outer)
    const names = [...left.names, ...right.names]
    const expressions = this.#expressions([...names, ...outer])
    const join = pick([
      () => `, ${right.sql}`,
      () => ` CROSS JOIN ${right.sql}`,
      () => ` ${pick(['', 'LEFT ', 'RIGHT ', 'FULL '])}JOIN ${right.sql} USING (${pick(['id', 'n', 'day'])})`,
      () => ` ${pick(['', 'LEFT ', 'FULL '])}JOIN ${right.sql} ON ${expressions.of('BOOL', 1)}`,
    ])()
    return { sql: left.sql + join, names }
  }

  #expressions(names: readonly Name[]): Expressions {
    const { pick } = this.#random
    return new Expressions(this.#random, names, (columns) =>
      this.#depth > 2 ? pick(['SELECT id FROM shop.way AS w', 'SELECT 1']) : this.query(columns, names),
    )
  }

  #select(count: number, outer: readonly Name[]): string {
    const { pick, below } = this.#random
    const from = below(12) === 0 ? undefined : this.#from(outer)
    const own = from?.names ?? []
    const expressions = this.#expressions([...own, ...(below(2) === 0 ? outer : [])])
    const isGrouped = below(3) === 0
    const keys: string[] = []
    const items = Array.from({ length: count }, (_, i) => {
      const kind = below(12)
      if (!isGrouped && from && kind === 0) return expressions.window(1)
      if (!isGrouped && from && kind === 1 && count === 1) return '*'
      if (isGrouped && (below(2) === 0 || (i === 0 && keys.length === 0 && below(3) === 0)))
        return this.#aliased(expressions.aggregate(1), own)
      const plain = below(3) === 0 ? expressions.any(0) : expressions.of(pick(types), 1 + below(2))
      const item = this.#aliased(plain, own)
      if (isGrouped && below(10) > 0)
        keys.push(pick([String(i + 1), plain, item.includes(' AS ') ? item.split(' AS ').at(-1)! : plain]))
      return item
    })
    const clauses = [
      `SELECT ${below(12) === 0 ? pick(['DISTINCT ', 'AS STRUCT ', 'AS VALUE ']) : ''}${items.join(', ')}`,
    ]
    if (from) clauses.push(`FROM ${from.sql}`)
    if (from && below(4) === 0) clauses.push(`WHERE ${expressions.of('BOOL', 2)}`)
    if (keys.length > 0) clauses.push(`GROUP BY ${keys.join(', ')}`)
    if (isGrouped && below(4) === 0)
      clauses.push(
        `HAVING ${pick([`${expressions.aggregate(0)} IS NULL`, expressions.of('BOOL', 1), 'COUNT(*) > 1'])}`,
      )
    if (from && below(25) === 0) clauses.push(`QUALIFY ${expressions.window(0)} ${pick(['= 1', 'IS NULL'])}`)
    if (from && this.#depth === 1 && below(5) === 0)
      clauses.push(
        `ORDER BY ${pick(['1', expressions.any(0), expressions.any(1), this.#name(['id', 'n', 'a'])])}`,
      )
    if (below(15) === 0) clauses.push('LIMIT 1')
    return clauses.join(' ')
  }

  #aliased(expression: string, names: readonly Name[]): string {
    const { below, pick } = this.#random
    if (below(2) === 0) return expression
    const columns = names.map(({ sql }) => sql.split('.').at(-1)!)
    return `${expression} AS ${this.#name(below(3) > 0 || columns.length === 0 ? ['a', 'b', 'x', 'id'] : [pick(columns)])}`
  }
}
