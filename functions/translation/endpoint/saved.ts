/** Translation layer: reads the translations and event definitions of table `definitions`. Pure. */
import { compareVersions } from '../../../schemas/definition.ts'
import { translationProblems, type Translation } from '../../../schemas/translation.ts'
import type { SavedDefinitions } from '../../event/saved_definitions.ts'
import type { TableRow } from '../../google/table_reader.ts'
import { readDefinitions } from '../../storage/cached_tables.ts'
import { compileTranslation, type Translate } from '../translate.ts'

/** A compiled translation. */
export interface KnownTranslation {
  translation: Translation
  translate: Translate
}

/** The saved definitions and translations. */
export interface SavedTranslation {
  definitions: SavedDefinitions
  /** `name@version` → the translation, or the problem with the row. Versions are immutable, so each is read once. */
  versions: ReadonlyMap<string, KnownTranslation | string>
  /** Name → the highest valid version. */
  current: ReadonlyMap<string, KnownTranslation>
}

/** Maximum number of rows with translations. */
const maxTranslations = 20_000

/** Reads the table, whose kinds are `event` and `translation`. The oldest row of each version counts. */
export async function readSaved(
  pages: AsyncIterable<readonly TableRow[]>,
  before: SavedTranslation | undefined,
): Promise<SavedTranslation> {
  const rows: TableRow[] = []
  const definitions = await readDefinitions(withoutTranslations(pages, rows), before?.definitions)
  const versions = new Map<string, KnownTranslation | string>()
  const current = new Map<string, KnownTranslation>()
  for (const row of rows.toSorted((a, b) => Number(a['created_at']) - Number(b['created_at']))) {
    const name = row['name']!
    const key = `${name}@${row['version']!}`
    if (versions.has(key)) continue
    const saved = before?.versions.get(key) ?? readRow(key, row['definition'] ?? '')
    versions.set(key, saved)
    if (typeof saved === 'string') continue
    const highest = current.get(name)
    if (!highest || compareVersions(highest.translation.version, saved.translation.version) < 0)
      current.set(name, saved)
  }
  return { definitions, versions, current }
}

/** Yields the pages, and collects the rows of translations. */
async function* withoutTranslations(
  pages: AsyncIterable<readonly TableRow[]>,
  collected: TableRow[],
): AsyncGenerator<readonly TableRow[]> {
  for await (const page of pages) {
    for (const row of page)
      if (row['kind'] === 'translation' && row['name'] && row['version']) collected.push(row)
    if (collected.length > maxTranslations)
      throw new Error(`Table definitions has more than ${maxTranslations} translations, the maximum.`)
    yield page
  }
}

function readRow(key: string, text: string): KnownTranslation | string {
  try {
    const value: unknown = JSON.parse(text)
    const [problem] = translationProblems(value)
    if (problem !== undefined) return problem
    const translation = value as Translation
    if (`${translation.name}@${translation.version}` !== key)
      return `The row is of ${key}, but its translation is of ${translation.name}@${translation.version}.`
    return { translation, translate: compileTranslation(translation) }
  } catch (error) {
    return error instanceof SyntaxError ? 'The row is not JSON.' : (error as Error).message
  }
}
