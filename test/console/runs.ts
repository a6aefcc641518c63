/** Test support: a stack with refused events, and its page Runs in a browser. */
import type { Browser, Page } from 'puppeteer-core'
import { settingsWith } from '../replay/stack.ts'
import { clientOf } from '../support/client.ts'
import { openPage, type Look, type Watched } from '../support/browser.ts'
import type { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'
import { webhookTo } from '../support/webhook.ts'

/** May read runs, and may not request any. */
export const analyst = 'analyst@sluice-local.iam.gserviceaccount.com'

export const runsConfig = {
  ...settingsWith({ crm: webhookTo('crm') }),
  'sluice:syncs': { customer_profiles: { destination: 'crm', paused: true } },
  'sluice:actions': { big_purchase: { destination: 'crm', state: 'shadow' } },
}

const consent = { ad_user_data: 'granted', analytics_storage: 'granted' }

/** Waits until `events` events have an outcome at the destination. */
function settled({ facts }: TestStack, events: number) {
  return until(`${events} events have ended`, async () => {
    const rows = await clientOf(facts).query('SELECT DISTINCT event_id FROM deliveries')
    return rows.length >= events
  })
}

/** Sends `refused` events that the destination refuses, and a purchase that it accepts. */
export async function sendRefused(stack: TestStack, refused: number): Promise<void> {
  const client = clientOf(stack.facts)
  await client.thirdPartyAnswers({ status: 422, path: '/crm' })
  const views = Array.from({ length: refused }, (_, n) => ({
    user_id: `u-${n}`,
    email: `u-${n}@acme.example`,
    consent,
    content_name: 'The Analytical Engine',
    content_type: 'article',
  }))
  await client.post('/v1/topics/view_content', views)
  await settled(stack, refused)
  await client.thirdPartyAnswers(undefined)
  const purchase = { user_id: 'u-0', consent, transaction_id: 'T-1', value: 640, currency: 'EUR' }
  await client.post('/v1/topics/purchase', purchase)
  await settled(stack, refused + 1)
}

/** Sends `more` events that the destination accepts, after `before` have an outcome there. */
export async function sendTaken(stack: TestStack, more: number, before: number): Promise<void> {
  const logins = Array.from({ length: more }, (_, n) => ({ user_id: `u-${n}`, consent, method: 'email' }))
  await clientOf(stack.facts).post('/v1/topics/login', logins)
  await settled(stack, before + more)
}

/** Opens the page. Resolves when it shows the runs and the form, which load in any order. */
export async function openRuns(browser: Browser, url: string, look: Look = {}): Promise<Watched> {
  const watched = await openPage(browser, new URL('/console/runs', url).href, look)
  await watched.page.waitForFunction(
    () => document.querySelector('.run') ?? document.body.textContent.includes('There are no runs.'),
  )
  await watched.page.waitForSelector('form.start')
  return watched
}

/** Opens or closes the first run that the selector matches, at any scroll position. */
export function toggleRun(page: Page, selector = '.run'): Promise<void> {
  return page.$eval(`${selector} .run-title`, (title) => (title as HTMLElement).click())
}

/** Waits until the open run has this state, or any, and its result is loaded. */
export function openRunIs(page: Page, state?: string) {
  return page.waitForFunction(
    (expected) => {
      const run = document.querySelector('.run:has(.run-detail)')
      if (!run || run.querySelector('.run-detail')!.textContent.includes('Loading the result')) return false
      return expected === undefined || run.querySelector('.badge[class*=state-]')?.textContent === expected
    },
    {},
    state,
  )
}

/** Reads the sections of the open run: text by title. */
export function openRunTells(page: Page): Promise<Readonly<Record<string, string>>> {
  return page.$$eval('.run-detail section', (sections) =>
    Object.fromEntries(
      sections.map((section) => [
        section.querySelector('h4')!.textContent,
        [...section.children]
          .slice(1)
          .map((child) => (child as HTMLElement).innerText.replace(/\s+/g, ' ').trim())
          .join(' '),
      ]),
    ),
  )
}

/** Reads the titles and badges of the listed runs. */
export function listedRuns(page: Page): Promise<readonly string[]> {
  return page.$$eval('.run', (runs) =>
    runs.map((run) =>
      [...run.querySelectorAll('.run-title, .badge')]
        .map((part) => [...part.childNodes].find(({ nodeType }) => nodeType === Node.TEXT_NODE)!.textContent)
        .join(' '),
    ),
  )
}
