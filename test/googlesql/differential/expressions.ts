/** Differential test: generates random expressions, mostly of the requested type, over the columns in scope. */
import type { Random } from '../../ingest/random.ts'
import {
  aggregateFunctions,
  scalarFunctions,
} from '../../../packages/bigquery-emulator/src/googlesql/functions/index.ts'
import type {
  Pattern,
  Signature,
} from '../../../packages/bigquery-emulator/src/googlesql/functions/signature.ts'
import { typeName } from '../../../packages/bigquery-emulator/src/googlesql/types.ts'
import { literals, literalsOf, operators, types } from './vocabulary.ts'

/** A name that a query may use, and its SQL type. */
export interface Name {
  sql: string
  type: string
}

interface Signed {
  name: string
  signature: Signature
}

function signed(functions: Readonly<Record<string, unknown>>): Signed[] {
  return Object.entries(functions).flatMap(([name, definition]) =>
    Array.isArray(definition)
      ? definition.map(({ signature }: { signature: Signature }): Signed => ({ name, signature }))
      : [],
  )
}

const scalars = signed(scalarFunctions)
const aggregates = signed(aggregateFunctions).filter(({ name }) => name !== 'GROUPING')
const specials = Object.keys(scalarFunctions).filter((name) => !Array.isArray(scalarFunctions[name]))
const parts =
  'DAY MONTH YEAR HOUR MINUTE SECOND WEEK WEEK(MONDAY) ISOWEEK QUARTER DAYOFWEEK MICROSECOND DATE'.split(' ')

export class Expressions {
  readonly #random: Random
  readonly names: readonly Name[]
  /** Generates a subquery. */
  readonly #query: (columns: number) => string

  constructor(random: Random, names: readonly Name[], query: (columns: number) => string) {
    this.#random = random
    this.names = names
    this.#query = query
  }

  /** Generates an expression, sometimes of a different type to provoke errors. */
  of(type: string, depth: number): string {
    const { pick, below } = this.#random
    const wanted = below(15) === 0 ? pick(types) : type
    const known = this.names.filter((name) => name.type === wanted)
    if (depth <= 0 || below(3) === 0) {
      if (known.length > 0 && below(3) > 0) return pick(known).sql
      return pick(below(6) === 0 ? literals : (literalsOf[wanted] ?? [`CAST(NULL AS ${wanted})`]))
    }
    return pick([
      () => (known.length > 0 ? pick(known).sql : this.call(wanted, depth)),
      () => this.call(wanted, depth),
      () => this.call(wanted, depth),
      () => this.#form(wanted, depth),
    ])()
  }

  any(depth: number): string {
    const { pick, below } = this.#random
    return below(2) === 0 && this.names.length > 0 ? pick(this.names).sql : this.of(pick(types), depth)
  }

  aggregate(depth: number): string {
    const { pick, below } = this.#random
    if (below(4) === 0) return 'COUNT(*)'
    const { name, signature } = pick(aggregates)
    const distinct = below(8) === 0 ? 'DISTINCT ' : ''
    const order = name.endsWith('_AGG') && below(3) === 0 ? ` ORDER BY ${this.any(0)}` : ''
    return `${name}(${distinct}${this.#arguments(signature, depth)}${order})`
  }

  window(depth: number): string {
    const { pick, below } = this.#random
    const partition = below(2) === 0 ? `PARTITION BY ${this.any(0)} ` : ''
    const order = below(4) > 0 ? `ORDER BY ${this.any(0)}` : ''
    const call = pick(['ROW_NUMBER()', 'RANK()', `LAG(${this.any(depth)})`, `FIRST_VALUE(${this.any(0)})`])
    return `${below(2) === 0 ? call : this.aggregate(depth - 1)} OVER (${partition}${order})`
  }

  /** Generates a call of a function that returns the type, if there is one. */
  call(type: string, depth: number): string {
    const { pick, below } = this.#random
    if (below(12) === 0) {
      const count = 1 + below(3)
      return `${pick(specials)}(${Array.from({ length: count }, () => this.any(depth - 1)).join(', ')})`
    }
    const fitting = scalars.filter(
      ({ signature: { returns } }) => returns.kind === 'type' && typeName(returns.type) === type,
    )
    const { name, signature } = pick(fitting.length > 0 && below(10) > 0 ? fitting : scalars)
    return `${below(20) === 0 ? 'SAFE.' : ''}${name}(${this.#arguments(signature, depth)})`
  }

