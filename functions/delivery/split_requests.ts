/** Delivery: divides a group of events into requests that the third party takes. Pure. */
import type { LinkedEvent, Target } from '../targets/target.ts'

/** Only events of one key share a request, and no request is larger than the target takes; their order within a key stays. */
export function splitRequests(
  events: readonly LinkedEvent[],
  { maxItems, maxBytes, key = () => '' }: Target['batch'],
): LinkedEvent[][] {
  const requests: LinkedEvent[][] = []
  const open = new Map<string, { events: LinkedEvent[]; bytes: number }>()
  for (const event of events) {
    const of = key(event)
    const bytes = Buffer.byteLength(event.text)
    const request = open.get(of)
    if (request && request.events.length < maxItems && request.bytes + bytes <= maxBytes) {
      request.events.push(event)
      request.bytes += bytes
    } else {
      const started = { events: [event], bytes }
      open.set(of, started)
      requests.push(started.events)
    }
  }
  return requests
}
