/** Many parts of one JSON column in one SELECT: DuckDB reads several of them in one walk instead of one in each, for every
 * walk keeps the parsed documents of two thousand rows in memory until the query ends. */
import type { Call, SelectItem } from '../ast.ts'
import { text } from '../duckdb_sql.ts'
import { InvalidArgument } from '../functions/definition.ts'
import { translateJsonPath } from '../functions/json_path.ts'
import { JSON_TYPE, STRING, type Type } from '../types.ts'
import { callsIn } from './ast_search.ts'
import type { FunctionCall } from './function_call.ts'
import { typed, type Typed } from './typed.ts'

/** So many are read one by one: who reads a view asks for few of its columns, and the others cost nothing then. */
const few = 32
/** How many one walk reads. */
const together = 16

interface Reader {
  /** DuckDB's function, which reads a list of paths. */
  walk: 'json_extract_string' | 'json_extract'
  /** Makes of what it found what BigQuery finds. */
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

/** For a reader and a document, named as in the query: the paths of the walk that reads a path, all as DuckDB writes them. */
export type JsonReads = ReadonlyMap<string, ReadonlyMap<string, readonly string[]>>

/** What a SELECT list reads together. */
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

/** The part of a column under a literal path. */
function partOf({ name, args }: Call): { reader: Reader; document: string; path: string } | undefined {
  const reader = readers[name.join('.').toUpperCase()]
  const [document, path] = args
  if (!reader || document?.kind !== 'identifier' || path?.kind !== 'literal' || path.type !== 'STRING')
    return undefined
  try {
    const names = document.path.join('.').toLowerCase()
    return { reader, document: `${reader.walk} ${names}`, path: translateJsonPath(path.text) }
  } catch (error) {
    // Its call says what is wrong with it.
    if (error instanceof InvalidArgument) return undefined
    throw error
  }
}

/** A call that shares a walk; undefined for every other. DuckDB runs once what expressions have in common. */
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