  #arguments({ required, optional, rest }: Signature, depth: number): string {
    const { pick, below } = this.#random
    const patterns = [...required, ...optional.slice(0, below(optional.length + 1))]
    if (rest) patterns.push(...Array.from({ length: below(3) }, () => rest))
    const variables = new Map<string, string>()
    const args = patterns.map((pattern) => this.#argument(pattern, depth - 1, variables))
    if (below(20) === 0) args.push(this.any(0))
    if (below(20) === 0) args.pop()
    if (below(25) === 0 && args.length > 1) args.reverse()
    return pick([args, args]).join(', ')
  }

  #argument(pattern: Pattern, depth: number, variables: Map<string, string>): string {
    const { pick } = this.#random
    switch (pattern.kind) {
      case 'type':
        return this.of(typeName(pattern.type), depth)
      case 'PART':
        return pick(parts)
      case 'INTERVAL_PART':
        return `INTERVAL ${this.of('INT64', 0)} ${pick(parts)}`
      case 'JSONPATH':
        return pick(['"$.a"', '"$"', '"$.a[0]"', '@s'])
      case 'WORD':
        return pick(['NFC', 'NFKD'])
      default: {
        const name = pattern.kind === 'variable' ? pattern.name : 'T'
        const type = variables.get(name) ?? pick(types.filter((each) => !each.startsWith('ARRAY')))
        variables.set(name, type)
        if (pattern.kind === 'variable') return this.of(type, depth)
        return pick([
          `[${this.of(type, depth)}]`,
          ...this.names.filter((each) => each.type.startsWith('ARRAY')).map(({ sql }) => sql),
        ])
      }
    }
  }

  /** Generates special syntax: CASE, operators, constructors, subqueries. */
  #form(type: string, depth: number): string {
    const { pick } = this.#random
    const of = (wanted: string): string => this.of(wanted, depth - 1)
    const alike = pick(['INT64', 'STRING', 'FLOAT64', 'NUMERIC', 'DATE', 'TIMESTAMP', 'BOOL'])
    const conditions = [
      () => `(${of(alike)} ${pick(['=', '!=', '<', '>='])} ${of(alike)})`,
      () => `(${of(alike)} ${pick(operators)} ${of(alike)})`,
      () => `(${of('BOOL')} ${pick(['AND', 'OR'])} ${of('BOOL')})`,
      () => `(${of(alike)} ${pick(['IS NULL', 'IS NOT NULL', 'IS TRUE'])})`,
      () => `(${of(alike)} ${pick(['IN', 'NOT IN'])} (${of(alike)}, ${of(alike)}))`,
      () => `(${of(alike)} IN UNNEST(${of(`ARRAY<${alike}>`)}))`,
      () => `(${of(alike)} BETWEEN ${of(alike)} AND ${of(alike)})`,
      () => `(${of('STRING')} LIKE ${of('STRING')})`,
      () => `EXISTS (${this.#query(1)})`,
      () => `(${this.any(0)} IN (${this.#query(1)}))`,
    ]
    const numbers = [
      () => `(${of(type)} ${pick(['+', '-', '*'])} ${of(type)})`,
      () => `(${of('INT64')} / ${of(type)})`,
      () => `(-${of(type)})`,
    ]
    const everywhere = [
      () => `IF(${of('BOOL')}, ${of(type)}, ${of(type)})`,
      () => `CASE WHEN ${of('BOOL')} THEN ${of(type)} ELSE ${of(type)} END`,
      () => `CASE ${of(alike)} WHEN ${of(alike)} THEN ${of(type)} END`,
      () => `COALESCE(${of(type)}, ${of(type)})`,
      () => `${pick(['CAST', 'SAFE_CAST'])}(${of(pick(types))} AS ${type})`,
      () => `[${of(type)}, ${of(type)}][OFFSET(${of('INT64')})]`,
      () => `STRUCT(${of(type)} AS a, ${of(alike)} AS b).a`,
      () => `(SELECT ${of(type)})`,
      () => `(${this.#query(1)})`,
      () => `EXTRACT(${pick(parts)} FROM ${of(pick(['DATE', 'TIMESTAMP', 'DATETIME', 'TIME']))})`,
    ]
    if (type === 'BOOL') return pick([...conditions, ...everywhere.slice(0, 4)])()
    if (type.startsWith('ARRAY<'))
      return pick([
        () => `[${of(type.slice(6, -1))}, ${of(type.slice(6, -1))}]`,
        () => `ARRAY(SELECT ${of(type.slice(6, -1))})`,
        () => `(${of(type)} || ${of(type)})`,
        ...everywhere.slice(0, 4),
      ])()
    return pick(['INT64', 'FLOAT64', 'NUMERIC'].includes(type) ? [...numbers, ...everywhere] : everywhere)()
  }
}
