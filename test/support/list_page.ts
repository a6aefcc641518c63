/** Test support: publishes a page of a list of people to the topic `stored`, as the function sync does. */
import assert from 'node:assert/strict'
import { pageMessage, type PageRow } from '../../functions/bus/page.ts'
import { eventOfChange, isUnreadable, registryFor } from '../../functions/event/row_event.ts'
import { messageText, publishBody } from '../../functions/google/pubsub.ts'
import { lapsedCustomers } from '../../schemas/syncs/lapsed_customers.ts'
import type { StackInfo } from '../../local/stack_info.ts'

/** A segment of Customer.io as a destination. */
export const listOfVips = {
  target: 'customerio_segment',
  settings: { list_id: '1042', site_id: 'site' },
  secrets: { api_key: 'key' },
  rules: [{ id: 'all', effect: 'permit', when: "event.event_name == 'lapsed_customers'" }],
}

/** A customer list of Pinterest, whose refresh tokens roll, as a destination. */
export const listOfPins = {
  target: 'pinterest_audience',
  settings: { ad_account_id: '549755885175', list_id: '643', client_id: '1478' },
  secrets: { client_secret: 'app-secret-1', refresh_token: 'seed-token-1' },
  rules: listOfVips.rules,
}

const granted = { ad_storage: 'granted', ad_user_data: 'granted', ad_personalization: 'granted' }

/** Columns of a row that is sent to an advertising list. */
export function advertised(email: string) {
  return { email, consent: granted }
}

const registry = registryFor(lapsedCustomers)

/** Returns a row that adds a user to the list or removes one from it. `change`: `added` or `removed`. `more`: further columns. */
export function pageRow(eventId: string, change: string, user_id: string, more: object = {}): PageRow {
  const now = new Date().toISOString()
  const consent = { ad_user_data: 'granted' }
  const row = { user_id, consent, last_purchase: '2025-11-30', purchases: 3, ...more }
  const changed = { eventId, change, row, noticedAt: now, backfill: false }
  const event = eventOfChange(lapsedCustomers, changed, registry)
  assert.ok(!isUnreadable(event), JSON.stringify(event))
  return { event, storedAt: now }
}

/** Publishes the only page of a run. */
export async function publishPage(
  { pubsubHost, project, token }: StackInfo,
  page: { run: string; destination: string; rows: readonly PageRow[] },
): Promise<void> {
  const message = pageMessage(`${page.run}/1`, page.rows, page.destination, {
    replayId: page.run,
    source: 'vips',
  })
  const response = await fetch(`http://${pubsubHost}/v1/projects/${project}/topics/stored:publish`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: publishBody([messageText(message)]),
  })
  assert.equal(response.status, 200, await response.text())
}
