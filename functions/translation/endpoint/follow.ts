/** Translation layer: caches the translations of table `definitions`, and finds the one that a path names. */
import { tables } from '../../../schemas/warehouse.ts'
import { tableFeed, type TableCache } from '../../google/table_cache.ts'
import { tableReader } from '../../google/table_reader.ts'
import type { FollowPorts } from '../../storage/follow.ts'
import { followedColumns } from '../../storage/cached_tables.ts'
import { idOf, type TranslationAddress } from './address.ts'
import { refusal } from './refusal.ts'
import { readSaved, type KnownTranslation, type SavedTranslation } from './saved.ts'

export function followTranslations(ports: FollowPorts): TableCache<SavedTranslation> {
  const { env, project, dataset, authorization, now, wait, warn } = ports
  const table = { project, dataset, table: tables.definitions.name }
  return tableFeed<SavedTranslation>({
    reader: tableReader(env, table, authorization, followedColumns.definitions),
    read: readSaved,
    now,
    wait,
    onError: (error) => warn('cannot read table definitions; using the cached copy', { error }),
  })
}

/** Returns a translation. Refreshes the cache if the translation is not in it. Throws if no valid one exists. */
export async function findTranslation(
  cache: TableCache<SavedTranslation>,
  address: TranslationAddress,
): Promise<KnownTranslation> {
  const key = idOf(address)
  const find = (): KnownTranslation | string | undefined =>
    address.version === undefined ? cache.content()?.current.get(key) : cache.content()?.versions.get(key)
  await cache.refresh()
  if (find() === undefined) await cache.refreshFor([key])
  const reason = cache.content()?.retired.get(address.name)
  if (reason !== undefined)
    throw refusal(
      'TRANSLATION_RETIRED',
      `Translation ${address.name} is retired${reason && `: ${reason.replace(/[.]$/, '')}`}.`,
    )
  const translation = find()
  if (typeof translation === 'object') return translation
  if (!cache.content())
    throw refusal('TRANSLATIONS_UNREADABLE', 'The translations cannot be read. Send the request again.')
  if (translation !== undefined)
    throw refusal('TRANSLATION_INVALID', `Translation ${key} is invalid. ${translation}`)
  const [problem] = problemsOf(cache, address.name)
  throw problem === undefined
    ? refusal('TRANSLATION_UNKNOWN', `There is no translation "${key}".`)
    : refusal('TRANSLATION_INVALID', `No version of translation ${address.name} is valid. ${problem}`)
}

/** True if a version of a translation with this name is saved. */
export function isSaved(cache: TableCache<SavedTranslation>, name: string): boolean {
  return cache.content()?.names.has(name) === true
}

/** Returns the problems of the versions of a translation, each with its version. */
function problemsOf(cache: TableCache<SavedTranslation>, name: string): readonly string[] {
  return [...(cache.content()?.versions ?? [])].flatMap(([key, version]) =>
    key.startsWith(`${name}@`) && typeof version === 'string' ? [`${key}: ${version}`] : [],
  )
}
