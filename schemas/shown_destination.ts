/** Destinations: describes what the console shows of a destination and of the target it can be made from. Never the value of a secret. */
import type { Rule } from './decision.ts'
import type { ConsentSignal } from './link.ts'

/** One setting of a target. */
export interface ShownSetting {
  name: string
  description: string
  isRequired: boolean
  /** True if it is stored in Secret Manager. A secret has no value here. */
  isSecret: boolean
  /** JSON type: string, number, integer, boolean, object, array. */
  type: string
  /** The values that it may have; undefined if they are not listed. */
  choices?: readonly string[]
  /** JSON text of an example. */
  example?: string
}

/** One setting of a destination. `value` is text or JSON text; undefined if it is not set or secret. */
export interface SetSetting extends Pick<ShownSetting, 'name' | 'description' | 'isSecret' | 'type'> {
  value?: string
}

export interface ShownTarget {
  name: string
  title: string
  purpose: string
  /** URL of the vendor's documentation. */
  docs: string
  settings: readonly ShownSetting[]
  /** Consent signals that its purpose needs. */
  consent: readonly ConsentSignal[]
}

/** The commands that repair a destination, to copy. */
export interface RepairCommands {
  pause: string
  resume: string
  /** Renews the credentials. */
  credentials: string
  /** Outcome → the command that delivers the events of the last day with this outcome. */
  redeliver: Readonly<Record<'refused' | 'skipped' | 'dead', string>>
}

export interface ShownDestination extends Omit<ShownTarget, 'settings' | 'name'> {
  id: string
  target: string
  settings: readonly SetSetting[]
  rules: readonly Rule[]
  /** True if the settings of the destination replace the consent of its purpose. */
  isConsentOwn: boolean
  /** Requests per second of all instances; undefined: unlimited. */
  requestsPerSecond?: number
  /** True if it delivers the events of an ordering key in their order. */
  isOrdered: boolean
  /** True if its events are held in its subscription. Undefined if the caller may not read subscriptions. */
  isPaused?: boolean
  /** True if the caller may pause and resume it. */
  mayPause?: true
  commands: RepairCommands
}

/** One field of a link, in words. */
export interface ShownLinkField {
  /** Field of the target, a dotted path. */
  field: string
  /** What it is read from. */
  from: string
  /** How the value is changed before it is sent; empty if it is not. */
  how: string
  /** True if the settings of the destination state it. */
  isOwn: boolean
}

/** What an event type becomes at a destination. */
export interface ShownLink {
  /** Event type; `*` stands for those without a link of their own. */
  eventName: string
  /** The target's fields. Undefined if the event is sent unchanged. */
  fields?: readonly ShownLinkField[]
}

export interface DestinationLinks {
  links: readonly ShownLink[]
  /** Standard event types and those with a link → the target's name; null if the target cannot use the type. */
  names: Readonly<Record<string, string | null>>
}
