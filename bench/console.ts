/** Bench `console`: the time of every page of the console over 1,000,000 events of thirty days, and the bytes that its questions read. */
import type { StackInfo } from '../local/stack_info.ts'
import { shownFigures } from '../test/console/page.ts'
import { openBrowser, openPage, withoutBrowser } from '../test/support/browser.ts'
import { clientOf, type Client } from '../test/support/client.ts'
import { until } from '../test/support/until.ts'
import { TestStack } from '../test/support/stack.ts'
import { questions } from '../functions/console/questions/index.ts'
import { liveLimits } from '../schemas/live_budget.ts'
import { bytes as bytesText } from '../web/parts/format.ts'
import { fill } from './bigquery_data.ts'
import { measuredPages, type Asked, type Linked, type MeasuredPage } from './console_pages.ts'
import { median } from './report.ts'
import { pick, scaleOfArguments, type Scale } from './scale.ts'

/** p95 that every page must meet, in ms. */
const goal = 2000

export async function benchConsole(scale: Scale): Promise<void> {
  const events = pick(scale, 1_000_000, 500)
  const stack = await TestStack.start()
  try {
    const { facts } = stack
    const client = clientOf(facts)
    const begun = performance.now()
    await fill(async (sql) => void (await client.arrange(sql)), { dataset: facts.dataset, events })
    console.log(`${events} events in 30 days, made in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
    await checkHealth(client)
    await measurePages(facts, scale)
    await measurePaint(facts.consoleUrl, pick(scale, 5, 1))
  } finally {
    await stack.remove()
  }
}

/** Runs the health check, which counts the hours that the Overview shows. */
async function checkHealth(client: Client): Promise<void> {
  const begun = performance.now()
  const response = await client.post('/v1/console/runs/health', {})
  if (!response.ok) throw new Error(await response.text())
  const { run } = (await response.json()) as { run: string }
  await until(
    'the health is checked',
    async () => {
      const [row] = await client.query(`SELECT state, reason FROM runs WHERE run_id = '${run}'`)
      if (row?.['state'] === 'failed') throw new Error(String(row['reason']))
      return row?.['state'] === 'finished'
    },
    600_000,
  )
  console.log(`hours counted by the health check in ${((performance.now() - begun) / 1000).toFixed(1)} s`)
}

interface Answer {
  rows?: readonly Readonly<Record<string, unknown>>[]
  bytes: number
}

/** Asks what a page asks, as the developer. */
async function ask({ baseUrl, token }: StackInfo, asked: Asked): Promise<Answer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const response = await ('get' in asked
    ? fetch(baseUrl + asked.get, { headers })
    : fetch(`${baseUrl}/v1/console/ask`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ ...asked, maxBytes: 20 * 1024 ** 3 }),
      }))
  if (!response.ok) throw new Error(`${JSON.stringify(asked)}: ${await response.text()}`)
  return (await response.json()) as Answer
}

async function measurePages(facts: StackInfo, scale: Scale): Promise<void> {
  const now = Date.now()
  const pages = measuredPages(now, await linkedRows(facts, now))
  const known = new Set(pages.flatMap(({ asks }) => asks.map((one) => ('ask' in one ? one.ask : ''))))
  const missing = questions.filter(({ name }) => !known.has(name) && !unmeasured.has(name))
  if (missing.length > 0) throw new Error(`Not measured: ${missing.map(({ name }) => name).join(', ')}.`)
  for (const page of pages) await measurePage(facts, page, pick(scale, 20, 1))
}

/** Questions that read no table, or one row of a table. */
const unmeasured: ReadonlySet<string> = new Set(['account', 'quarantined_event'])

async function measurePage(facts: StackInfo, page: MeasuredPage, rounds: number): Promise<void> {
  const client = clientOf(facts)
  const times: number[] = []
  let answers: readonly Answer[] = []
  for (let round = 0; round <= rounds; round++) {
    await storeAnother(client)
    const begun = performance.now()
    answers = await Promise.all(page.asks.map((asked) => ask(facts, asked)))
    // The first round is a warm-up.
    if (round > 0) times.push(performance.now() - begun)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const p95 = sorted[Math.min(sorted.length - 1, Math.ceil(0.95 * sorted.length) - 1)]!
  const read = answers.map(({ bytes }) => bytes ?? 0)
  const sum = read.reduce((all, bytes) => all + bytes, 0)
  console.log(
    `${page.name.padEnd(36)} p50 ${median(times).toFixed(0).padStart(5)} ms, p95 ${p95.toFixed(0).padStart(5)} ms` +
      ` (${p95 <= goal ? 'goal' : 'MISSED goal'} ${goal} ms), read ${bytesText(sum)}`,
  )
  if (page.asks.length > 1)
    for (const [index, asked] of page.asks.entries())
      if ('ask' in asked)
        console.log(`  ${asked.ask.padEnd(34)} ${daysOf(asked.values)}${bytesText(read[index]!)}`)
  if (page.name === 'Events, live') console.log(liveText(sum))
}

/** `1.0 days, `: the period that a question names. */
function daysOf({ since, until: end = new Date().toISOString() }: Readonly<Record<string, unknown>>): string {
  if (typeof since !== 'string') return ''
  return `${((Date.parse(String(end)) - Date.parse(since)) / 86_400_000).toFixed(1)} days, `
}

function liveText(bytes: number): string {
  const billed = Math.max(bytes, 10 * 1024 ** 2)
  const everyMs = Math.max(5000, billed / liveLimits.bytesPerMs)
  return `  a look is billed ${bytesText(billed)}, every ${(everyMs / 1000).toFixed(0)} s: ${bytesText((billed * 60_000) / everyMs)} a minute, for ${(liveLimits.bytes / (billed / everyMs) / 60_000).toFixed(0)} minutes at most`
}

let stored = 0

/** Stores an event, as in a stack that is in use: what is known of the table's size is outdated. */
async function storeAnother(client: Client): Promise<void> {
  const id = `bench-${++stored}`
  await client.arrange(
    `INSERT INTO events (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, decisions)
    VALUES ('${id}', 'page_view', CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), CURRENT_TIMESTAMP(), 'page_view', '${id}', 'page_view@1.0', 0, [])`,
  )
}

async function linkedRows(facts: StackInfo, now: number): Promise<Linked> {
  const period = { since: new Date(now - 86_400_000).toISOString(), until: new Date(now).toISOString() }
  const { rows: shown = [] } = await ask(facts, { ask: 'events', values: period })
  const unknown = { ...period, reason: 'unknown_event', event_name: 'purchse' }
  const { rows: held = [] } = await ask(facts, { ask: 'quarantined', values: unknown })
  const ids = shown.map(({ event_id: id }) => String(id))
  return {
    event: shown[0] as unknown as Linked['event'],
    message: { ...shown[0], event_name: 'purchse', ...held[0] } as unknown as Linked['message'],
    shown: { since: String(shown.at(-1)?.['received_at']), ids },
  }
}

/** Prints when the page Overview shows something and when it shows the numbers. */
async function measurePaint(url: string, rounds: number): Promise<void> {
  const browser = await openBrowser()
  if (!browser) return console.log(withoutBrowser)
  try {
    const paints: number[] = []
    const numbers: number[] = []
    for (let round = 0; round < rounds; round++) {
      const { page } = await openPage(browser, url)
      await page.waitForSelector('.overview[aria-busy=false] .figures .value')
      const [paint, shown] = await page.evaluate(() => [
        performance.getEntriesByName('first-contentful-paint')[0]!.startTime,
        performance.now(),
      ])
      paints.push(paint!)
      numbers.push(shown!)
      if (round === 0) console.log(`24 hours: ${JSON.stringify(await shownFigures(page))}`)
      await page.close()
    }
    for (const [what, all] of [
      ['first contentful paint', paints],
      ['numbers and charts', numbers],
    ] as const)
      console.log(`${what.padEnd(36)} ${median(all).toFixed(0)} ms (${all.map(Math.round).join(', ')})`)
  } finally {
    await browser.close()
  }
}

if (import.meta.main) await benchConsole(scaleOfArguments())
