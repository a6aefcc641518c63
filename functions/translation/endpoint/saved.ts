/** Translation layer: reads the translations and event definitions of table `definitions`. Pure. */
import { readForce, servedVersion, type Force } from '../../../schemas/force.ts'
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
  /** Name → the valid version that the address without a version serves (schemas/force.ts). */
  current: ReadonlyMap<string, KnownTranslation>
  /** Name of a retired translation → the reason. */
  retired: ReadonlyMap<string, string>
  /** Names of all translations. */
  names: ReadonlySet<string>
}

/** Maximum number of rows with translations and the versions in force. */
const maxTranslations = 20_000

/** Reads the table, whose kinds are `event`, `translation` and `force`. The oldest row of each version and the latest of kind `force` count. */
export async function readSaved(
  pages: AsyncIterable<readonly TableRow[]>,
  before: SavedTranslation | undefined,
): Promise<SavedTranslation> {
  const rows: TableRow[] = []
  const definitions = await readDefinitions(withoutTranslations(pages, rows), before?.definitions)
  const versions = new Map<string, KnownTranslation | string>()
  const valid = new Map<string, Map<string, KnownTranslation>>()
  const forces = new Map<string, Force>()
  for (const row of rows.toSorted((a, b) => Number(a['created_at']) - Number(b['created_at']))) {
    const [name, version, text] = [row['name']!, row['version']!, row['definition'] ?? '']
    if (row['kind'] === 'force') {
      const force = readForce(text)
      if (force) forces.set(name, force)
      continue
    }
    const key = `${name}@${version}`
    if (versions.has(key)) continue
    const saved = before?.versions.get(key) ?? readRow(key, text)
    versions.set(key, saved)
    if (!valid.has(name)) valid.set(name, new Map())
    if (typeof saved === 'object') valid.get(name)!.set(version, saved)
  }
  const current = new Map<string, KnownTranslation>()
  for (const [name, known] of valid) {
    const served = servedVersion([...known.keys()], forces.get(name))
    if (served !== undefined) current.set(name, known.get(served)!)
  }
  const retired = new Map(
    [...forces].flatMap(([name, { major, reason }]) => (major === null ? [[name, reason]] : [])),
  )
  return { definitions, versions, current, retired, names: new Set(valid.keys()) }
}

/** Yields the pages, and collects the rows of translations and of the versions in force. */
async function* withoutTranslations(
  pages: AsyncIterable<readonly TableRow[]>,
  collected: TableRow[],
): AsyncGenerator<readonly TableRow[]> {
  for await (const page of pages) {
    for (const row of page)
      if (['translation', 'force'].includes(row['kind'] ?? '') && row['name'] && row['version'])
        collected.push(row)
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
