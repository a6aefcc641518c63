/** Demo: what the shop sends over a period: more by day than by night, less at weekends. Pure. */
import { sendWithMistakes, type SentMessage } from './mistakes.ts'
import { createRandom, type Random } from './random.ts'
import { createVisitors, products, type Visitor } from './shop.ts'
import { visitOf } from './visit.ts'

const msPerHour = 3_600_000
const msPerDay = 24 * msPerHour

/** Mean number of visits per day. */
const dailyVisits = 200
const visitorCount = 700
/** The hours before the demo begins are never quieter, whatever the time of day: what goes wrong now needs enough events to be an alert. */
const latest = { hours: 2, visits: 50 } as const
/** Days before now in which the visitors ordered who did not come back. */
const lapsed = { from: 95, to: 140, visitors: 150 }

export interface Shop {
  random: Random
  visitors: readonly Visitor[]
  /** Who was here months ago. */
  former: readonly Visitor[]
}

/** The same seed makes the same shop. */
export function openShop(seed: number): Shop {
  const random = createRandom(seed)
  const visitors = createVisitors(random, 0, visitorCount)
  return { random, visitors, former: createVisitors(random, visitorCount, lapsed.visitors) }
}

/** Expected visits in an hour that begins at this time: the curve of a shop in Europe, with its peak at seven in the evening. */
export function visitsInHour(begin: number): number {
  const time = new Date(begin)
  const wave = 1 - 0.85 * Math.cos((2 * Math.PI * (time.getUTCHours() - 6.5)) / 24)
  const weekend = [0, 6].includes(time.getUTCDay()) ? 0.75 : 1
  return (dailyVisits / 24) * wave * weekend
}

/** Returns the messages of a period in ms since 1970, in the order in which the bus gets them. */
export function messagesBetween(
  { random, visitors }: Shop,
  from: number,
  to: number,
): readonly SentMessage[] {
  const messages: SentMessage[] = []
  for (let hour = from; hour < to; hour += msPerHour) {
    const usual = Math.round(visitsInHour(hour) * (0.8 + 0.4 * random.next()))
    const visits = to - hour <= latest.hours * msPerHour ? Math.max(usual, latest.visits) : usual
    for (let count = 0; count < visits; count++)
      for (const event of visitOf(random, random.pick(visitors), hour + random.below(msPerHour)))
        messages.push(...sendWithMistakes(random, event))
  }
  return messages.filter(({ at }) => at < to).toSorted((a, b) => a.at - b.at)
}

/** Returns the orders of customers who bought months ago: the audience of lapsed customers is made of them. */
export function oldOrders({ random, former }: Shop, now: number): readonly SentMessage[] {
  return former
    .filter(({ customer }) => customer !== undefined)
    .map(({ customer, consent, country, ip, user_agent, anonymous_id }): SentMessage => {
      const at = now - lapsed.from * msPerDay - random.below((lapsed.to - lapsed.from) * msPerDay)
      const { price, ...product } = random.pick(products)
      const items = [{ ...product, price, quantity: 1 }]
      const order = {
        transaction_id: `T-${at.toString(36).toUpperCase()}`,
        value: price,
        currency: 'EUR',
        items,
      }
      const body = {
        event_name: 'purchase',
        event_id: random.uuid(),
        event_time: new Date(at).toISOString(),
        ...customer,
        anonymous_id,
        country,
        ip,
        user_agent,
        consent,
        source: 'web',
        ...order,
      }
      return { at: at + 800, topic: 'purchase', text: JSON.stringify(body) }
    })
    .toSorted((a, b) => a.at - b.at)
}
