/** JSONPath as BigQuery writes it → as DuckDB reads it. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#JSONPath_format */
import { Inexpressible, text } from '../duckdb_sql.ts'
import type { Typed } from '../resolver/typed.ts'
import { InvalidArgument } from './definition.ts'

const step = /\[\s*(\d+)\s*\]|\.?\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\."((?:[^"\\]|\\.)*)"|\.([^.[\]"'\s][^.[\]]*)/y

/** How a name with other characters than letters is written: `."a b"`, and `['a b']` in the legacy functions JSON_EXTRACT…. */
export type Quoting = 'standard' | 'legacy'

/** The path with every name quoted; throws InvalidArgument when it is no JSONPath. */
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

/** A translated path's steps: `$."a"[0]` → `['a', 0]`. */
export function pathSteps(translated: string): (string | number)[] {
  return [...translated.matchAll(/\[(\d+)\]|\."((?:[^"\\]|\\.)*)"/g)].map(([, index, name]) =>
    index === undefined ? name!.replaceAll('\\"', '"') : Number(index),
  )
}

/** A path as DuckDB reads it, which takes an empty name for an error and a name of a star for all of them. */
export function duckJsonPath(path: string, quoting: Quoting): string {
  const translated = translateJsonPath(path, quoting)
  if (/\."\*?"/.test(translated)) throw new Inexpressible(`The JSONPath ${path}`)
  return translated
}

/** A path argument's SQL: translated now when it is a literal, at run time else. */
export function jsonPathArgument(path: Typed, quoting: Quoting): string {
  return path.literal === undefined
    ? `bq_json_path(${path.sql}, '${quoting}')`
    : text(duckJsonPath(path.literal, quoting))
}
