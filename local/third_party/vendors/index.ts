/** Vendors: all of them, one line each, and how one is asked. */
import { amplitude } from './amplitude.ts'
import { braze } from './braze.ts'
import { customerio } from './customerio.ts'
import { ga4 } from './ga4.ts'
import { googleDataManager } from './google_data_manager.ts'
import { hubspot } from './hubspot.ts'
import { iterable } from './iterable.ts'
import { klaviyo } from './klaviyo.ts'
import { linkedin } from './linkedin.ts'
import { meta } from './meta.ts'
import { microsoft } from './microsoft.ts'
import { mixpanel } from './mixpanel.ts'
import { pinterest } from './pinterest.ts'
import { reddit } from './reddit.ts'
import { segment } from './segment.ts'
import { slack } from './slack.ts'
import { snapchat } from './snapchat.ts'
import { tiktok } from './tiktok.ts'
import { valueAt, type AnsweringMood, type Vendor, type VendorAnswer, type VendorRequest } from './vendor.ts'
import { x } from './x.ts'

const vendors: readonly Vendor[] = [
  amplitude,
  braze,
  customerio,
  ga4,
  googleDataManager,
  hubspot,
  iterable,
  klaviyo,
  linkedin,
  meta,
  microsoft,
  mixpanel,
  pinterest,
  reddit,
  segment,
  slack,
  snapchat,
  tiktok,
  x,
]

/** The vendor whose API this host serves; undefined when none is known. */
export function vendorOf(host: string): Vendor | undefined {
  return vendors.find(({ hosts }) => hosts.test(host))
}

/** The events that a request holds. */
export function eventsOf({ events }: Vendor, body: unknown): readonly unknown[] {
  const found = events.map((path) => valueAt(body, path)).find((each) => each !== undefined) ?? []
  return [found].flat()
}

/**
 * What the vendor answers in this mood. `partial` refuses the events whose id ends, as far as hexadecimal digits go, in 3, 6, 9, c or f:
 * every third of numbered ones, about a third of UUIDs, and the same ones however they are put together, so that whoever sends the others
 * again gets them through. Where an event has no id, its place counts, from 1.
 */
export function ask(
  vendor: Vendor,
  wanted: AnsweringMood,
  request: VendorRequest,
): { mood: AnsweringMood; answer: VendorAnswer } {
  const events = eventsOf(vendor, request.body)
  const refused =
    wanted === 'partial' ? [...events.keys()].filter((index) => isRefused(vendor, events, index)) : []
  const isEmpty = events.length === 0 && (wanted === 'success' || wanted === 'partial')
  const mood = isEmpty ? 'invalid' : wanted
  const answer = vendor.answers[mood === 'partial' && refused.length === 0 ? 'success' : mood]
  return { mood, answer: typeof answer === 'function' ? answer({ ...request, events, refused }) : answer }
}

function isRefused({ id }: Vendor, events: readonly unknown[], index: number): boolean {
  const found = id.map((path) => valueAt(events[index], path)).find((each) => typeof each === 'string')
  const digits = String(found ?? index + 1).match(/[0-9a-f](?=[^0-9a-f]*$)/i)
  return digits !== null && '369cf'.includes(digits[0].toLowerCase())
}
