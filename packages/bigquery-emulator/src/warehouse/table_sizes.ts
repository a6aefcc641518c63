/** Table sizes: estimates the bytes that a query reads: BigQuery's sizes of types, of the columns it names, in the partitions it names.
 * https://cloud.google.com/bigquery/docs/estimate-costs, https://cloud.google.com/bigquery/pricing#data */
import type { Readers } from '../duckdb/readers.ts'
import { quote, text } from '../googlesql/duckdb_sql.ts'
import type { StoredTable } from '../googlesql/catalog.ts'
import type { ColumnsRead } from '../googlesql/index.ts'
import { sizeSql } from '../googlesql/value_size.ts'
import type { DataChanges } from './data_changes.ts'

/** Sizes of a table's columns, by partition. Partitions are named by their first µs since 1970; rows without one are in partition null. */
interface MeasuredTable {
  lastMs: number
  rewrites: number
  /** Number of rows by partition. */
  rows: ReadonlyMap<bigint | null, bigint>
  /** Bytes of each measured column by partition. */
  columns: Map<string, Map<bigint | null, bigint>>
}

/** The first and the last partition that a query reads. */
interface PartitionRange {
  from: bigint | null
  until: bigint | null
}

export class TableSizes {
  readonly #readers: Readers
  readonly #changes: DataChanges
  readonly #measured = new Map<string, MeasuredTable>()

  constructor(readers: Readers, changes: DataChanges) {
    this.#readers = readers
    this.#changes = changes
  }

  /** Returns the bytes of the columns in the partitions that the query names. As in a dry run of BigQuery, this is an upper bound: blocks
   * that clustering spares are not taken into account. https://cloud.google.com/bigquery/docs/clustered-tables */
  async bytes(reads: readonly ColumnsRead[]): Promise<bigint> {
    let total = 0n
    const ranges = await this.#rangesOf(reads)
    for (const [index, { table, columns }] of reads.entries()) {
      if (columns.length === 0) continue
      const sizes = (await this.#measure(table, columns)).columns
      for (const { name } of columns)
        for (const [partition, bytes] of sizes.get(name)!)
          if (isWithin(partition, ranges[index]!)) total += bytes
    }
    return total
  }

  /** Evaluates the limits of each read, which are constants. */
  async #rangesOf(reads: readonly ColumnsRead[]): Promise<readonly PartitionRange[]> {
    const limits = reads.flatMap(({ table, from, until }) =>
      [from, until].map((limit) =>
        limit === undefined || table.partitionUnit === undefined
          ? 'NULL'
          : `TRY(epoch_us(date_trunc(${text(table.partitionUnit)}, make_timestamp(${limit}))))`,
      ),
    )
    if (limits.every((limit) => limit === 'NULL')) return reads.map(() => ({ from: null, until: null }))
    const [row] = await this.#rows(`SELECT ${limits.join(', ')}`)
    return reads.map((_, index) => ({ from: row![2 * index]!, until: row![2 * index + 1]! }))
  }

  /** Returns the sizes of the columns. Only partitions whose number of rows has changed are measured again. */
  async #measure(table: StoredTable, columns: ColumnsRead['columns']): Promise<MeasuredTable> {
    const lastMs = this.#changes.lastMs(table, table.options.createdMs)
    const known = this.#measured.get(table.sql)
    const measured = known?.lastMs === lastMs ? known : await this.#recount(table, lastMs)
    const outdated = columns.filter(({ name }) => measured.columns.get(name)?.size !== measured.rows.size)
    if (outdated.length > 0) await this.#measureColumns(table, outdated, measured)
    return measured
  }

  /** Counts the rows of each partition again, and keeps the sizes of those with as many as before, unless rows were rewritten. */
  async #recount(table: StoredTable, lastMs: number): Promise<MeasuredTable> {
    const rewrites = this.#changes.rewrites(table)
    const counts = await this.#rows(`SELECT ${partitionSql(table)}, count(*) FROM ${table.sql} GROUP BY 1`)
    const rows = new Map(counts as [bigint | null, bigint][])
    const known = this.#measured.get(table.sql)
    const kept = known?.rewrites === rewrites ? [...known.columns] : []
    const columns = new Map(
      kept.map(([name, sizes]) => [
        name,
        new Map([...sizes].filter(([one]) => rows.get(one) === known!.rows.get(one))),
      ]),
    )
    const measured = { lastMs, rewrites, rows, columns }
    this.#measured.set(table.sql, measured)
    return measured
  }

  async #measureColumns(
    table: StoredTable,
    columns: ColumnsRead['columns'],
    { rows, columns: sizes }: MeasuredTable,
  ): Promise<void> {
    const missing = [...rows.keys()].filter((one) => columns.some(({ name }) => !sizes.get(name)?.has(one)))
    const sums = columns.map(
      ({ name, type }) => `CAST(COALESCE(sum(${sizeSql(quote(name), type)}), 0) AS BIGINT)`,
    )
    const found = await this.#rows(
      `SELECT ${partitionSql(table)}, ${sums.join(', ')} FROM ${table.sql}${sinceSql(table, missing)} GROUP BY 1`,
    )
    for (const [index, { name }] of columns.entries()) {
      const own = sizes.get(name) ?? new Map<bigint | null, bigint>()
      for (const [one, ...bytes] of found) if (missing.includes(one!)) own.set(one!, bytes[index]!)
      sizes.set(name, own)
    }
  }

  #rows(sql: string): Promise<(bigint | null)[][]> {
    return this.#readers.use(
      async (connection) => (await connection.runAndReadAll(sql)).getRows() as (bigint | null)[][],
    )
  }
}

/** Returns SQL for the partition of a row: its first µs since 1970. */
function partitionSql({ partitionUnit, partitionColumns: [column] }: StoredTable): string {
  if (partitionUnit === undefined || column === undefined) return 'CAST(NULL AS BIGINT)'
  return `epoch_us(date_trunc(${text(partitionUnit)}, make_timestamp(epoch_us(${quote(column)}))))`
}

/** Returns the condition that skips the rows before the first of the partitions. */
function sinceSql(
  { partitionUnit, partitionColumns: [column] }: StoredTable,
  partitions: readonly (bigint | null)[],
): string {
  const times = partitions.filter((one) => one !== null)
  if (partitionUnit === undefined || column === undefined || times.length < partitions.length) return ''
  const first = times.reduce((least, one) => (one < least ? one : least), times[0] ?? 0n)
  return ` WHERE ${quote(column)} >= make_timestamp(${first})`
}

/** True for a partition between two others. Rows without a partition are read if nothing limits the query. */
function isWithin(partition: bigint | null, { from, until }: PartitionRange): boolean {
  if (from === null && until === null) return true
  return partition !== null && (from === null || partition >= from) && (until === null || partition <= until)
}

const mebibyte = 1_048_576n

/** Returns the bytes that BigQuery bills: whole megabytes, at least ten for each table read. */
export function billedBytes(bytes: bigint, tables: number): bigint {
  const whole = ((bytes + mebibyte - 1n) / mebibyte) * mebibyte
  const least = 10n * mebibyte * BigInt(tables)
  return whole > least ? whole : least
}
