/** Event types: what one kind of event carries beside the context fields, and what such a kind may be called. */
import { Type, type TObject, type TOptional, type TSchema } from 'typebox'
import { contextNames } from './context.ts'
import type { Annotation } from './context/field.ts'

/** Fields by name, each with its description, example, column type and whether it is personal data. */
export type Fields = Record<string, TSchema & Annotation>

/** One kind of event. */
export interface EventType<Own extends Fields = Fields, Required extends string = string> {
  name: string
  /** `major.minor`: minor grows when fields are added, major when an event that was valid no longer is. */
  version: string
  /** One sentence: what has happened. */
  description: string
  /** The event-specific fields. */
  fields: Own
  /** Names of the fields without which the event is invalid. */
  required: readonly Required[]
  /** `open`: an event that breaks the definition is stored with what is wrong with it, and fields that are not listed are
   * welcome. `strict`: such an event goes to quarantine instead. */
  mode: 'open' | 'strict'
  /** Whole events as a producer would POST them, context fields included. */
  examples: readonly object[]
  /** What the event-specific part must satisfy, wherever it stood in the body; unlisted members are allowed. */
  schema: TObject<{ [Name in keyof Own]: Name extends Required ? Own[Name] : TOptional<Own[Name]> }>
}

/** What a file of schemas/events/ declares: version 1.0, open and no required field, unless it says otherwise. */
export type EventDefinition<Own extends Fields = Fields, Required extends string = string> = Omit<
  EventType<Own, Required>,
  'schema' | 'version' | 'required' | 'mode'
> &
  Partial<Pick<EventType<Own, Required>, 'version' | 'required' | 'mode'>>

/** Declares an event type; fields that are not required are optional. */
export function defineEvent<Own extends Fields, const Required extends keyof Own & string = never>(
  definition: EventDefinition<Own, Required>,
): EventType<Own, Required>

export function defineEvent({
  version = '1.0',
  required = [],
  mode = 'open',
  ...definition
}: EventDefinition): EventType {
  const members = Object.entries(definition.fields).map(([name, field]) => [
    name,
    required.includes(name) ? field : Type.Optional(field),
  ])
  return { ...definition, version, required, mode, schema: Type.Object(Object.fromEntries(members)) }
}

function words(list: string): ReadonlySet<string> {
  return new Set(list.split(' '))
}

// Ordinary words that are also vendors' names (segment, snap) are left out.
const vendorWords = words(
  'facebook fb instagram meta google ga4 gtm adwords doubleclick tiktok pinterest snapchat reddit linkedin twitter ' +
    'microsoft bing amplitude mixpanel braze klaviyo hubspot customerio iterable salesforce rudderstack',
)

// Actions that say enough alone, because everyone uses them so.
const loneActions = words(
  'search purchase refund lead login logout subscribe unsubscribe contact schedule donate download share',
)

// Every event type has a view of its own name in the dataset, beside the platform's own tables and views.
const platformNames = words(
  'event_data received_at stored_at sync_state sync_runs dead_letters events_deduplicated delivery_funnel delivery_state ' +
    'top_errors volume_anomalies definitions_current',
)

/** What is wrong with the name of an event type, one sentence each; empty when nothing is. */
export function nameProblems(name: string): string[] {
  const parts = name.toLowerCase().split('_')
  const vendor = parts.find((word) => vendorWords.has(word))
  const problems: [boolean, string][] = [
    [
      !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name),
      'must be snake_case: lower-case words joined by single underscores',
    ],
    [name.length < 3 || name.length > 40, `must have 3 to 40 characters, has ${name.length}`],
    [
      parts.length === 1 && !loneActions.has(name),
      'must name an object and an action, in either order, such as article_read or view_content',
    ],
    [vendor !== undefined, `must not depend on a vendor: '${vendor}' is one`],
    [contextNames.has(name), 'is the name of a context field'],
    [platformNames.has(name), 'is a name the platform uses itself'],
  ]
  return problems.filter(([applies]) => applies).map(([, problem]) => `'${name}' ${problem}`)
}
