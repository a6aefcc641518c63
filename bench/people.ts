/** Bench `people`: duration of the first search for links and of view `people`, over more and more events. A chain of devices that two users share, and
 * a user with as many devices as all others together, are among them. The embedded BigQuery runs in this process. */
import { openWarehouse, type Warehouse } from '../functions/google/warehouse.ts'
import { linkStatement, timesToRead } from '../functions/people/links.ts'
import { views } from '../schemas/views.ts'
import { tables } from '../schemas/warehouse.ts'
import { startWarehouse } from '../test/support/warehouse.ts'
import { median } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** Goal: maximum CPU time of both at twice the size, as a ratio. Other processes of the machine do not change it. */
const goal = 2.3

interface Size {
  events: number
  /** Pairs of a user and a device. */
  links: number
  /** Devices of one user. */
  hub: number
  /** Devices in a row of which each has the users of the ones beside it. */
  chain: number
}

const full: Size = { events: 1_000_000, links: 100_000, hub: 100_000, chain: 1_000 }

export async function benchPeople(scale: Scale): Promise<void> {
  const one = pick<Size>(scale, full, { events: 10_000, links: 1_000, hub: 1_000, chain: 100 })
  let former: Figures | undefined
  for (const factor of pick(scale, [1, 2, 4], [1])) {
    const size: Size = {
      events: one.events * factor,
      links: one.links * factor,
      hub: one.hub * factor,
      chain: one.chain * factor,
    }
    const figures = await measure(size, scale)
    const { searched, read, people, shared } = figures
    const ratios = former
      ? `; together CPU time ${ratio(cpuOf(figures), cpuOf(former))} of half the size`
      : ''
    console.log(
      `${size.events} events with about ${size.links + size.hub + 2 * size.chain} links: searched in ${searched.seconds.toFixed(2)} s, ` +
        `people read in ${read.seconds.toFixed(2)} s: ${people} people, ${shared} shared identifiers${ratios}`,
    )
    former = figures
  }
}

function cpuOf({ searched, read }: Figures): number {
  return searched.cpu + read.cpu
}

function ratio(now: number, before: number): string {
  return `${(now / before).toFixed(2)}× (${now / before <= goal ? 'goal' : 'MISSED goal'} ${goal})`
}

/** In seconds. */
interface Cost {
  seconds: number
  cpu: number
}

interface Figures {
  searched: Cost
  read: Cost
  people: number
  shared: number
}

async function measure(size: Size, scale: Scale): Promise<Figures> {
  const store = await startWarehouse()
  try {
    Object.assign(process.env, store.env)
    for (const table of [tables.events, tables.identity_links]) await store.createTable(table)
    const { project, dataset } = store
    const { query } = views(project, dataset).find(({ name }) => name === 'people')!
    const warehouse = openWarehouse(store)
    await warehouse.change(`CREATE VIEW ${warehouse.locate('people')} AS ${query}`)
    await fill(warehouse, size)
    const searches: Cost[] = []
    const reads: Cost[] = []
    let found: Readonly<Record<string, unknown>> = {}
    for (const counts of rounds(scale, 1)) {
      await warehouse.change(`DELETE FROM ${warehouse.locate('identity_links')} WHERE TRUE`)
      const searched = await costOf(() => search(warehouse))
      if (counts) searches.push(searched)
    }
    for (const counts of rounds(scale, 5)) {
      const read = await costOf(async () => {
        const [row] = await warehouse.rows(
          `SELECT COUNT(DISTINCT person_id) AS people, COUNTIF(person_id IS NULL) AS shared FROM ${warehouse.locate('people')}`,
        )
        found = row!
      })
      if (counts) reads.push(read)
    }
    return {
      searched: middle(searches),
      read: middle(reads),
      people: Number(found['people']),
      shared: Number(found['shared']),
    }
  } finally {
    await store.stop()
  }
}

async function costOf(task: () => Promise<void>): Promise<Cost> {
  const [started, before] = [performance.now(), process.cpuUsage()]
  await task()
  const { user, system } = process.cpuUsage(before)
  return { seconds: (performance.now() - started) / 1000, cpu: (user + system) / 1e6 }
}

function middle(costs: readonly Cost[]): Cost {
  return {
    seconds: median(costs.map(({ seconds }) => seconds)),
    cpu: median(costs.map(({ cpu }) => cpu)),
  }
}

/** The statements of the first run. */
async function search({ locate, change }: Warehouse): Promise<void> {
  for (const { from, to } of timesToRead(Date.now(), undefined))
    await change(linkStatement(locate), {
      from: ['TIMESTAMP', new Date(from).toISOString()],
      to: ['TIMESTAMP', new Date(to).toISOString()],
    })
}

/** Stores events of the last ninety days: one of ten signs in, the others are anonymous. */
async function fill(warehouse: Warehouse, { events, links, hub, chain }: Size): Promise<void> {
  const text = (prefix: string, number: string): string => `CONCAT('${prefix}', CAST(${number} AS STRING))`
  const every = Math.floor(events / links)
  const insert = (count: number, user: string, device: string, email = 'CAST(NULL AS STRING)') =>
    warehouse.change(`INSERT INTO ${warehouse.locate('events')}
  (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop, user_id, anonymous_id, email)
SELECT GENERATE_UUID(), 'page_view', received, received, received, 'events', CAST(n AS STRING), 'page_view@1.0', 0, ${user}, ${device}, ${email}
FROM (
  SELECT n, TIMESTAMP_SUB(CURRENT_TIMESTAMP(), INTERVAL MOD(n * 7919, 7776000) SECOND) AS received
  FROM UNNEST(GENERATE_ARRAY(0, ${count - 1})) AS n
)`)
  const owner = `CAST(FLOOR(n / ${every * 2}) AS INT64)`
  await insert(
    events,
    `IF(MOD(n, ${every}) = 0, ${text('u-', owner)}, NULL)`,
    text('d-', `CAST(FLOOR(n / ${every}) AS INT64)`),
    `IF(MOD(n, ${every * 4}) = 0, CONCAT(${text('u-', owner)}, '@acme.example'), NULL)`,
  )
  await insert(hub, `'hub'`, text('h-', 'n'))
  await insert(chain, text('c-', 'n'), text('l-', 'n'))
  await insert(chain, text('c-', 'n + 1'), text('l-', 'n'))
}
