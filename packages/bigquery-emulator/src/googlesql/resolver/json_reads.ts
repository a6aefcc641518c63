/** GoogleSQL resolver: combines reads of many parts of one JSON column in a SELECT. DuckDB extracts several paths in one pass over
 * the documents. Each pass keeps the parsed documents of 2,000 rows in memory until the query ends. */
import type { Call, SelectItem } from '../ast.ts'
import { text } from '../duckdb_sql.ts'
import { InvalidArgument } from '../functions/definition.ts'
import { translateJsonPath } from '../functions/json_path.ts'
import { JSON_TYPE, STRING, type Type } from '../types.ts'
import { callsIn } from './ast_search.ts'
import type { FunctionCall } from './function_call.ts'
import { typed, type Typed } from './typed.ts'

/**
 * Up to this number, paths are read one by one: readers of a view usually select few of its columns, and unused
 * ones then cost nothing.
 */
const few = 32
/** Maximum number of paths in one pass. */
const together = 16

interface Reader {
  /** The DuckDB function, which extracts a list of paths. */
  walk: 'json_extract_string' | 'json_extract'
  /** The macro that converts DuckDB's results to BigQuery's. */
  exact: 'bq_json_scalars' | 'bq_json_parts'
  type: Type
}

const value: Reader = { walk: 'json_extract_string', exact: 'bq_json_scalars', type: STRING }
const query: Reader = { walk: 'json_extract', exact: 'bq_json_parts', type: JSON_TYPE }
const readers: Readonly<Record<string, Reader>> = {
  JSON_VALUE: value,
  JSON_EXTRACT_SCALAR: value,
  JSON_QUERY: query,
  JSON_EXTRACT: query,
}

/**
 * By reader and document, as named in the query: for each path, in DuckDB's spelling, all paths of the pass that
 * reads it.
 */
export type JsonReads = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** Groups the paths that a SELECT list reads in one pass. */
export function jsonReads(items: readonly SelectItem[]): JsonReads {
  const pathsOf = new Map<string, Set<string>>()
  for (const call of callsIn(items, Object.keys(readers))) {
    const part = partOf(call)
    if (part) pathsOf.set(part.document, (pathsOf.get(part.document) ?? new Set()).add(part.path))
  }
  const many = [...pathsOf].filter(([, paths]) => paths.size > few)
  return new Map(many.map(([document, paths]) => [document, walksOf([...paths])]))
}

function walksOf(paths: readonly string[]): Map<string, readonly string[]> {
  const walks = new Map<string, readonly string[]>()
  for (let from = 0; from < paths.length; from += together) {
    const walk = paths.slice(from, from + together)
    for (const path of walk) walks.set(path, walk)
  }
  return walks
}

/** Returns the part of a column that a call with a literal path reads. */
function partOf({ name, args }: Call): { reader: Reader; document: string; path: string } | undefined {
  const reader = readers[name.join('.').toUpperCase()]
  const [document, path] = args
  if (!reader || document?.kind !== 'identifier' || path?.kind !== 'literal' || path.type !== 'STRING')
    return undefined
  try {
    const names = document.path.join('.').toLowerCase()
    return { reader, document: `${reader.walk} ${names}`, path: translateJsonPath(path.text) }
  } catch (error) {
    // The call itself reports the invalid path.
    if (error instanceof InvalidArgument) return undefined
    throw error
  }
}

/**
 * Emits a call that shares a pass with others. Returns undefined for other calls. DuckDB evaluates the common
 * subexpression once.
 */
export function readTogether(call: FunctionCall): Typed | undefined {
  const { jsonReads: reads } = call.scope
  const part = reads && reads.size > 0 ? partOf(call.node) : undefined
  const walk = part && reads?.get(part.document)?.get(part.path)
  if (!walk || call.value(0).type.kind !== 'JSON') return undefined
  const document = `CAST(${call.value(0).sql} AS VARCHAR)`
  const paths = `[${walk.map(text).join(', ')}]`
  const { reader } = part
  const found = `${reader.exact}(${document}, ${paths}, ${reader.walk}(${document}, ${paths}))`
  return typed(`${found}[${walk.indexOf(part.path) + 1}]`, reader.type)
}
