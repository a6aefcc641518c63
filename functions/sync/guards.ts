/** Sync: checks that block a run before anything is sent. Pure. */
import type { Guards, Sync } from '../../schemas/sync.ts'
import type { ModelColumn } from './job.ts'

/** Lines of the diff: number of rows, and the key of one of them. Removals of a list of people have lines of their own: `withdrawn` by denial or
 * suppression, `withdrawn_gone` if the model has no row either, and `excluded` by a rule. */
export type DiffCounts = ReadonlyMap<string, { rows: number; key: string }>

/** The guard that blocks a run. */
export interface Blocked {
  guard:
    | 'too_many_bytes'
    | 'schema_changed'
    | 'keyless'
    | 'duplicate'
    | 'no_rows'
    | 'too_many_removed'
    | 'consent_missing'
    | 'rule_error'
  /** Contains no data of a row. */
  message: string
  /** Key of an invalid row, which may identify a person. */
  found?: { example: unknown }
}

function rowsOf(tally: DiffCounts, ...lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (tally.get(line)?.rows ?? 0), 0)
}

/** Returns the number of rows in the model. */
export function rowsNow(tally: DiffCounts): number {
  return rowsOf(tally, 'added', 'changed', 'unchanged', 'keyless', 'duplicate', 'withdrawn', 'excluded')
}

/** Returns the number of rows at the destination: delivered and not removed. */
function deliveredRows(tally: DiffCounts): number {
  return rowsOf(tally, 'changed', 'unchanged', 'kept', 'removed', 'withdrawn', 'withdrawn_gone', 'excluded')
}

/** Returns the number of removals that a guard may hold back: not those by denial or suppression. */
function heldRemovals(tally: DiffCounts): number {
  return rowsOf(tally, 'removed', 'excluded')
}

export function bytesGuard(bytes: number, { maximumBytesBilled }: Guards): Blocked | undefined {
  return bytes > maximumBytesBilled
    ? {
        guard: 'too_many_bytes',
        message: `the run would read ${bytes} bytes; the maximum is ${maximumBytesBilled} (guards.maximumBytesBilled).`,
      }
    : undefined
}

/** Blocks if the columns or their order have changed: that would change every row. */
export function schemaGuard(
  now: readonly ModelColumn[],
  before: readonly ModelColumn[] | undefined,
): Blocked | undefined {
  if (!before || columnList(now) === columnList(before)) return undefined
  return {
    guard: 'schema_changed',
    message:
      `the columns are ${columnList(now)}; in the last finished run they were ${columnList(before)}. ` +
      'Accept them with accept_schema.',
  }
}

function columnList(columns: readonly ModelColumn[]): string {
  return columns.map(({ name, type }) => `${name} ${type}`).join(', ')
}

export function rowsGuard(
  tally: DiffCounts,
  { guards: { allowEmpty, maxRemovedPercent }, key }: Sync,
  { accept_removals = false }: { accept_removals?: boolean },
): Blocked | undefined {
  const columns = key.join(', ')
  const keyless = tally.get('keyless')
  if (keyless) {
    const message = `${keyless.rows} rows of the model have no complete key (${columns}). See result.example.`
    return { guard: 'keyless', message, found: exampleOf(keyless) }
  }
  const duplicate = tally.get('duplicate')
  if (duplicate) {
    const message = `${duplicate.rows} rows of the model have the same key (${columns}) as another row. See result.example.`
    return { guard: 'duplicate', message, found: exampleOf(duplicate) }
  }
  const [modelRows, delivered, removed] = [rowsNow(tally), deliveredRows(tally), heldRemovals(tally)]
  if (modelRows === 0 && delivered > 0 && !allowEmpty) {
    const message = `the model is empty, but ${delivered} rows are delivered (guards.allowEmpty).`
    return { guard: 'no_rows', message }
  }
  if (removed * 100 > delivered * maxRemovedPercent && !accept_removals) {
    const message =
      `${removed} of ${delivered} rows would be removed; the maximum is ${maxRemovedPercent} % (guards.maxRemovedPercent). ` +
      'Accept that with accept_removals.'
    return { guard: 'too_many_removed', message }
  }
  return undefined
}

function exampleOf({ key }: { key: string }) {
  return { example: JSON.parse(key) as unknown }
}

/** Returns the error message for a model without a key column or with a reserved column; undefined for a valid one. */
export function modelFault(
  { name, key }: Sync,
  columns: readonly ModelColumn[],
  reserved: readonly string[],
): string | undefined {
  const names = columns.map((column) => column.name)
  const missing = key.filter((column) => !names.includes(column))
  if (missing.length > 0)
    return `The model of ${name} has no column ${missing.join(', ')}, which is in its key. Columns: ${names.join(', ')}.`
  const used = reserved.filter((column) => names.includes(column))
  return used.length > 0
    ? `The model of ${name} has a reserved column: ${used.join(', ')}. Rename it.`
    : undefined
}
