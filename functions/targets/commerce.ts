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
