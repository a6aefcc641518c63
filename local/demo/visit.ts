/** Demo: the events of one visit to the shop, from the first page to the order. Pure. */
import { products, type Product, type Visitor } from './shop.ts'
import type { Random } from './random.ts'

/** An event as the shop sends it. */
export type EventBody = Readonly<Record<string, unknown>>

export interface VisitEvent {
  /** When it happens, in ms since 1970. */
  at: number
  body: EventBody
}

const shop = 'https://shop.example'

const campaigns = [
  '',
  '',
  '',
  '?utm_source=newsletter&utm_medium=email&utm_campaign=spring',
  '?utm_source=facebook&utm_medium=paid&utm_campaign=clocks&fbclid=IwAR0demo',
  '?utm_source=google&utm_medium=cpc&utm_campaign=telescopes&gclid=EAIaIQobDemo',
  '?utm_source=tiktok&utm_medium=paid&utm_campaign=pens&ttclid=E.C.P.demo',
]

const terms = ['telescope', 'fountain pen', 'clock', 'star atlas', 'gift', 'slide rule']

/** Makes the events of a visit that begins at this time. Two in five visitors look at a product, one in fourteen orders. */
export function visitOf(random: Random, visitor: Visitor, begin: number): readonly VisitEvent[] {
  const { customer } = visitor
  const isSignedIn = customer !== undefined && random.chance(0.7)
  const { consent, anonymous_id, ip, user_agent, country, locale, fbp } = visitor
  const known = isSignedIn && customer ? { user_id: customer.user_id, email: customer.email } : {}
  const context = { anonymous_id, ...known, ip, user_agent, country, locale, fbp, consent, source: 'web' }
  const session_id = `s-${begin.toString(36)}-${anonymous_id.slice(5)}`
  const landing = random.pick(campaigns)
  const events: VisitEvent[] = []
  let at = begin
  const add = (event_name: string, path: string, fields: EventBody = {}): void => {
    const event_time = new Date(at).toISOString()
    const page_url = `${shop}${path}`
    events.push({
      at,
      body: { event_name, event_id: random.uuid(), event_time, ...context, session_id, page_url, ...fields },
    })
    at += 4000 + random.below(45_000)
  }

  add('page_view', `/${landing}`, { page_title: 'The Analytical Shop' })
  for (let pages = random.below(3); pages > 0; pages--)
    add('page_view', random.pick(['/books', '/home', '/writing']), { content_type: 'category' })
  if (random.chance(0.25)) add('search', '/search', { search_term: random.pick(terms) })
  if (isSignedIn && random.chance(0.2)) add('login', '/account', { method: 'email' })
  const viewed = random.chance(0.62)
    ? Array.from({ length: 1 + random.below(3) }, () => random.pick(products))
    : []
  for (const product of viewed)
    add('view_item', pathOf(product), { ...amount([product]), page_title: product.item_name })
  const basket = viewed.filter(() => random.chance(0.35))
  for (const product of basket) add('add_to_cart', pathOf(product), amount([product]))
  if (basket.length === 0 || !random.chance(0.6)) return events
  if (!isSignedIn && customer && random.chance(0.3))
    add('sign_up', '/account/new', { user_id: customer.user_id, email: customer.email, method: 'email' })
  const buyer = customer ?? { email: `guest.${anonymous_id.slice(5)}@example.com` }
  add('begin_checkout', '/checkout', { ...amount(basket), email: buyer.email })
  if (!random.chance(0.62)) return events
  const order = { transaction_id: `T-${begin.toString(36).toUpperCase()}`, ...amount(basket) }
  add('purchase', '/checkout/thanks', { ...buyer, ...order, shipping: 4.9, tax: cents(order.value * 0.19) })
  if (random.chance(0.04)) {
    at += 2 * 86_400_000
    add('refund', '/', { ...order, user_id: customer?.user_id, source: 'billing', action_source: 'system' })
  }
  return events
}

function pathOf({ item_category, item_id }: Product): string {
  return `/${item_category.toLowerCase()}/${item_id}`
}

function amount(basket: readonly Product[]) {
  const value = cents(basket.reduce((sum, { price }) => sum + price, 0))
  return { value, currency: 'EUR', items: basket.map((product) => ({ ...product, quantity: 1 })) }
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
