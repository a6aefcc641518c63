/** Translation layer: the translations that the table `definitions` holds, beside the event definitions. Pure. */
import { compareVersions } from '../../../schemas/definition.ts'
import { translationProblems, type Translation } from '../../../schemas/translation.ts'
import type { SavedDefinitions } from '../../event/saved_definitions.ts'
import type { TableRow } from '../../google/table_reader.ts'
import { readDefinitions } from '../../storage/cached_tables.ts'
import { compileTranslation, type Translate } from '../translate.ts'

/** A translation, ready to translate. */
export interface KnownTranslation {
  translation: Translation
  translate: Translate
}

/** What is known of what people saved. */
export interface SavedTranslation {
  definitions: SavedDefinitions
  /** `name@version` → the translation, or what is wrong with the row. A version never changes, so it is read once. */
  versions: ReadonlyMap<string, KnownTranslation | string>
  /** Name → the highest version without problems. */
  current: ReadonlyMap<string, KnownTranslation>
}

/** Most rows of translations that are read. */
const limit = 20_000

/** Reads the table, whose kinds are `event` and `translation`. Of rows with the same version the first counts. */
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
    const known = before?.versions.get(key) ?? readRow(key, row['definition'] ?? '')
    versions.set(key, known)
    if (typeof known === 'string') continue
    const other = current.get(name)
    if (!other || compareVersions(other.translation.version, known.translation.version) < 0)
      current.set(name, known)
  }
  return { definitions, versions, current }
}

/** Takes the translations out of the pages as they come. */
async function* withoutTranslations(
  pages: AsyncIterable<readonly TableRow[]>,
  taken: TableRow[],
): AsyncGenerator<readonly TableRow[]> {
  for await (const page of pages) {
    for (const row of page)
      if (row['kind'] === 'translation' && row['name'] && row['version']) taken.push(row)
    if (taken.length > limit)
      throw new Error(
        `The table definitions has more than ${limit} translations, the most that are followed.`,
      )
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
      return `It describes ${translation.name}@${translation.version}.`
    return { translation, translate: compileTranslation(translation) }
  } catch (error) {
    return error instanceof SyntaxError ? 'It is not JSON.' : (error as Error).message
  }
}
