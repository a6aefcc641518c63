/** Event-specific fields that several event types share, each described once; names follow GA4 where it has one.
 * https://developers.google.com/analytics/devguides/collection/ga4/reference/events */
import { decimal, integer, list, object, textField } from './context/field.ts'

export const content_name = textField('Human-readable name of the viewed content.', 'The Analytical Engine')
export const content_type = textField('Code identifying the type or page of the content.', 'article', {
  maxLength: 256,
})
export const search_term = textField('What the user searched for.', 'analytical engine')
export const method = textField('How the user did it, such as email, google or sms.', 'email', {
  maxLength: 256,
})

export const value = decimal("What the event is worth, in the currency's major unit.", 59.8)
export const currency = textField('Currency of every amount in the event, ISO 4217.', 'EUR', {
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
})
export const transaction_id = textField(
  'Id of the order or payment; the same id again is the same order.',
  'T-10042',
  {
    maxLength: 256,
  },
)
export const coupon = textField('Coupon that lowered the price.', 'SPRING10', { maxLength: 256 })
export const tax = decimal('Tax included in the order.', 9.55, { minimum: 0 })
export const shipping = decimal('Cost of shipping.', 4.9, { minimum: 0 })

const item = object(
  'One product or service.',
  {
    item_id: textField('Id of the item, as in the product catalogue.', 'SKU-1842', { maxLength: 256 }),
    item_name: textField('Name of the item.', 'Notes on the Analytical Engine'),
    item_brand: textField('Brand of the item.', 'Menabrea', { maxLength: 256 }),
    item_category: textField('Category of the item.', 'Books', { maxLength: 256 }),
    item_variant: textField('Variant of the item, such as a size or colour.', 'hardcover', {
      maxLength: 256,
    }),
    price: decimal('Price of one, after discount.', 29.9, { minimum: 0 }),
    discount: decimal('Discount on one.', 5, { minimum: 0 }),
    quantity: integer('How many.', 2, { minimum: 0 }),
    coupon,
  },
  { item_id: 'SKU-1842', item_name: 'Notes on the Analytical Engine', price: 29.9, quantity: 2 },
)
export const items = list('The products or services the event is about.', item, [
  { item_id: 'SKU-1842', item_name: 'Notes on the Analytical Engine', price: 29.9, quantity: 2 },
])
