/** Target layer: the contract of a target. Each target is one file in this folder and one line in index.ts. */
import { Type, type Static, type TObject } from 'typebox'
import type { EventName } from '../../schemas/event_types.ts'
import type { ConsentSignal, Link } from '../../schemas/link.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'
import type { AccessTokens, Receipts } from './exchanges.ts'
import { profileLinks } from './profile_links.ts'

/** What a third party does with events. It determines the consent that the target needs. */
export type TargetPurpose = 'advertising' | 'analytics' | 'messaging' | 'generic'

/** One event, linked to the target's fields. */
export interface LinkedEvent {
  /** The event's id, which the third party uses to drop duplicates. */
  id: string
  /** The event type, not the target's name for it. */
  name: string
  fields: Readonly<Record<string, unknown>>
  /** The fields as JSON text; for an event that is not linked, its unchanged text. */
  text: string
  /** Number of automated actions between the producer and the event. Default: 0. */
  hop?: number
  /** True if a replay sends the event again. */
  isReplay?: true
  /** The optional fields that were left out because they are invalid, with what was expected: `items[0].price must be number`. */
  leftOut?: readonly string[]
  /** Time in ms after which it must not be sent any more, because its redelivery may overtake it. Default: no limit. */
  sendBy?: number
  /** The vendor's id of the person, which `lookup` of a list has found. */
  recordId?: string
}

/** The result of one attempt, and how to retry. */
export interface Attempt {
  outcome: Outcome
  /** From `Retry-After`, in ms. */
  retryAfter?: number
  /** The third party refused this event specifically, so no further requests are needed to find the invalid one. */
  isForThisEvent?: true
  /** The third party refused the request because of other events: send this event again at once, without those. */
  resend?: true
}

/** What `request` can use besides the events and the settings. */
interface RequestContext {
  now: Date
  /** `Bearer …` for the function's own identity, or with `oauth` for the owner's account; empty if the target has neither. */
  authorization: string
}

/** One value that identifies a person whom the third party must erase. */
interface ErasedIdentity {
  /** Id of the request; retries have the same id. */
  id: string
  /** Context field. */
  field: string
  value: string
}

/** How to ask a third party to erase a person. */
interface ErasureRequests<Settings extends TObject = TObject> {
  /** URL of the vendor's documentation. */
  docs: string
  /** Settings that only these requests use. Without one of them, the third party is not asked, which is `refused: unauthorised_payload`. */
  settings?: readonly string[]
  /** Like `googleScope` of the target, for these requests. */
  googleScope?: string
  /** True if the third party can find people by this context field. */
  supports: (field: string) => boolean
  /** HTTP status of the response if the third party knows no such person. */
  notFoundStatus?: number
  /** Throws if the settings do not allow erasure requests. */
  request(identity: ErasedIdentity, settings: Static<Settings>, context: RequestContext): HttpRequest
}

/** How an event updates the profile of its person at the third party. No field is a subscription or a consent. */
export interface ProfileUpdates<Settings extends TObject = TObject> {
  /** URL of the vendor's documentation. */
  docs: string
  /** The target fields that change a profile, with those below them. They are left out of an event that must not change it: a replayed or late
   * one, and one without a set of `identity`. */
  fields: readonly string[]
  /** Fills the fields. Merged over `linkage` for event types with `updatesProfile`, and under `linkageByEvent`. */
  linkage: Link
  /** Like `identity` of the target. Default: that one. */
  identity?: readonly (readonly string[])[]
  /** The setting without which the destination updates no profiles. Default: none. */
  setting?: string
  /** For a vendor that takes profiles in a request of their own, which is sent before that of the same events. The keys of `batch` must keep
   * events with these fields apart from others. Undefined: `request` carries the profiles. */
  ownRequest?: Pick<Target<Settings>, 'request' | 'classify'>
}

/** What an event does to a list of people. */
export type ListOperation = 'add' | 'remove'

/** How a target keeps a list of people. Each event adds its person to the list or removes them, by its field `operation`. */
export interface Audience<Settings extends TObject = TObject> {
  /** URL of the vendor's documentation. */
  docs: string
  /** Context fields that identify a member at the vendor, such as email and phone. If one of a person changes, the former member is removed. */
  identifiers: readonly string[]
  /** Consent signals that a member needs beside those of the target's purpose. Default: none. */
  consent?: readonly ConsentSignal[]
  /** For a vendor that knows members by ids of its own: finds them before the request of the same events, which then have a `recordId`. An
   * addition of an unknown person is refused; a removal is delivered without a request. `classify` can refuse single events. */
  lookup?: Pick<Target<Settings>, 'request' | 'classify'> & {
    /** The operations that need the id. */
    operations: readonly ListOperation[]
    /** Returns the id of each event's person, in order, from a response that `classify` found accepted; undefined for an unknown person. */
    read(response: HttpResponse, events: readonly LinkedEvent[]): readonly (string | undefined)[]
  }
  /** For a vendor that decides later and gives a receipt (`withReceipt`): the next run of the sync asks by it. */
  receipts?: Receipts<Settings>
}

/** The target's name for each standard event type; null if the third party cannot use it. */
type EventNames = Readonly<Record<EventName, string | null>>

/** The event times that the third party accepts, in seconds from now. */
export interface TimeWindow {
  maxAge: number | ((fields: Readonly<Record<string, unknown>>) => number)
  maxFuture: number
  /** True if the vendor documents no maximum age. The setting `max_age_days` (`maxAgeDays`) then changes it. */
  assumed?: true
}

/** How a third party learns that a person has opted out of the sale and sharing of their data. */
interface OptOutFlag {
  /** The target field that tells it. */
  flag: string
  /** URL of the vendor's documentation. */
  docs: string
}

