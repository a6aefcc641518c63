/** Privacy: finds what an event says about the sale and sharing of the person's data: `limited_data_use`, `gpc`, `tcf_string`, `gpp_string`.
 * An ordinary event has none of them and costs a few property reads. Nothing is cached. Pure. */
import type { ConsentSignal } from '../../schemas/link.ts'
import { readGpp } from './gpp.ts'
import { deniedByTcf } from './tcf.ts'

type Event = Readonly<Record<string, unknown>>

/** What a person has refused. */
export interface OptOut {
  /** `denied`: storing identifiers or sending user data for advertising, which no flag allows. `unclear`: a signal cannot be read, so it counts
   * as a refusal. `sale`: sale and sharing, or personalized advertising, of which a flag tells a third party. */
  kind: 'sale' | 'denied' | 'unclear'
  /** The signals that the consent strings deny. */
  denied: readonly ConsentSignal[]
}

const flags = ['limited_data_use', 'gpc'] as const
const strings = ['tcf_string', 'gpp_string'] as const

/** Returns the opt-out of an event; undefined for none. */
export function optOutOf(event: Event): OptOut | undefined {
  const { limited_data_use: limited, gpc, tcf_string: tcf, gpp_string: gpp, event_data: data } = event
  if (isUnclear(data)) return unclear
  const isSale = limited === true || gpc === true
  if (!tcf && !gpp) return isSale ? sale : undefined
  const ofTcf = tcf ? deniedByTcf(textOf(tcf)) : []
  const ofGpp = gpp ? readGpp(textOf(gpp)) : undefined
  if (!ofTcf || (gpp && !ofGpp)) return unclear
  const denied = [...new Set([...ofTcf, ...(ofGpp?.denied ?? [])])]
  if (denied.some((signal) => signal !== 'ad_personalization')) return { kind: 'denied', denied }
  return isSale || ofGpp?.isOptOut || denied.length > 0 ? { kind: 'sale', denied } : undefined
}

/** The text of a consent string. No other value can be read as one. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

const sale: OptOut = { kind: 'sale', denied: [] }
const unclear: OptOut = { kind: 'unclear', denied: [] }

/** True if a signal is among the event-specific fields and may be an opt-out: a value of another type than the context field's was moved
 * there, and no link would pass it on. */
function isUnclear(data: unknown): boolean {
  if (typeof data !== 'object' || data === null) return false
  const own = (name: string): unknown => (Object.hasOwn(data, name) ? Reflect.get(data, name) : undefined)
  return (
    flags.some((name) => ![undefined, null, false].includes(own(name) as undefined)) ||
    strings.some((name) => ![undefined, null, ''].includes(own(name) as undefined))
  )
}

/** Returns the event as links see it: each opt-out as `limited_data_use`, and the signals that a consent string denies as denied. The same
 * object if there is no opt-out. The stored event stays as the producer sent it. */
export function withOptOut(event: Event, optOut: OptOut | undefined): Event {
  if (!optOut) return event
  const told = { ...event, limited_data_use: true }
  if (optOut.denied.length === 0) return told
  const { consent } = event
  const denied = Object.fromEntries(optOut.denied.map((signal) => [signal, 'denied']))
  return { ...told, consent: { ...(typeof consent === 'object' ? consent : undefined), ...denied } }
}
