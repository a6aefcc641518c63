/** Creator: keeps the saved versions of definitions and translations. */
import { computed, signal } from '@preact/signals'
import { compareVersions, usableDefinition } from '../../schemas/definition.ts'
import type { Definition } from '../../schemas/definition_schema.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { Failure } from '../api.ts'
import { getSignedIn, forgetWhenSignedOut } from '../signed_in_api.ts'
import { account } from '../session.ts'

export type SavedKind = 'event' | 'extension' | 'translation'

/** One saved version. */
export interface Version {
  kind: SavedKind
  name: string
  version: string
  /** RFC 3339. */
  created_at: string
  created_by: string
  comment: string | null
  definition: Definition | Translation
}

interface Listing {
  project: string
  dataset: string
  translateUrl: string
  hookUrl: string
  /** Translations that accept webhooks. */
  webhooks: readonly string[]
  account?: string
  versions: readonly Version[]
}

export const listing = signal<Listing | undefined>(undefined)
export const savedFailure = signal<Failure | undefined>(undefined)

let latest = 0

/** Reads the saved versions. Only the latest request counts. */
export async function reload(): Promise<void> {
  const request = ++latest
  const result = await getSignedIn<Listing>('/v1/console/definitions')
  if (request !== latest || (!result.ok && result.failure.kind === 'token refused')) return
  savedFailure.value = result.ok ? undefined : result.failure
  if (!result.ok) return
  listing.value = result.body
  account.value = result.body.account ?? ''
}

forgetWhenSignedOut(listing, savedFailure)

/** True if the saved versions were read or could not be read. */
export const isAnswered = computed(() => listing.value !== undefined || savedFailure.value !== undefined)

/** The versions of one definition or translation, latest first. */
export function savedVersionsOf(kind: SavedKind, name: string): readonly Version[] {
  return (listing.value?.versions ?? [])
    .filter((version) => version.kind === kind && version.name === name)
    .toSorted((a, b) => compareVersions(b.version, a.version))
}

export function latestEvent(name: string): Definition | undefined {
  return savedVersionsOf('event', name)[0]?.definition as Definition | undefined
}

export function latestExtension(name: string): Definition | undefined {
  return savedVersionsOf('extension', name)[0]?.definition as Definition | undefined
}

export function latestTranslation(name: string): Translation | undefined {
  return savedVersionsOf('translation', name)[0]?.definition as Translation | undefined
}

/** The latest versions of the saved event types. */
export const savedTypes = computed<readonly EventType[]>(() => {
  const names = new Set(
    (listing.value?.versions ?? []).filter(({ kind }) => kind === 'event').map(({ name }) => name),
  )
  return [...names].flatMap((name) => {
    const definition = latestEvent(name)
    const usable = definition && usableDefinition(definition)
    return usable && 'definition' in usable ? [eventTypeOf(usable.definition)] : []
  })
})
