/** Pages of a list for the tests of delivery: rows of a sync, and an instance of `forward` whose destination is a segment. */
import assert from 'node:assert/strict'
import { parsePage, pageMessage, type PageRow } from '../../functions/bus/page.ts'
import { createDelivery } from '../../functions/delivery/deliver.ts'
import { createMemberSteps } from '../../functions/delivery/member_steps.ts'
import { restrictSuppressed } from '../../functions/delivery/restrict_suppressed.ts'
import { createSettlement } from '../../functions/delivery/settle.ts'
import { createPageSettlement } from '../../functions/delivery/settle_page.ts'
import { createWaitingRoom } from '../../functions/delivery/waiting_room.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { readEvent } from '../../functions/event/read.ts'
import { compilePreparation } from '../../functions/linkage/prepare.ts'
import { createEgress } from '../../functions/net/egress.ts'
import { byStatus } from '../../functions/targets/classify.ts'
import { targetOf } from '../../functions/targets/registry.ts'
import type { LinkedEvent, Target } from '../../functions/targets/target.ts'
import { settingsFor } from '../targets/run.ts'
import { alone } from './fake_third_party.ts'

export const now = '2026-03-14T10:00:00Z'
const settings = { list_id: '1042', site_id: 'site', api_key: 'key' }

type Written = Readonly<Record<string, unknown>>

/** A row of a sync. */
export function pageRow(
  id: string,
  change: string,
  fields: object,
  more: Omit<PageRow, 'event' | 'storedAt'> = {},
): PageRow {
  const event = readEvent(
    {
      topic: 'runs',
      messageId: id,
      publishTime: now,
      data: Buffer.from(
        JSON.stringify({ event_id: id, event_time: now, event_name: 'contact', change, ...fields }),
      ),
      attributes: {},
    },
    codeRegistry,
  )
  assert.ok(!('reason' in event), JSON.stringify(event))
  return { event, storedAt: now, ...more }
}

export function numberedRows(count: number, prefix = 'e'): readonly PageRow[] {
  return Array.from({ length: count }, (_, n) => pageRow(`${prefix}-${n}`, 'added', { user_id: `u-${n}` }))
}

/** A target whose vendor knows people by ids of its own: `crm-<number>` for the people `u-<number>` below ten. */
export function withLookup(): Target {
  const target = targetOf('customerio_segment')
  const idsIn = (events: readonly LinkedEvent[]) => events.map(({ fields }) => String(fields['id']))
  return {
    ...target,
    audience: {
      ...target.audience!,
      lookup: {
        operations: ['add', 'remove'],
        request: (events) => ({
          method: 'POST',
          url: 'https://crm.example.com/search',
          headers: {},
          body: JSON.stringify(idsIn(events)),
          timeout: 1000,
        }),
        classify: byStatus,
        read: (_, events) => idsIn(events).map((id) => (id.length === 3 ? `crm-${id.slice(2)}` : undefined)),
      },
    },
    request: (events, all, context) => ({
      ...target.request(events, all, context),
      body: JSON.stringify({ ids: events.map(({ recordId }) => recordId) }),
    }),
  }
}

/** An instance of `forward` for a list, by default the segment: `push` brings it a page. */
export function segmentInstance(
  thirdPartyUrl: string,
  target: Target = targetOf('customerio_segment'),
  {
    suppressed = '',
    perSecond,
    room,
    settings: own = settings,
  }: {
    suppressed?: string
    perSecond?: number
    room?: ReturnType<typeof createWaitingRoom>
    settings?: Readonly<Record<string, unknown>>
  } = {},
) {
  const rows: Written[] = []
  const alerts: string[] = []
  const all = settingsFor(target, own)
  const destination = { id: 'vip', ...(perSecond !== undefined && { requests_per_second: perSecond }) }
  const ports = alone(perSecond)
  const deliver = createDelivery(destination, target, all, {
    now: () => new Date(),
    send: createEgress({ THIRD_PARTY_GATEWAY: thirdPartyUrl }),
    wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    authorization: () => '',
    dropToken: () => {},
    alert: (message, exampleEventId) => void alerts.push(`${message} ${exampleEventId}`),
    ...ports,
    ...(room && { room }),
  })
  const prepare = compilePreparation({}, target, all)
  const settle = createSettlement(
    { id: 'vip', target: target.name },
    {
      now: () => new Date(),
      deliver: createMemberSteps(
        (event) => prepare(event, new Date()),
        restrictSuppressed(({ user_id }) => user_id === suppressed, deliver),
      ),
      record: async ({ json }) => {
        rows.push(JSON.parse(json) as Written)
        return { kind: 'written' }
      },
      wait: async () => {},
      linkOf: () => undefined,
    },
  )
  const settlePage = createPageSettlement(settle, target.audience!.identifiers)
  const push = async (page: readonly PageRow[], attempt = 1) => {
    const { data, attributes } = pageMessage('p-1', page, 'vip', { replayId: 'r-1', source: 'vips' })
    const message = {
      subscription: 'forward-vip',
      messageId: 'm-1',
      publishTime: now,
      data,
      attributes,
      attempt,
    }
    return (await settlePage(parsePage(message), data.length, Date.now())).kind
  }
  const outcomes = () => {
    const ended = rows.map(({ event_id, outcome }) => `${String(event_id)} ${String(outcome)}`)
    return ended.toSorted()
  }
  return { push, rows, alerts, outcomes }
}
