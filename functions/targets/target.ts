/** Target layer: the contract of one kind of third party. A file in this folder declares one; index.ts lists it. */
import { Type, type Static, type TObject } from 'typebox'
import type { EventName } from '../../schemas/event_types.ts'
import type { Link } from '../../schemas/link.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../net/http.ts'

/** What third parties do with events; the consent rules go by it. */
export type TargetPurpose = 'advertising' | 'analytics' | 'messaging' | 'generic'

/** One event, linked to the target's fields. */
export interface LinkedEvent {
  /** The event's id, by which the third party drops repetitions. */
  id: string
  /** The event type's name, not the target's. */
  name: string
  fields: Readonly<Record<string, unknown>>
  /** The fields as JSON text; of an event passed through, its own text to the byte. */
  text: string
  /** How many automated actions lie between the producer and the event; undefined for none. */
  hop?: number
}

/** How one attempt ended, and when the third party wants to be asked again. */
export interface Attempt {
  outcome: Outcome
  /** From `Retry-After`, in ms. */
  retryAfter?: number
  /** The third party refuses this very event, not the whole request: there is nothing to find out by asking again. */
  isForThisEvent?: true
  /** The third party took nothing because of other events of the request: send this one again at once, without those. */
  resend?: true
}

/** What building a request may use besides the events and the settings. */
export interface RequestContext {
  now: Date
  /** `Bearer …` of the function's own identity; only for a target that asks for `googleScope`. */
  authorization: string
}

/** One value by which a person is known, to be forgotten by the third party. */
export interface ErasedIdentity {
  /** Id of the request: the same when it is asked again. */
  id: string
  /** Context field. */
  field: string
  value: string
}

/** How a third party is asked to erase a person. */
export interface ErasureRequests<Settings extends TObject = TObject> {
  /** The vendor's page. */
  docs: string
  /** Whether it finds people by this context field. */
  supports: (field: string) => boolean
  /** Status by which it says that it knows nobody by this value. */
  notFoundStatus?: number
  /** Throws when the settings do not allow it. */
  request(identity: ErasedIdentity, settings: Static<Settings>, context: RequestContext): HttpRequest
}

/** Target's name of each event type; null where the third party has no use for it. Every standard event type is listed. */
export type EventNames = Readonly<Record<EventName, string | null>>

/** How far from now the third party takes events, in seconds. */
export interface TimeWindow {
  maxAge: number | ((fields: Readonly<Record<string, unknown>>) => number)
  maxFuture: number
}

export interface Target<Settings extends TObject = TObject> {
  /** The file's name. */
  name: string
  title: string
  purpose: TargetPurpose
  /** The vendor's page this file was written from. */
  docs: string
  /** What the owner must tell; fields made with `Secret` come from Secret Manager. */
  settings: Settings
  /** Target's name of each event type. `setting`: the owner says them, event type → name, in the setting of this name (for names
   * that an account makes itself); `as_is`: every event type goes under its own name. */
  events: EventNames | { setting: string } | 'as_is'
  /** Name for event types that are not among the standard ones: `as_is`, one fixed name, or null to leave them out. */
  otherEvents: 'as_is' | { name: string } | null
  /** The standard fields of one event: this is the target layer. It rejects what the vendor rejects, and says of each personal field how it
   * is normalised and hashed. Closed, unless the vendor takes fields of one's own. Undefined for an event passed through as it is. */
  fields: TObject | undefined
  /** Default link for every event; `event` hands the event over as it is. */
  linkage: Link | 'event'
  /** Default links for single event types, over `linkage` field by field. */
  linkageByEvent?: Readonly<Partial<Record<EventName, Link>>>
  /** Undefined when the vendor names no limit. */
  time: TimeWindow | undefined
  /** Target field by which the third party drops repetitions; null when it cannot. */
  dedup: string | null
  /** Sets of target fields of which at least one must be present whole, for the third party to recognise somebody; none: nothing needed. */
  identity: readonly (readonly string[])[]
  /** Setting that turns on the vendor's test mode; null when it has none. */
  test: string | null
  batch: {
    /** Most events of one request. */
    maxItems: number
    /** Most bytes of their texts together. */
    maxBytes: number
    /** One wrong event makes the third party refuse the whole request. */
    atomic: boolean
    /** Only events with the same key may share a request. */
    key?: (event: LinkedEvent) => string
  }
  /** OAuth scope of the token that `request` needs, for a Google API. */
  googleScope?: string
  /** Throws when the settings do not allow any request. */
  request(events: readonly LinkedEvent[], settings: Static<Settings>, context: RequestContext): HttpRequest
  /** One attempt per event, in order. */
  classify: (response: HttpResponse, events: readonly LinkedEvent[]) => readonly Attempt[]
  /** Left out where the vendor cannot be asked, or not with these settings. */
  erase?: ErasureRequests<Settings>
}

/** Keeps the type of the settings for `request`, and forgets it for the registry. */
export function defineTarget<Settings extends TObject>(target: Target<Settings>): Target {
  return target
}

/** A setting that lies in Secret Manager, never in the stack's plain configuration. A line break that was pasted along would make headers
 * that cannot be sent, and every event would be refused for it. */
export function Secret(description: string) {
  return Type.String({ minLength: 1, pattern: '^\\S([^\\x00-\\x1f\\x7f]*\\S)?$', description, secret: true })
}

/** Names of the settings a target keeps secret. */
export function secretSettings(target: Target): readonly string[] {
  return Object.entries(target.settings.properties)
    .filter(([, schema]) => 'secret' in schema)
    .map(([name]) => name)
}
