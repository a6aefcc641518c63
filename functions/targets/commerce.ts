/** Target layer: what an event sells, in the words that most advertising platforms share. */
import type { Source } from '../../schemas/link.ts'

export const amount: Source = { from: 'value', as: 'number' }
export const isoCurrency: Source = { from: 'currency', as: 'upper' }

/** How many pieces: the quantities together, or else how many items there are. */
export const pieces: Source = { first: [{ sum: 'items.quantity' }, { count: 'items' }] }

/** Platforms mean by content_type which kind of catalogue entry the ids are of. */
export const catalogueType: Source = {
  first: [
    { from: 'content_type', values: { product: 'product', product_group: 'product_group' } },
    { when: { path: 'items', exists: true }, then: { const: 'product' } },
  ],
}

/** What an event calls content_type is the kind of page or content, unless it is one of theirs. */
export const contentCategory: Source = {
  when: { path: 'content_type', in: ['product', 'product_group'] },
  then: { const: '' },
  else: 'content_type',
}
