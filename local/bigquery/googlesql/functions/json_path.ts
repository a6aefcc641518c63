/** JSONPath as BigQuery writes it → as DuckDB reads it. https://cloud.google.com/bigquery/docs/reference/standard-sql/json_functions#JSONPath_format */
import { text } from '../duckdb_sql.ts'
import type { Typed } from '../resolver/typed.ts'
import { InvalidArgument } from './definition.ts'

const step =
  /\[\s*(\d+)\s*\]|\.?\[\s*'((?:[^'\\]|\\.)*)'\s*\]|\.?\[\s*"((?:[^"\\]|\\.)*)"\s*\]|\."((?:[^"\\]|\\.)*)"|\.([^.[\]"'\s][^.[\]]*)/y

/** The path with every name quoted; throws InvalidArgument when it is no JSONPath. */
export function translateJsonPath(path: string): string {
  if (!path.startsWith('$')) throw new InvalidArgument(`JSONPath must start with '$'`)
  let result = '$'
  for (let at = 1; at < path.length; at = step.lastIndex) {
    step.lastIndex = at
    const match = step.exec(path)
    if (!match) {
      const where = path.slice(at)
      throw new InvalidArgument(`Invalid token in JSONPath at: ${where}`)
    }
    const [, index, single, double, dotted, plain] = match
    const name = single?.replaceAll("\\'", "'").replaceAll('"', '\\"') ?? double ?? dotted ?? plain?.trimEnd()
    result += index === undefined ? `."${name}"` : `[${index}]`
  }
  return result
}

/** A translated path's steps: `$."a"[0]` → `['a', 0]`. */
export const pathSteps = (translated: string): (string | number)[] =>
  [...translated.matchAll(/\[(\d+)\]|\."((?:[^"\\]|\\.)*)"/g)].map(([, index, name]) =>
    index === undefined ? name!.replaceAll('\\"', '"') : Number(index),
  )

/** A path argument's SQL: translated now when it is a literal, at run time else. */
export function jsonPathArgument(path: Typed): string {
  return path.literal === undefined ? `bq_json_path(${path.sql})` : text(translateJsonPath(path.literal))
}
