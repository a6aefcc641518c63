/** Vendors: finds the vendor of a host, and its answer to a request. */
import * as vendors from './index.ts'
import {
  bodyValueAt,
  type AnsweringBehavior,
  type Vendor,
  type VendorAnswer,
  type VendorRequest,
} from './vendor.ts'

/** Vendors of the hosts that were asked for. Each request asks, and there are dozens of patterns. */
const known = new Map<string, Vendor | undefined>()
const maxKnown = 1000

/** Returns the vendor whose API this host serves; undefined if none is known. */
export function vendorOf(host: string): Vendor | undefined {
  if (!known.has(host)) {
    if (known.size === maxKnown) known.clear()
    known.set(
      host,
      Object.values<Vendor>(vendors).find(({ hosts }) => hosts.test(host)),
    )
  }
  return known.get(host)
}

/** Returns the events of a request with this body. Default of `request`: it asks for nothing. */
export function eventsInRequest(
  { events, asked }: Vendor,
  body: unknown,
  request?: VendorRequest,
): readonly unknown[] {
  const values = events.map((path) => bodyValueAt(body, path)).filter((value: unknown) => value !== undefined)
  const full = values.find((value) => Array.isArray(value) && value.length > 0)
  return [(request && asked?.(request)) ?? full ?? values[0] ?? []].flat()
}

/**
 * Returns the vendor's answer in this behavior, and the positions of the events that it refuses. `partial` refuses the events that have one of
 * `refuses` as a value. By default, it refuses those whose id has 3, 6, 9, c or f as its last hexadecimal digit: every third of numbered ids and
 * about a third of UUIDs. The choice does not depend on the batch, so the other events are accepted when they are sent again. An event without
 * an id is counted by its position, from 1.
 */
export function answerFor(
  vendor: Vendor,
  wanted: AnsweringBehavior,
  request: VendorRequest,
  refuses?: readonly string[],
): { behavior: AnsweringBehavior; answer: VendorAnswer; refused: readonly number[] } {
  const events = eventsInRequest(vendor, request.body, request)
  const texts = refuses && new Set(refuses)
  const isRefused = (index: number): boolean =>
    texts ? hasAny(events[index], texts) : isRefusedById(vendor, events, index)
  const refused = wanted === 'partial' ? [...events.keys()].filter(isRefused) : []
  const isEmpty = events.length === 0 && (wanted === 'success' || wanted === 'partial')
  const behavior = isEmpty ? 'invalid' : wanted
  const answer = vendor.answers[behavior === 'partial' && refused.length === 0 ? 'success' : behavior]
  return {
    behavior,
    answer: typeof answer === 'function' ? answer({ ...request, events, refused }) : answer,
    refused,
  }
}

function hasAny(value: unknown, texts: ReadonlySet<string>): boolean {
  if (typeof value === 'string') return texts.has(value)
  return (
    typeof value === 'object' && value !== null && Object.values(value).some((each) => hasAny(each, texts))
  )
}

function isRefusedById({ id }: Vendor, events: readonly unknown[], index: number): boolean {
  const eventId = id.map((path) => bodyValueAt(events[index], path)).find((each) => typeof each === 'string')
  const digits = String(eventId ?? index + 1).match(/[0-9a-f](?=[^0-9a-f]*$)/i)
  return digits !== null && '369cf'.includes(digits[0].toLowerCase())
}
