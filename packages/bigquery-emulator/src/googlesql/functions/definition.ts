/** How a function is described: signatures as BigQuery's reference prints them, each with the SQL it becomes. */
import type { Aggregation } from '../resolver/aggregation.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import type { Typed } from '../resolver/typed.ts'
import { parseSignature, type Signature } from './signature.ts'

/** An argument no signature can describe is wrong, such as a date part a function does not know. */
export class InvalidArgument extends Error {}

export type Emit<First extends unknown[]> = (...args: [...First, ...string[]]) => string
export interface Overload<First extends unknown[]> {
  signature: Signature
  emit: Emit<First>
  check?: Check | undefined
}

/** Throws for arguments that fit the signature and are wrong all the same. */
export type Check = (call: FunctionCall) => void
/** A function that no table row can describe: it looks at its arguments itself. */
export type Special<First extends unknown[]> = (call: FunctionCall, ...first: First) => Typed
export type SqlFunction<First extends unknown[]> = readonly Overload<First>[] | Special<First>
export type FunctionTable<First extends unknown[]> = Record<string, SqlFunction<First>>

/**
 * `['(STRING, [INT64]) -> STRING', (value, n) => …]`: optional arguments in brackets, `[STRING, ...]` for any number of
 * them, T for any type, PART for a date part, INTERVAL_PART for `INTERVAL n PART` (emitted as two arguments),
 * JSONPATH for a path, WORD for a bare word. Omitted arguments are not passed to the emitter.
 */
export type SignatureRow<First extends unknown[]> = [signature: string, emit: Emit<First>, check?: Check]
type Rows<First extends unknown[]> = SignatureRow<First> | SignatureRow<First>[] | Special<First>

function define<First extends unknown[]>(rows: Record<string, Rows<First>>): FunctionTable<First> {
  const isRow = (value: SignatureRow<First> | SignatureRow<First>[]): value is SignatureRow<First> =>
    typeof value[0] === 'string'
  const overload = ([signature, emit, check]: SignatureRow<First>): Overload<First> => ({
    signature: parseSignature(signature),
    emit,
    check,
  })
  return Object.fromEntries(
    Object.entries(rows).map(([name, value]): [string, SqlFunction<First>] => {
      if (typeof value === 'function') return [name, value]
      return [name, (isRow(value) ? [value] : value).map(overload)]
    }),
  )
}

export type ScalarRow = SignatureRow<[]>
export type AggregateRow = SignatureRow<[Aggregation]>

export function defineScalars(rows: Record<string, Rows<[]>>): FunctionTable<[]> {
  return define(rows)
}

export function defineAggregates(rows: Record<string, Rows<[Aggregation]>>): FunctionTable<[Aggregation]> {
  return define(rows)
}
