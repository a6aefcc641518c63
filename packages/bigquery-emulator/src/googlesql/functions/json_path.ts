/** GoogleSQL functions: translates BigQuery's JSONPath to DuckDB's. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#JSONPath_format */
import { Inexpressible, text } from '../duckdb_sql.ts'
import type { Typed } from '../resolver/typed.ts'
import { InvalidArgument } from './definition.ts'

const step = /\[\s*(\d+)\s*\]|\.?\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\."((?:[^"\\]|\\.)*)"|\.([^.[\]"'\s][^.[\]]*)/y

/** How names with special characters are quoted: `."a b"`, or `['a b']` in the legacy functions JSON_EXTRACT…. */
export type Quoting = 'standard' | 'legacy'

/** Returns the path with every name quoted. Throws InvalidArgument if it is not a JSONPath. */
export function translateJsonPath(path: string, quoting: Quoting = 'standard'): string {
  if (!path.startsWith('$')) throw new InvalidArgument(`JSONPath must start with '$'`)
  let result = '$'
  for (let at = 1; at < path.length; at = step.lastIndex) {
    step.lastIndex = at
    const match = step.exec(path)
    const [, index, single, dotted, plain] = match ?? []
    const foreign = quoting === 'standard' ? single : dotted
    if (!match || foreign !== undefined)
      throw new InvalidArgument(`Invalid token in JSONPath at: ${path.slice(at)}`)
    if (plain === '*') throw new InvalidArgument('Unsupported operator in JSONPath: *')
    const name = single?.replaceAll("\\'", "'").replaceAll('"', '\\"') ?? dotted ?? plain?.trimEnd()
    result += index === undefined ? `."${name}"` : `[${index}]`
  }
  return result
}

/** Returns the steps of a translated path: `$."a"[0]` → `['a', 0]`. */
export function pathSteps(translated: string): (string | number)[] {
  return [...translated.matchAll(/\[(\d+)\]|\."((?:[^"\\]|\\.)*)"/g)].map(([, index, name]) =>
    index === undefined ? name!.replaceAll('\\"', '"') : Number(index),
  )
}

/**
 * Returns the path for DuckDB. Throws Inexpressible for an empty name, which is an error in DuckDB, and for the
 * name `*`, which DuckDB reads as a wildcard.
 */
export function duckJsonPath(path: string, quoting: Quoting): string {
  const translated = translateJsonPath(path, quoting)
  if (/\."\*?"/.test(translated)) throw new Inexpressible(`The JSONPath ${path}`)
  return translated
}

/** Returns the SQL of a path argument. A literal is translated at compile time, any other path at run time. */
export function jsonPathArgument(path: Typed, quoting: Quoting): string {
  return path.literal === undefined
    ? `bq_json_path(${path.sql}, '${quoting}')`
    : text(duckJsonPath(path.literal, quoting))
}
