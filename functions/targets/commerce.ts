/** Target layer: sources of commerce fields that most advertising platforms have. */
import type { Source } from '../../schemas/link.ts'

export const amount: Source = { from: 'value', as: 'number' }
export const isoCurrency: Source = { from: 'currency', as: 'upper' }

/** Number of pieces: the sum of the quantities, else the number of items. */
export const pieces: Source = { first: [{ sum: 'items.quantity' }, { count: 'items' }] }

/** The platforms' `content_type`: the kind of catalog entry that the item ids refer to. */
export const catalogueType: Source = {
  first: [
    { from: 'content_type', values: { product: 'product', product_group: 'product_group' } },
    { when: { path: 'items', exists: true }, then: { const: 'product' } },
  ],
}

/** An event's `content_type` is the kind of page or content, unless it has a value of the platforms' `content_type`. */
export const contentCategory: Source = {
  when: { path: 'content_type', in: ['product', 'product_group'] },
  then: { const: '' },
  else: 'content_type',
}

/** The value of the event, else that of its items. Its definition is GA4's, the sum of price × quantity, where a missing quantity is 1.
 * https://developers.google.com/analytics/devguides/collection/ga4/reference/events#purchase */
export const total: Source = { first: [amount, { sum: 'items.price', times: 'quantity' }] }

/** The order's id, which is the same if an order is sent under several event ids. */
export const orderOrEventId: Source = { first: ['transaction_id', 'event_id'] }
