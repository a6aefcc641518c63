/** Event types: declares an event type and checks its name. */
import { Type, type TObject, type TOptional, type TSchema } from 'typebox'
import { contextNames } from './context.ts'
import type { Annotation } from './context/field.ts'
import type { Lifecycle } from './lifecycle.ts'

/** Fields by name. */
export type Fields = Record<string, TSchema & Annotation>

export interface EventType<Own extends Fields = Fields, Required extends string = string> extends Lifecycle {
  name: string
  /** `major.minor` or `major.minor.patch` (docs/versions.md). `npx sluice check` says which number a change raises. */
  version: string
  /** One sentence: what happened. */
  description: string
  /** The event fields. */
  fields: Own
  /** Names of the required fields. */
  required: readonly Required[]
  /** Other name → the event field or context field that it stands for. An event that uses one is stored as if it had the field's own name,
   * with a hint. */
  aliases: Readonly<Record<string, string>>
  /** Event fields that tell what happened apart: events of this type with the same values count once, whatever their event ids. Without a
   * value of the first of them, an event counts by its event_id. Empty: every event counts. */
  uniqueBy: readonly (keyof Own & string)[]
  /** `open`: an event with violations is stored together with them, and unlisted fields are accepted. `strict`: such an event goes to
   * quarantine. */
  mode: 'open' | 'strict'
  /** True if an event of this type updates the profile of its person at targets that keep profiles (docs/profiles.md). */
  updatesProfile: boolean
  /** Complete events as a producer would POST them, with context fields. */
  examples: readonly object[]
  /** Schema of the event fields. Unlisted members are allowed. */
  schema: TObject<{ [Name in keyof Own]: Name extends Required ? Own[Name] : TOptional<Own[Name]> }>
}

/** The argument of `defineEvent`. Defaults: version 1.0, live, mode open, no required fields, no aliases, unique by event_id, updates no profile. */
type EventDefinition<Own extends Fields = Fields, Required extends string = string> = Omit<
  EventType<Own, Required>,
  'schema' | Defaulted
> &
  Partial<Pick<EventType<Own, Required>, Defaulted>>

type Defaulted = 'version' | 'status' | 'required' | 'aliases' | 'uniqueBy' | 'mode' | 'updatesProfile'

/** Declares an event type. */
export function defineEvent<Own extends Fields, const Required extends keyof Own & string = never>(
  definition: EventDefinition<Own, Required>,
): EventType<Own, Required>

export function defineEvent({
  version = '1.0',
  status = 'live',
  required = [],
  aliases = {},
  uniqueBy = [],
  mode = 'open',
  updatesProfile = false,
  ...definition
}: EventDefinition): EventType {
  const members = Object.entries(definition.fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : Type.Optional(field),
  ])
  return {
    ...definition,
    version,
    status,
    required,
    aliases,
    uniqueBy,
    mode,
    updatesProfile,
    schema: Type.Object(Object.fromEntries(members)),
  }
}

function wordSet(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

// Vendor names that are also ordinary words (segment, snap) are not listed.
const vendorWords = wordSet(
  'facebook fb instagram meta google ga4 gtm adwords doubleclick tiktok pinterest snapchat reddit linkedin twitter ' +
    'microsoft bing amplitude mixpanel braze klaviyo hubspot customerio iterable salesforce rudderstack',
)

// Actions that are common event names without an object.
const loneActions = wordSet(
  'search purchase refund lead login logout subscribe unsubscribe contact schedule donate download share',
)

// Each event type has a view with its name in the dataset, next to the platform's tables and views.
const platformNames = wordSet(
  'event_data received_at stored_at sync_state sync_runs dead_letters events_deduplicated delivery_funnel delivery_state ' +
    'top_errors volume_anomalies definitions_current duplicate_orders identity_links last_click field_drift list_receipts deprecated_in_use',
)

/** Returns one sentence per error of an event type's name; empty if it is valid. */
export function nameProblems(name: string): string[] {
  const parts = name.toLowerCase().split('_')
  const vendor = parts.find((word) => vendorWords.has(word))
  const problems: [boolean, string][] = [
    [
      !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name),
      'must be snake_case: lowercase words joined by single underscores',
    ],
    [name.length < 3 || name.length > 40, `must have 3 to 40 characters, has ${name.length}`],
    [
      parts.length === 1 && !loneActions.has(name),
      'must name an object and an action, in either order, such as article_read or view_content',
    ],
    [vendor !== undefined, `must not contain the name of a vendor: '${vendor}'`],
    [contextNames.has(name), 'is the name of a context field'],
    [platformNames.has(name), 'is reserved for the platform'],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => `'${name}' ${problem}`)
}
