/** Bench `audience`: the memory of `forward` while several pages of a list are pushed to it at a time. BigQuery answers at once. */
import { pageLimits, pageMessage } from '../functions/bus/page.ts'
import { eventOfChange, isUnreadable, registryFor } from '../functions/event/row_event.ts'
import { subscriptions } from '../schemas/bus.ts'
import { nodeOptionsOf } from '../schemas/instance.ts'
import { peakMemory } from '../test/support/memory_limit.ts'
import { everybody, listSecrets, vipList } from './audience_case.ts'
import type { AudienceVendor } from './audience_vendor.ts'
import { startForwarding } from './forwarding.ts'
import { startGoogle } from './google.ts'

/** Pages that are pushed at a time. */
export const pagesAtOnce = 10

interface PageLoad {
  /** Peak memory of the instance in bytes. */
  peak: number
  seconds: number
}

/** Pushes full pages of additions to a new instance, of the functions in the folder `built`. Resolves when all are acknowledged. */
export async function pushPages(pages: number, vendor: AudienceVendor, built: string): Promise<PageLoad> {
  const google = await startGoogle()
  const forwarding = await startForwarding({
    destinations: [],
    lists: [{ destination: vipList, secrets: listSecrets }],
    instances: 1,
    built,
    env: { ...google.env, THIRD_PARTY_GATEWAY: vendor.url, NODE_OPTIONS: nodeOptionsOf('forward') },
  })
  try {
    const push = pushOf()
    const begun = performance.now()
    let next = 0
    const lane = async (): Promise<void> => {
      for (let page = next++; page < pages; page = next++) {
        const headers = { 'content-type': 'application/json' }
        const response = await fetch(forwarding.front.url, { method: 'POST', headers, body: push(page) })
        if (response.status !== 204) throw new Error(`forward: ${response.status} ${await response.text()}`)
      }
    }
    await Promise.all(Array.from({ length: pagesAtOnce }, lane))
    return { peak: peakMemory(forwarding.pids[0]!), seconds: (performance.now() - begun) / 1000 }
  } finally {
    await forwarding.stop()
    await google.stop()
  }
}

/** Stands for the number of a page in the ids of its rows. */
const placeholder = 'PAGE'

/** Returns the function that makes the body of the push of a page with people of its own. */
function pushOf(): (page: number) => string {
  const registry = registryFor(everybody)
  const noticedAt = new Date().toISOString()
  const rows = Array.from({ length: pageLimits.rows }, (_, n) => {
    const name = `${placeholder}-${n}`
    const row = {
      user_id: `u-${name}`,
      email: `person.${name}@example.com`,
      plan: 'free',
      consent: { ad_user_data: 'granted' },
    }
    const changed = { eventId: `e-${name}`, change: 'added', row, noticedAt, backfill: false }
    const event = eventOfChange(everybody, changed, registry)
    if (isUnreadable(event)) throw new Error(`The row of the bench is invalid: ${event.reason}.`)
    return { event, storedAt: noticedAt }
  })
  const source = { replayId: 'run', source: everybody.name }
  const { data, attributes } = pageMessage('p-1', rows, vipList.id, source)
  const text = data.toString()
  return (page) => {
    const own = Buffer.from(text.replaceAll(placeholder, String(page))).toString('base64')
    return JSON.stringify({
      subscription: `projects/bench/subscriptions/${subscriptions.forward(vipList.id)}`,
      deliveryAttempt: 1,
      message: { messageId: `m-${page}`, publishTime: noticedAt, attributes, data: own },
    })
  }
}
