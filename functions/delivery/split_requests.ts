/** Delivery: splits a group of events into requests within the limits of a target. Pure. */
import type { LinkedEvent, Target } from '../targets/target.ts'

/** Returns the events of each request. Only events of one key share a request. The order within a key is kept. */
export function splitRequests<Event extends LinkedEvent>(
  events: readonly Event[],
  { maxItems, maxBytes, bulkFrom = 1, countOf = () => 1, key = () => '' }: Target['batch'],
): Event[][] {
  if (events.length < bulkFrom) return events.map((event) => [event])
  const requests: Event[][] = []
  const open = new Map<string, { events: Event[]; count: number; bytes: number }>()
  for (const event of events) {
    const eventKey = key(event)
    const bytes = Buffer.byteLength(event.text)
    const count = countOf(event)
    const request = open.get(eventKey)
    if (request && request.count + count <= maxItems && request.bytes + bytes <= maxBytes) {
      request.events.push(event)
      request.count += count
      request.bytes += bytes
    } else {
      const newRequest = { events: [event], count, bytes }
      open.set(eventKey, newRequest)
      requests.push(newRequest.events)
    }
  }
  return requests
}
