/** Sync: what stops a run before anything is sent. Pure. */
import type { Guards, Sync } from '../../schemas/sync.ts'
import type { ModelColumn } from './job.ts'

/** What the diff found, by line: how many rows, and the key of one of them. */
export type DiffCounts = ReadonlyMap<string, { rows: number; key: string }>

/** A guard that stops the run, and why: in words, which name no row, and with the key of a row at fault, which may name a person. */
export interface Blocked {
  guard: 'too_many_bytes' | 'schema_changed' | 'keyless' | 'duplicate' | 'no_rows' | 'too_many_removed'
  message: string
  found?: { example: unknown }
}

function rowsOf(tally: DiffCounts, ...lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + (tally.get(line)?.rows ?? 0), 0)
}

/** Rows that the model has now. */
export function rowsNow(tally: DiffCounts): number {
  return rowsOf(tally, 'added', 'changed', 'unchanged', 'keyless', 'duplicate')
}

/** Rows that the destination has been given, and not been told of that they are gone. */
function deliveredRows(tally: DiffCounts): number {
  return rowsOf(tally, 'changed', 'unchanged', 'kept', 'removed')
}

export function bytesGuard(bytes: number, { maximumBytesBilled }: Guards): Blocked | undefined {
  return bytes > maximumBytesBilled
    ? {
        guard: 'too_many_bytes',
        message: `the run would read ${bytes} bytes, and ${maximumBytesBilled} are allowed (guards.maximumBytesBilled).`,
      }
    : undefined
}

/** Another column, or another order, changes every row. */
export function schemaGuard(
  now: readonly ModelColumn[],
  before: readonly ModelColumn[] | undefined,
): Blocked | undefined {
  if (!before || wordsOf(now) === wordsOf(before)) return undefined
  return {
    guard: 'schema_changed',
    message:
      `the model gives ${wordsOf(now)}; the last finished run had ${wordsOf(before)}. ` +
      'A run with accept_schema takes it as it is.',
  }
}

function wordsOf(columns: readonly ModelColumn[]): string {
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
    const message = `${keyless.rows} rows of the model lack a part of their key (${columns}); result.example is one.`
    return { guard: 'keyless', message, found: exampleOf(keyless) }
  }
  const duplicate = tally.get('duplicate')
  if (duplicate) {
    const message = `${duplicate.rows} rows of the model share their key (${columns}) with another; result.example is one.`
    return { guard: 'duplicate', message, found: exampleOf(duplicate) }
  }
  const [now, there, removed] = [rowsNow(tally), deliveredRows(tally), rowsOf(tally, 'removed')]
  if (now === 0 && there > 0 && !allowEmpty) {
    const message = `the model has no row, and the destination was given ${there} (guards.mayBeEmpty).`
    return { guard: 'no_rows', message }
  }
  if (removed * 100 > there * maxRemovedPercent && !accept_removals) {
    const message =
      `${removed} of ${there} rows would be removed, and ${maxRemovedPercent} % may be (guards.maxRemovedPercent). ` +
      'A run with accept_removals removes them.'
    return { guard: 'too_many_removed', message }
  }
  return undefined
}

function exampleOf({ key }: { key: string }) {
  return { example: JSON.parse(key) as unknown }
}

/** Columns that the platform writes itself, and the key's columns that the model does not give: what a run cannot do with. */
export function modelFault(
  { name, key }: Sync,
  columns: readonly ModelColumn[],
  reserved: readonly string[],
): string | undefined {
  const names = columns.map((column) => column.name)
  const missing = key.filter((column) => !names.includes(column))
  if (missing.length > 0)
    return `The model of ${name} has no column ${missing.join(', ')}, which its key names; it has ${names.join(', ')}.`
  const taken = reserved.filter((column) => names.includes(column))
  return taken.length > 0
    ? `The model of ${name} has a column ${taken.join(', ')}, which the platform writes itself: give it another name.`
    : undefined
}
