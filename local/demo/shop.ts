/** Demo: the products of the shop and its visitors. All of them are invented: addresses are of example.com, phone numbers of the range that Ofcom
 * keeps for drama. Pure. https://www.ofcom.org.uk/phones-and-broadband/phone-numbers/numbers-for-drama */
import type { Random } from './random.ts'

export interface Product {
  item_id: string
  item_name: string
  item_category: string
  price: number
}

export const products: readonly Product[] = [
  ['SKU-1001', 'Notes on the Analytical Engine', 'Books', 29.9],
  ['SKU-1002', 'Slide rule, brass', 'Instruments', 64],
  ['SKU-1003', 'Drawing compasses', 'Instruments', 38.5],
  ['SKU-1004', 'Fountain pen, black', 'Writing', 79],
  ['SKU-1005', 'Ink, royal blue', 'Writing', 8.9],
  ['SKU-1006', 'Letter paper, 100 sheets', 'Writing', 14.5],
  ['SKU-1007', 'Desk globe', 'Home', 119],
  ['SKU-1008', 'Mantel clock', 'Home', 549],
  ['SKU-1009', 'Reading lamp', 'Home', 89],
  ['SKU-1010', 'Telescope, 70 mm', 'Instruments', 279],
  ['SKU-1011', 'Star atlas', 'Books', 42],
  ['SKU-1012', 'Punched cards, box of 500', 'Instruments', 24],
].map(
  ([item_id, item_name, item_category, price]) => ({ item_id, item_name, item_category, price }) as Product,
)

export interface Visitor {
  anonymous_id: string
  ip: string
  user_agent: string
  country: string
  locale: string
  /** What the visitor chose; undefined for one whose shop page forgets to send it. */
  consent: Readonly<Record<string, string>> | undefined
  /** Browser cookies of Meta and Google Analytics, if they may be set. */
  fbp?: string
  /** Of a customer with an account. */
  customer?: Readonly<Record<'user_id' | 'email' | 'first_name' | 'last_name' | 'phone', string>>
}

const firstNames = 'Ada Grace Mary Charles Alan Emmy Sofia Carl Leonhard Hedy Radia Karen'.split(' ')
const lastNames = 'Byron Hopper Somerville Babbage Mathison Noether Kowalska Gauss Euler Lamarr'.split(' ')
const countries = [
  ['GB', 'en-GB'],
  ['GB', 'en-GB'],
  ['DE', 'de-DE'],
  ['DE', 'de-DE'],
  ['FR', 'fr-FR'],
  ['NL', 'nl-NL'],
  ['US', 'en-US'],
] as const
const browsers = [
  'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/146.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 19_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.3 Mobile/15E148 Safari/604.1',
]
const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

/** Makes visitors of the shop with numbers from `first` on: two in five have an account. */
export function createVisitors(random: Random, first: number, count: number): readonly Visitor[] {
  return Array.from({ length: count }, (_, position) => {
    const index = first + position
    const [country, locale] = random.pick(countries)
    const consent = chosenConsent(random, country)
    return {
      anonymous_id: `anon-${(0x10000 + index).toString(16)}`,
      ip: `203.0.113.${1 + random.below(254)}`,
      user_agent: random.chance(0.02) ? bot : random.pick(browsers),
      country,
      locale,
      consent,
      ...(consent?.['ad_storage'] === 'granted' && {
        fbp: `fb.1.${1_770_000_000_000 + index * 1000}.${1_000_000_000 + index}`,
      }),
      ...(random.chance(0.4) && { customer: customerOf(random, index) }),
    }
  })
}

function customerOf(random: Random, index: number): NonNullable<Visitor['customer']> {
  const [first_name, last_name] = [random.pick(firstNames), random.pick(lastNames)]
  const host = random.chance(0.02) ? 'staff.example' : 'example.com'
  return {
    user_id: `u-${1000 + index}`,
    email: `${first_name}.${last_name}.${1000 + index}@${host}`.toLowerCase(),
    first_name,
    last_name,
    phone: `+447700900${String(index % 1000).padStart(3, '0')}`,
  }
}

/** Seven of ten agree to everything, some to analytics alone or to nothing, and some pages forget to say. */
function chosenConsent(random: Random, country: string): Visitor['consent'] {
  const choice = random.next()
  if (choice > 0.92) return undefined
  const ads = choice < 0.68 ? 'granted' : 'denied'
  const analytics = choice < 0.82 ? 'granted' : 'denied'
  return {
    ad_storage: ads,
    ad_user_data: ads,
    ad_personalization: ads,
    analytics_storage: analytics,
    region: country,
  }
}
