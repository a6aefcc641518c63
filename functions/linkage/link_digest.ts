/** Linkage layer: the digest of a link, which tells whether a link was changed since an event was sent. */
import { hash } from 'node:crypto'
import { canonicalJson } from '../../schemas/canonical_json.ts'
import type { Destination } from '../../schemas/destination.ts'
import type { Target } from '../targets/target.ts'
import { eventTypesWithLink, linkFor } from './merge_links.ts'

/** Returns the function that returns the digest of the link for an event type: 16 hexadecimal digits; undefined if its events are sent
 * unchanged. The order of the fields does not change it. */
export function createLinkDigest(
  destination: Pick<Destination, 'linkage'>,
  target: Pick<Target, 'linkage' | 'linkageByEvent'>,
): (eventName: string) => string | undefined {
  const byName = eventTypesWithLink(destination, target)
  const digests = new Map<string, string | undefined>()
  return (eventName) => {
    const key = byName.has(eventName) ? eventName : '*'
    if (!digests.has(key)) {
      const link = linkFor(destination, target, key)
      digests.set(key, link && hash('sha256', canonicalJson(link)).slice(0, 16))
    }
    return digests.get(key)
  }
}
