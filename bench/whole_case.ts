/** Bench `whole`: the destinations, and the events. */

const all = [{ id: 'all', effect: 'permit', when: 'true' }]

export const wholeDestinations = {
  ga4: {
    target: 'ga4',
    settings: { measurement_id: 'G-ABCD1234' },
    secrets: { api_secret: 'abcdef12345' },
    rules: all,
  },
  meta: {
    target: 'meta',
    settings: { dataset_id: '1234567890123456' },
    secrets: { access_token: 'EAABtoken12345' },
    rules: all,
  },
}

const consent = {
  ad_storage: 'granted',
  ad_user_data: 'granted',
  ad_personalization: 'granted',
  analytics_storage: 'granted',
}

/** Number of people. GA4 takes a request for each of them. */
const people = 5000

let next = 0

/** Returns an event of the next person: about 650 bytes of JSON. */
export function wholeEvent(id: string): object {
  const person = next++ % people
  return {
    event_id: id,
    event_time: new Date().toISOString(),
    user_id: `u-${person}`,
    ga_client_id: `${1e9 + person}.${1_700_000_000 + person}`,
    email: `user${person}@example.com`,
    phone: '+4915112345678',
    first_name: 'Ada',
    last_name: 'Lovelace',
    page_url: `https://shop.example.com/p/${person}`,
    page_title: 'Product page',
    page_referrer: 'https://www.example.org/',
    ip: '203.0.113.9',
    user_agent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
    consent,
    currency: 'EUR',
    value: 49.99,
    items: [{ item_id: `sku-${person % 100}`, item_name: 'Shoes', price: 49.99, quantity: 1 }],
  }
}
