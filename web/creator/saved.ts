/** Creator: what is saved already, and how to save, try and watch: all of it asked of the console's API with the caller's token. */
import { computed, signal } from '@preact/signals'
import { compareVersions, definitionProblems, type Definition } from '../../schemas/definition.ts'
import { eventTypeOf } from '../../schemas/definition_event.ts'
import type { EventType } from '../../schemas/event_type.ts'
import type { Translation } from '../../schemas/translation.ts'
import type { Failure } from '../api.ts'
import { getSignedIn, forgetWhenSignedOut } from '../signed_in_api.ts'
import { account } from '../session.ts'

export type SavedKind = 'event' | 'translation'

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
  /** Translations that take webhooks. */
  webhooks: readonly string[]
  account?: string
  versions: readonly Version[]
}

export const listing = signal<Listing | undefined>(undefined)
export const savedFailure = signal<Failure | undefined>(undefined)

let latest = 0

/** Reads it anew; only the latest answer counts. */
export async function reload(): Promise<void> {
  const question = ++latest
  const asked = await getSignedIn<Listing>('/v1/console/definitions')
  if (question !== latest || (!asked.ok && asked.failure.kind === 'token refused')) return
  savedFailure.value = asked.ok ? undefined : asked.failure
  if (!asked.ok) return
  listing.value = asked.body
  account.value = asked.body.account ?? ''
}

forgetWhenSignedOut(listing, savedFailure)

/** Whether it is known what is saved, or known that it cannot be read. */
export const isAnswered = computed(() => listing.value !== undefined || savedFailure.value !== undefined)

/** The versions of one definition, the latest first. */
export function savedVersionsOf(kind: SavedKind, name: string): readonly Version[] {
  return (listing.value?.versions ?? [])
    .filter((version) => version.kind === kind && version.name === name)
    .toSorted((a, b) => compareVersions(b.version, a.version))
}

export function latestEvent(name: string): Definition | undefined {
  return savedVersionsOf('event', name)[0]?.definition as Definition | undefined
}

export function latestTranslation(name: string): Translation | undefined {
  return savedVersionsOf('translation', name)[0]?.definition as Translation | undefined
}

/** The event types that are saved, in their latest versions. */
export const savedTypes = computed<readonly EventType[]>(() => {
  const names = new Set(
    (listing.value?.versions ?? []).filter(({ kind }) => kind === 'event').map(({ name }) => name),
  )
  return [...names].flatMap((name) => {
    const definition = latestEvent(name)
    return definition && definitionProblems(definition).length === 0 ? [eventTypeOf(definition)] : []
  })
})
