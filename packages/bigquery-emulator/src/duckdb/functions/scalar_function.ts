/** Functions that DuckDB lacks, written in TypeScript: describes and registers them. */
import {
  BIGINT,
  BLOB,
  blobValue,
  BOOLEAN,
  DOUBLE,
  DuckDBBlobValue,
  type DuckDBConnection,
  DuckDBListValue,
  DuckDBScalarFunction,
  DuckDBTimestampValue,
  type DuckDBType,
  type DuckDBValue,
  LIST,
  listValue,
  TIMESTAMP,
  VARCHAR,
} from '@duckdb/node-api'

const types = {
  STRING: VARCHAR,
  INT64: BIGINT,
  FLOAT64: DOUBLE,
  BOOL: BOOLEAN,
  BYTES: BLOB,
  DATETIME: TIMESTAMP,
  STRINGS: LIST(VARCHAR),
  INT64S: LIST(BIGINT),
} satisfies Record<string, DuckDBType>

/** The TypeScript side of each type: DATETIME is microseconds since 1970. */
interface Values {
  STRING: string
  INT64: bigint
  FLOAT64: number
  BOOL: boolean
  BYTES: Buffer
  DATETIME: bigint
  STRINGS: (string | null)[]
  INT64S: (bigint | null)[]
}

type Kind = keyof Values

export interface ScalarFunction {
  name: string
  parameters: readonly Kind[]
  returns: Kind
  call: (...args: never[]) => Values[Kind] | null
}

/** Describes one function. It is never called with NULL: the result is NULL. An error that it throws becomes the query's error. */
export function scalarFunction<const P extends readonly Kind[], R extends Kind>(
  name: string,
  parameters: P,
  returns: R,
  call: (...args: { [I in keyof P]: Values[P[I]] }) => Values[R] | null,
): ScalarFunction {
  return { name, parameters, returns, call: call as unknown as ScalarFunction['call'] }
}

export function registerScalarFunction(connection: DuckDBConnection, fn: ScalarFunction): void {
  const { name, parameters, returns } = fn
  const call = fn.call as (...args: unknown[]) => Values[Kind] | null
  connection.registerScalarFunction(
    DuckDBScalarFunction.create({
      name,
      returnType: types[returns],
      parameterTypes: parameters.map((kind) => types[kind]),
      mainFunction: (_info, input, output) => {
        const vectors = parameters.map((_, i) => input.getColumnVector(i))
        for (let row = 0; row < input.rowCount; row++) {
          const args = vectors.map((vector) => fromDuck(vector.getItem(row)))
          output.setItem(row, args.includes(null) ? null : toDuck(call(...args)))
        }
        output.flush()
      },
    }),
  )
}

function fromDuck(value: DuckDBValue): unknown {
  if (value instanceof DuckDBBlobValue) return Buffer.from(value.bytes)
  if (value instanceof DuckDBListValue) return [...value.items]
  return value instanceof DuckDBTimestampValue ? value.micros : value
}

function toDuck(value: Values[Kind] | null): DuckDBValue {
  if (Buffer.isBuffer(value)) return blobValue(new Uint8Array(value))
  return Array.isArray(value) ? listValue(value) : value
}
