/** Dispatch: publishes rows of a list of people for one destination, as pages: decides again on additions; removals pass every decision. */
import type { Destination } from '../../schemas/destination.ts'
import { pageLimits, pageMessage, rowText } from '../bus/page.ts'
import {
  decideOne,
  retry,
  suppressionsNotLoaded,
  writeRestricted,
  type DispatchPorts,
  type DispatchResult,
  type OutgoingEvent,
} from './dispatch.ts'

/** A row of a list. */
export interface OutgoingRow extends OutgoingEvent {
  /** The delivered values of the identifying fields that differ now: the member with these values is removed first. */
  previous?: Readonly<Record<string, unknown>>
  /** True for a removal. */
  removes?: true
}

interface Item {
  outgoing: OutgoingRow
  result: DispatchResult
}

/** Publishes rows for the destination. Returns one result per row, in order. */
export async function dispatchPages(
  ports: DispatchPorts,
  destination: Pick<Destination, 'id' | 'target'>,
  rows: readonly OutgoingRow[],
  source: { replayId: string; source: string },
): Promise<readonly DispatchResult[]> {
  const items = rows.map((outgoing): Item => {
    if (outgoing.removes) return { outgoing, result: { kind: 'sent' } }
    const decision = decideOne(ports, outgoing.event)
    if (!decision) return { outgoing, result: retry(suppressionsNotLoaded) }
    if (!decision.permitted) return { outgoing, result: { kind: 'restricted', reason: decision.reason } }
    return { outgoing, result: { kind: 'sent' } }
  })
  const publish = async (page: readonly Item[]): Promise<void> => {
    const [{ outgoing: first }] = page as readonly [Item]
    const message = pageMessage(
      first.event.id,
      page.map(({ outgoing }) => outgoing),
      destination.id,
      source,
    )
    if ((await ports.publish([message])) === 'accepted') return
    for (const item of page) item.result = retry('Publishing to topic "stored" failed.')
  }
  const pages = pagesOf(items.filter(({ result }) => result.kind === 'sent'))
  await Promise.all([writeRestricted(ports, destination, items, source), ...pages.map(publish)])
  return items.map(({ result }) => result)
}

/** Divides rows into pages within the limits. */
function pagesOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const pages: Item[][] = []
  let bytes = Infinity
  for (const item of items) {
    const rowBytes = Buffer.byteLength(rowText(item.outgoing)) + 1
    if (bytes + rowBytes > pageLimits.bytes || pages.at(-1)!.length >= pageLimits.rows) {
      pages.push([])
      // `{"rows":[]}`
      bytes = 11
    }
    pages.at(-1)!.push(item)
    bytes += rowBytes
  }
  return pages
}
