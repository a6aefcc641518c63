/** Table sizes: estimates the bytes that a query reads, from BigQuery's sizes of types, for dry runs.
 * https://cloud.google.com/bigquery/pricing#data */
import type { Readers } from '../duckdb/readers.ts'
import { quote } from '../googlesql/duckdb_sql.ts'
import type { ColumnsRead } from '../googlesql/index.ts'
import { lambda, typed } from '../googlesql/resolver/typed.ts'
import { member } from '../googlesql/resolver/struct.ts'
import type { Type } from '../googlesql/types.ts'
import type { DataChanges } from './data_changes.ts'

const fixed: Partial<Record<Type['kind'], number>> = { BOOL: 1, NUMERIC: 16, INTERVAL: 16 }

/** Returns SQL for one value's size in bytes. NULL has size 0. */
function sizeSql(sql: string, type: Type): string {
  const whenThere = (size: string): string => `CASE WHEN ${sql} IS NULL THEN 0 ELSE ${size} END`
  switch (type.kind) {
    case 'STRING':
      return whenThere(`2 + strlen(${sql})`)
    case 'BYTES':
      return whenThere(`2 + octet_length(${sql})`)
    case 'JSON':
      return whenThere(`strlen(CAST(${sql} AS VARCHAR))`)
    case 'ARRAY':
      return `COALESCE(list_sum(list_transform(${sql}, ${lambda((item) => sizeSql(item, type.element))})), 0)`
    case 'STRUCT':
      return `(${type.fields.map((field, i) => sizeSql(member(typed(sql, type), i).sql, field.type)).join(' + ') || '0'})`
    default:
      return whenThere(String(fixed[type.kind] ?? 8))
  }
}

export class TableSizes {
  readonly #readers: Readers
  readonly #changes: DataChanges
  /** Cached sizes by table and column. Valid until the table's rows change. */
  readonly #known = new Map<string, { lastMs: number; bytes: bigint }>()

  constructor(readers: Readers, changes: DataChanges) {
    this.#readers = readers
    this.#changes = changes
  }

  /** Returns the bytes of the columns in all rows. Partition pruning is not taken into account. */
  async bytes(reads: readonly ColumnsRead[]): Promise<bigint> {
    let total = 0n
    for (const { table, columns } of reads) {
      const lastMs = this.#changes.lastMs(table, table.options.createdMs)
      for (const { name, type } of columns) {
        const key = `${table.sql}.${name}`
        const known = this.#known.get(key)
        const bytes = known?.lastMs === lastMs ? known.bytes : await this.#measure(table.sql, name, type)
        this.#known.set(key, { lastMs, bytes })
        total += bytes
      }
    }
    return total
  }

  #measure(table: string, name: string, type: Type): Promise<bigint> {
    return this.#readers.use(async (connection) => {
      const sql = `SELECT CAST(COALESCE(sum(${sizeSql(quote(name), type)}), 0) AS BIGINT) FROM ${table}`
      return (await connection.runAndReadAll(sql)).getRows()[0]![0] as bigint
    })
  }
}

const mebibyte = 1_048_576n

/** Returns the bytes that BigQuery bills: whole megabytes, at least ten for each table read. */
export function billedBytes(bytes: bigint, tables: number): bigint {
  const whole = ((bytes + mebibyte - 1n) / mebibyte) * mebibyte
  const least = 10n * mebibyte * BigInt(tables)
  return whole > least ? whole : least
}