export interface Target<Settings extends TObject = TObject> {
  /** The name of the file, without extension. */
  name: string
  title: string
  purpose: TargetPurpose
  /** Null: the vendor has no such flag, so an advertising target gets no event of a person who has opted out. */
  honours: OptOutFlag | null
  /** URL of the vendor's documentation. */
  docs: string
  /** The settings of a destination. Fields made with `Secret` are stored in Secret Manager. */
  settings: Settings
  /** The target's names of event types. `setting`: a destination maps event types to names in the setting of this name, because each account
   * defines its own; `as_is`: the event type is the name. */
  events: EventNames | { setting: string } | 'as_is'
  /** The name of event types that are not standard ones: `as_is`, one fixed name, or null to skip them. */
  otherEvents: 'as_is' | { name: string } | null
  /** The schema of one event. It rejects what the vendor rejects, and declares how each personal field is normalized and hashed. Closed,
   * unless the vendor accepts custom fields. Undefined if events are sent unchanged. */
  fields: TObject | undefined
  /** Target fields without which an event must not be sent, although the schema does not require them: consent and test mode. The fields
   * of `dedup` and `honours` are always kept. Any other optional field that is invalid is left out. */
  keep?: readonly string[]
  /** Groups of target fields that only together have a meaning: if one is left out, so are the others. `items[].price` is that of each element. */
  together?: readonly (readonly string[])[]
  /** True if the vendor accepts further fields in an event. A link can then fill `extra.<path>`; the request has the value at `<path>`. */
  extra?: true
  /** The link for every event; `event` sends the event unchanged. */
  linkage: Link | 'event'
  /** Links for single event types, merged over `linkage` field by field. */
  linkageByEvent?: Readonly<Partial<Record<EventName, Link>>>
  /** Undefined if the target keeps no profiles, or takes them only by other means. */
  profiles?: ProfileUpdates<Settings>
  /** How `sign_up` and `login` with the ids of an anonymous visitor and of a user join the two at the third party, which cannot be undone. It may
   * never join two users. The members mean the same as those of `profiles`; the setting is required, so that an owner asks for it. Undefined if the
   * third party joins them by itself, from the ids of each event, or not at all. */
  merges?: ProfileUpdates<Settings> & { setting: string }
  /** Undefined for a target of events; otherwise a destination is one list of people, which only syncs fill. */
  audience?: Audience<Settings>
  /** Undefined if the vendor documents no limit. */
  time: TimeWindow | undefined
  /** The target field that the third party uses to drop duplicates; null if it drops none. */
  dedup: string | null
  /** Sets of target fields, of which one must be complete so that the third party can identify a person or device. Empty: none is needed. */
  identity: readonly (readonly string[])[]
  /** The setting that turns on the vendor's test mode; null if there is none. */
  test: string | null
  batch: {
    /** Maximum number of events in one request. */
    maxItems: number
    /** Maximum total bytes of their texts. */
    maxBytes: number
    /** True if one invalid event makes the third party refuse the whole request. */
    atomic: boolean
    /** A group of fewer events is sent with one event per request. Default: 1. */
    bulkFrom?: number
    /** Number of events at the vendor that an event becomes, which counts for `maxItems`. Default: 1. */
    countOf?: (event: LinkedEvent) => number
    /** Only events with the same key can share a request. */
    key?: (event: LinkedEvent) => string
  }
  /** OAuth scope of the token that `request` needs, for a Google API. */
  googleScope?: string
  /** For a vendor whose access tokens end within hours or days: delivery gets them with the refresh token of the settings. */
  oauth?: AccessTokens<Settings>
  /** Throws if the settings do not allow any request. */
  request(events: readonly LinkedEvent[], settings: Static<Settings>, context: RequestContext): HttpRequest
  /** `credentials`: the vendor answers 403 only because of the credentials or the account. Default: several rejected events decide. */
  forbidden?: 'credentials'
  /** Returns one attempt per event, in order. */
  classify: (response: HttpResponse, events: readonly LinkedEvent[]) => readonly Attempt[]
  /** Undefined if the vendor has no API for erasure that these settings can use. */
  erase?: ErasureRequests<Settings>
}

/** Infers the type of the settings for `request`, and returns the target without it, for the registry. Adds the member `extra` to the fields
 * of a target that has further ones, and the links of profiles and merges to those of the event types that have them. */
export function defineTarget<Settings extends TObject>(declared: Target<Settings>): Target {
  const linkageByEvent = profileLinks(declared)
  const target = { ...declared, ...(linkageByEvent && { linkageByEvent }) }
  const { fields, extra } = target
  if (!fields || !extra) return target
  const properties = {
    ...fields.properties,
    extra: Type.Object({}, { additionalProperties: Type.Unknown() }),
  }
  return { ...target, fields: { ...fields, properties } }
}

/** A setting that is stored in Secret Manager, never in plain configuration. A pasted line break, which makes headers invalid, is rejected. */
export function Secret(description: string) {
  return Type.String({ minLength: 1, pattern: '^\\S([^\\x00-\\x1f\\x7f]*\\S)?$', description, secret: true })
}

/** The setting `max_age_days` of targets whose time window is assumed. */
export function maxAgeDays(vendor: string, days: number) {
  return Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: `Maximum age of events in days. ${vendor} documents no maximum. Default: ${days}.`,
      examples: [days],
    }),
  )
}

/** Returns the names of a target's secret settings. */
export function secretSettings(target: Target): readonly string[] {
  return Object.entries(target.settings.properties)
    .filter(([, schema]) => 'secret' in schema)
    .map(([name]) => name)
}
