/** Vendors: finds the vendor of a host, and its answer to a request. */
import * as vendors from './index.ts'
import {
  bodyValueAt,
  type AnsweringBehavior,
  type Vendor,
  type VendorAnswer,
  type VendorRequest,
} from './vendor.ts'

/** Returns the vendor whose API this host serves; undefined if none is known. */
export function vendorOf(host: string): Vendor | undefined {
  return Object.values<Vendor>(vendors).find(({ hosts }) => hosts.test(host))
}

/** Returns the events of a request. */
export function eventsInRequest({ events }: Vendor, body: unknown): readonly unknown[] {
  const value = events.map((path) => bodyValueAt(body, path)).find((each) => each !== undefined) ?? []
  return [value].flat()
}

/**
 * Returns the vendor's answer in this behavior. `partial` refuses the events whose id has 3, 6, 9, c or f as its last hexadecimal digit: every
 * third of numbered ids and about a third of UUIDs. The choice does not depend on the batch, so the other events are accepted when they are
 * sent again. An event without an id is counted by its position, from 1.
 */
export function answerFor(
  vendor: Vendor,
  wanted: AnsweringBehavior,
  request: VendorRequest,
): { behavior: AnsweringBehavior; answer: VendorAnswer } {
  const events = eventsInRequest(vendor, request.body)
  const refused = wanted === 'partial' ? [...refusedEvents(vendor, events)] : []
  const isEmpty = events.length === 0 && (wanted === 'success' || wanted === 'partial')
  const behavior = isEmpty ? 'invalid' : wanted
  const answer = vendor.answers[behavior === 'partial' && refused.length === 0 ? 'success' : behavior]
  return { behavior, answer: typeof answer === 'function' ? answer({ ...request, events, refused }) : answer }
}

/** Returns the indices of the events that the vendor refuses in behavior `partial`. */
export function refusedEvents(vendor: Vendor, events: readonly unknown[]): ReadonlySet<number> {
  return new Set([...events.keys()].filter((index) => isRefused(vendor, events, index)))
}

function isRefused({ id }: Vendor, events: readonly unknown[], index: number): boolean {
  const eventId = id.map((path) => bodyValueAt(events[index], path)).find((each) => typeof each === 'string')
  const digits = String(eventId ?? index + 1).match(/[0-9a-f](?=[^0-9a-f]*$)/i)
  return digits !== null && '369cf'.includes(digits[0].toLowerCase())
}
