/** Demo: the mistakes that shops make: misspelled names, invalid values, events sent twice or late, broken JSON. Pure. */
import type { Random } from './random.ts'
import type { VisitEvent } from './visit.ts'

/** A message on its way to the bus. */
export interface SentMessage {
  /** When the bus gets it, in ms since 1970. */
  at: number
  /** Topic that it is published to. */
  topic: string
  /** The body, as the shop sends it. */
  text: string
}

const msPerDay = 86_400_000

/** Event names as a developer mistypes them. */
const mistyped: Readonly<Record<string, string>> = {
  page_view: 'pageview',
  purchase: 'purchse',
  view_item: 'veiw_item',
  add_to_cart: 'add_to_crt',
  sign_up: 'signup_done',
}

/** Field → its misspelling. */
const misspelled: Readonly<Record<string, string>> = {
  value: 'vlaue',
  session_id: 'sesion_id',
  page_title: 'page_titel',
  search_term: 'serach_term',
}

/** Sends an event as shops do: most of them right, some with a mistake. */
export function sendWithMistakes(random: Random, { at, body }: VisitEvent): readonly SentMessage[] {
  const name = String(body['event_name'])
  const sent = at + 150 + random.below(2500)
  const message = (changed: object, topic = name, later = 0): SentMessage => ({
    at: sent + later,
    topic,
    text: JSON.stringify(changed),
  })
  const mistake = random.next()
  if (mistake < 0.004 && mistyped[name]) return [message({ ...body, event_name: mistyped[name] }, 'events')]
  if (mistake < 0.01) return [message(withMisspelled(random, body))]
  if (mistake < 0.018 && 'value' in body)
    return [message(random.chance(0.5) ? { ...body, value: '129,00' } : { ...body, currency: 'euro' })]
  if (mistake < 0.021) return [message({ ...body, email: 'not an address' })]
  if (mistake < 0.028) return [message(body), message(body, name, 30_000 + random.below(600_000))]
  if (mistake < 0.032) {
    // A phone that was offline sends what happened days ago.
    const late = at - (1 + random.below(9)) * msPerDay
    return [message({ ...body, event_time: new Date(late).toISOString() })]
  }
  if (mistake < 0.033) return [{ at: sent, topic: 'events', text: JSON.stringify(body).slice(0, -20) }]
  return [message(body)]
}

function withMisspelled(random: Random, body: VisitEvent['body']): object {
  const field = random.pick(Object.keys(misspelled).filter((name) => name in body))
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [name === field ? misspelled[name]! : name, value]),
  )
}
