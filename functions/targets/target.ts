/** Target layer: the contract of one kind of third party. A file in this folder declares one; index.ts lists it. */
import { Type, type Static, type TObject } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import type { HttpRequest, HttpResponse } from '../google/http.ts'

/** What third parties do with events; the consent rules go by it. */
export type Purpose = 'advertising' | 'analytics' | 'messaging' | 'generic'

/** One event, linked to the target's fields. */
export interface LinkedEvent {
  /** The event's id, by which the third party drops repetitions. */
  id: string
  name: string
  fields: Readonly<Record<string, unknown>>
  /** The fields as JSON text; of an event passed through, its own text to the byte. */
  text: string
}

/** How one attempt ended, and when the third party wants to be asked again. */
export interface Attempt {
  outcome: Outcome
  /** From `Retry-After`, in ms. */
  retryAfter?: number
}

export interface Target<Settings extends TObject = TObject> {
  /** The file's name. */
  name: string
  title: string
  purpose: Purpose
  /** The vendor's page this file was written from. */
  docs: string
  /** What the owner must tell; fields made with `Secret` come from Secret Manager. */
  settings: Settings
  /** Default link; `event` hands the event over as it is. */
  linkage: Link | 'event'
  /** Most events, and bytes of their texts, the third party takes in one request. */
  batch: { maxItems: number; maxBytes: number }
  request: (events: readonly LinkedEvent[], settings: Static<Settings>, now: Date) => HttpRequest
  /** One attempt per event, in order. */
  classify: (response: HttpResponse, events: readonly LinkedEvent[]) => readonly Attempt[]
}

/** Keeps the type of the settings for `request`, and forgets it for the registry. */
export const defineTarget = <Settings extends TObject>(target: Target<Settings>): Target => target

/** A setting that lies in Secret Manager, never in the stack's plain configuration. */
export const Secret = (description: string) => Type.String({ minLength: 1, description, secret: true })

/** Names of the settings a target keeps secret. */
export const secretSettings = (target: Target): readonly string[] =>
  Object.entries(target.settings.properties)
    .filter(([, schema]) => 'secret' in schema)
    .map(([name]) => name)
