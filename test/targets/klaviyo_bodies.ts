/** Cases of target `klaviyo`: the requests of Klaviyo's pages, and the items that they have. */
import type { SentRequest } from './case.ts'

export const docs = 'https://developers.klaviyo.com/en/reference/create_event'
export const jobDocs = 'https://developers.klaviyo.com/en/reference/bulk_create_events'
export const guide =
  'https://developers.klaviyo.com/en/docs/guide_to_integrating_a_platform_without_a_pre_built_klaviyo_integration'
export const api_key = 'pk_1'
export const now = '2026-03-14T10:00:00Z'

export function posted(path: string, body: object): SentRequest {
  return {
    method: 'POST',
    url: `https://a.klaviyo.com/api/${path}`,
    headers: {
      accept: 'application/vnd.api+json',
      authorization: 'Klaviyo-API-Key pk_1',
      'content-type': 'application/vnd.api+json',
      revision: '2026-07-15',
    },
    body,
  }
}

export function metric(name: string) {
  return { data: { type: 'metric', attributes: { name } } }
}

export function sent(name: string, profile: object, others: object): SentRequest {
  const attributes = {
    metric: metric(name),
    profile: { data: { type: 'profile', attributes: profile } },
    ...others,
  }
  return posted('events', { data: { type: 'event', attributes } })
}

/** A job with one entry per profile: its attributes, and those of its events. */
export function job(
  ...entries: readonly (readonly [profile: object, ...events: readonly object[]])[]
): SentRequest {
  const data = entries.map(([profile, ...events]) => ({
    type: 'event-bulk-create',
    attributes: {
      profile: { data: { type: 'profile', attributes: profile } },
      events: { data: events.map((attributes) => ({ type: 'event', attributes })) },
    },
  }))
  return posted('event-bulk-create-jobs', {
    data: { type: 'event-bulk-create-job', attributes: { 'events-bulk-create': { data } } },
  })
}

/** Two items as producers send them, and as the guide has them. `categories`: the name of an item's categories. */
export const items = [
  {
    item_id: 'WINNIEPOOH',
    item_name: 'Winnie the Pooh',
    item_brand: 'Kids Books',
    item_category: 'Fiction',
    item_url: 'http://www.example.com/path/to/product',
    image_url: 'http://www.example.com/path/to/product/image.png',
    price: 9.99,
    quantity: 3,
  },
  { item_id: 'TALEOFTWO', item_name: 'A Tale of Two Cities', item_category: 'Fiction', price: 19.99 },
]

export function productsOf(categories: string) {
  return [
    {
      ProductID: 'WINNIEPOOH',
      SKU: 'WINNIEPOOH',
      ProductName: 'Winnie the Pooh',
      Quantity: 3,
      ItemPrice: 9.99,
      RowTotal: 29.97,
      ProductURL: 'http://www.example.com/path/to/product',
      ImageURL: 'http://www.example.com/path/to/product/image.png',
      [categories]: ['Fiction'],
      Brand: 'Kids Books',
    },
    {
      ProductID: 'TALEOFTWO',
      SKU: 'TALEOFTWO',
      ProductName: 'A Tale of Two Cities',
      Quantity: 1,
      ItemPrice: 19.99,
      RowTotal: 19.99,
      [categories]: ['Fiction'],
    },
  ]
}

export const names = ['Winnie the Pooh', 'A Tale of Two Cities']
export const time = '2026-03-14T10:00:00.000Z'
export const ada = { email: 'ada@example.com' }
