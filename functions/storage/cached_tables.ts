/** Storage layer: parses the rows of the small tables that are cached: definitions and suppressions. Pure. */
import { suppressionsLimit } from '../../schemas/warehouse/suppressions.ts'
import {
  readSavedDefinitions,
  type DefinitionRow,
  type SavedDefinitions,
} from '../event/saved_definitions.ts'
import { suppressionList, type IsSuppressed } from '../privacy/suppression.ts'
import type { TableRow } from '../google/table_reader.ts'

type Pages = AsyncIterable<readonly TableRow[]>

/** The columns that are read. */
export const followedColumns = {
  definitions: ['kind', 'name', 'version', 'created_at', 'definition'],
  suppressions: ['field', 'value_hash', 'created_at', 'lifted'],
} as const

/** Maximum number of rows of `definitions` of one kind. */
const definitionsLimit = 20_000

/** Parses the event definitions of table `definitions`, and keeps the extensions. */
export async function readDefinitions(
  pages: Pages,
  before: SavedDefinitions | undefined,
): Promise<SavedDefinitions> {
  const rows: DefinitionRow[] = []
  const extensions: DefinitionRow[] = []
  for await (const page of pages) {
    for (const { kind, name, version, created_at, definition } of page) {
      const ofKind = kind === 'event' ? rows : kind === 'extension' ? extensions : undefined
      if (!ofKind || !name || !version || !definition) continue
      ofKind.push({ name, version, createdAt: Number(created_at), definition })
      requireWithin('definitions', ofKind.length, definitionsLimit)
    }
  }
  return readSavedDefinitions(rows, before, extensions)
}

/** Parses table `suppressions`. */
export async function readSuppressions(pages: Pages): Promise<IsSuppressed> {
  const list = suppressionList()
  let count = 0
  for await (const page of pages) {
    for (const { field, value_hash, created_at, lifted } of page) {
      if (!field || !value_hash) continue
      list.add({ field, valueHash: value_hash, createdAt: Number(created_at), lifted: lifted === 'true' })
    }
    requireWithin('suppressions', (count += page.length), suppressionsLimit)
  }
  return list.finish()
}

function requireWithin(table: string, rows: number, limit: number): void {
  if (rows > limit)
    throw new Error(`Table "${table}" has more than ${limit} rows, the maximum that can be cached.`)
}
