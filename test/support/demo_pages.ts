/** Test support: the pages of the console as the demo fills them: what each says, and which are pictures of docs/console.md. */
import type { Browser, Page } from 'puppeteer-core'
import type { StackInfo } from '../../local/stack_info.ts'
import { openPage, type Look } from './browser.ts'
import { clientOf, type Client } from './client.ts'
import { until } from './until.ts'

export interface DemoPage {
  /** Path below `/console/`. */
  path: (client: Client) => string | Promise<string>
  /** What the page says once it has its rows. */
  says: string
  /** Name of its file in docs/screenshots. Default: it is no picture. */
  picture?: string
  /** Selector that is scrolled to the top of the picture. */
  scrollTo?: string
}

/** Address of the latest order that went to all advertisers. */
async function anOrder({ query }: Client): Promise<string> {
  const [order] = await query(`SELECT event_id, FORMAT_TIMESTAMP('%FT%H:%M:%E6SZ', received_at) AS received
FROM events
WHERE event_name = 'purchase' AND received_at > TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL 2 DAY)
  AND (SELECT COUNT(*) FROM UNNEST(decisions) AS decision WHERE decision.permitted) >= 5
ORDER BY received_at DESC LIMIT 1`)
  return `events/${String(order!['event_id'])}?at=${String(order!['received'])}&type=purchase`
}

/** Address of a customer who has ordered often. */
async function aCustomer({ query }: Client): Promise<string> {
  const [customer] = await query(`SELECT user_id FROM events
WHERE event_name = 'purchase' AND email LIKE '%@example.com' AND user_id IS NOT NULL
GROUP BY user_id ORDER BY COUNT(*) DESC, user_id LIMIT 1`)
  return `people?range=30d#user_id=${String(customer!['user_id'])}`
}

export const demoPages: readonly DemoPage[] = [
  { path: () => '?range=30d', says: 'Needs you', picture: 'overview' },
  { path: () => '?range=30d', says: 'Events over time', picture: 'charts', scrollTo: '.figures' },
  { path: () => 'events?range=24h', says: 'page_view', picture: 'events' },
  { path: anOrder, says: 'meta_ads', picture: 'event' },
  { path: () => 'catalogue', says: 'view_item', picture: 'catalogue' },
  { path: () => 'connections', says: 'till_receipts' },
  { path: () => 'connections/till_receipts', says: 'Versions in use', picture: 'connection' },
  { path: () => 'destinations', says: 'klaviyo_mail' },
  { path: () => 'destinations/tiktok_ads', says: 'deferred: auth', picture: 'destination' },
  { path: () => 'automations', says: 'big_purchase', picture: 'automations' },
  { path: aCustomer, says: 'example.com', picture: 'people' },
  { path: () => 'runs', says: 'lapsed_customers' },
  { path: () => 'creator?connection=till_receipts', says: 'till_receipts' },
  { path: () => 'quarantine?range=30d', says: 'No definition has this event name.', picture: 'quarantine' },
  { path: () => 'dead?range=30d', says: 'klaviyo_mail' },
  { path: () => 'alerts', says: 'credentials', picture: 'alerts' },
  { path: () => 'changes?range=7d', says: 'operator@sluice-demo' },
]

/** Opens a page, and waits until it has read everything and says what it should. */
export async function openDemoPage(
  browser: Browser,
  facts: StackInfo,
  shown: DemoPage,
  look?: Look,
): Promise<Page> {
  const path = await shown.path(clientOf(facts))
  const { page } = await openPage(browser, facts.consoleUrl + path, look)
  const textOfMain = (): Promise<string> => page.$eval('main', (main) => main.innerText)
  const reading = 'main [aria-busy=true], main .skeleton'
  await until(
    `the page ${path} says "${shown.says}"`,
    async () => (await page.$(reading)) === null && (await textOfMain()).includes(shown.says),
  ).catch(async (error: Error) => {
    throw new Error(`${error.message} It says:\n${await textOfMain()}`, { cause: error })
  })
  return page
}
