/** Translation layer: follows the table `definitions`, and finds the translation that an address names. */
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
    onError: (error) => warn('table definitions cannot be read; what was read before stays', { error }),
  })
}

/** One that is not known is looked for at once. Throws when there is none that can be used. */
export async function findTranslation(
  feed: TableCache<SavedTranslation>,
  address: TranslationAddress,
): Promise<KnownTranslation> {
  const key = idOf(address)
  const find = (): KnownTranslation | string | undefined =>
    address.version === undefined ? feed.content()?.current.get(key) : feed.content()?.versions.get(key)
  await feed.refresh()
  if (find() === undefined) await feed.refreshFor([key])
  const found = find()
  if (typeof found === 'object') return found
  if (!feed.content())
    throw refusal('TRANSLATIONS_UNREADABLE', 'The translations cannot be read. Send the request again.')
  if (found !== undefined) throw refusal('TRANSLATION_INVALID', `Translation ${key} cannot be used. ${found}`)
  const [problem] = problemsOf(feed, address.name)
  throw problem === undefined
    ? refusal('TRANSLATION_UNKNOWN', `There is no translation "${key}".`)
    : refusal('TRANSLATION_INVALID', `No version of translation ${address.name} can be used. ${problem}`)
}

/** What is wrong with the versions of a translation, each with its number. */
function problemsOf(feed: TableCache<SavedTranslation>, name: string): readonly string[] {
  return [...(feed.content()?.versions ?? [])].flatMap(([key, found]) =>
    key.startsWith(`${name}@`) && typeof found === 'string' ? [`${key}: ${found}`] : [],
  )
}
