/** GoogleSQL functions: defines how a function is described: signatures as in BigQuery's reference, each with the SQL it emits. */
import type { Aggregation } from '../resolver/aggregation.ts'
import type { FunctionCall } from '../resolver/function_call.ts'
import type { Typed } from '../resolver/typed.ts'
import { parseSignature, type Signature } from './signature.ts'

/** An invalid argument that a signature can't describe, such as an unsupported date part. */
export class InvalidArgument extends Error {}

export type Emit<First extends unknown[]> = (...args: [...First, ...string[]]) => string
export interface Overload<First extends unknown[]> {
  signature: Signature
  emit: Emit<First>
  check?: Check | undefined
}

/** Throws for arguments that match the signature but are invalid. */
export type Check = (call: FunctionCall) => void
/** A function that a signature row can't describe. It inspects its arguments itself. */
export type Special<First extends unknown[]> = (call: FunctionCall, ...first: First) => Typed
export type SqlFunction<First extends unknown[]> = readonly Overload<First>[] | Special<First>
export type FunctionTable<First extends unknown[]> = Record<string, SqlFunction<First>>

/**
 * `['(STRING, [INT64]) -> STRING', (value, n) => …]`. Optional arguments are in brackets, `[STRING, ...]` is any
 * number of them. T is any type, PART a date part, INTERVAL_PART is `INTERVAL n PART` (emitted as two arguments),
 * JSONPATH a path, WORD a bare word. Omitted arguments are not passed to the emitter.
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
