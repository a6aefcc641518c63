/** Event types: describes the event fields that several event types share. Names follow GA4 where GA4 has one.
 * https://developers.google.com/analytics/devguides/collection/ga4/reference/events */
import { decimal, integer, list, object, text } from './context/field.ts'

export const content_name = text('Human-readable name of the viewed content.', 'The Analytical Engine')
export const content_type = text('Code identifying the type or page of the content.', 'article', {
  maxLength: 256,
})
export const search_term = text('Search term.', 'analytical engine')
export const method = text('Method that the user chose, such as email, google or sms.', 'email', {
  maxLength: 256,
})

export const value = decimal("Monetary value of the event, in the currency's major unit.", 59.8)
export const currency = text('Currency of the amounts in the event, ISO 4217.', 'EUR', {
  pattern: '^[A-Z]{3}$',
  maxLength: 3,
})
export const transaction_id = text('Unique id of the order or payment.', 'T-10042', {
  maxLength: 256,
})
export const coupon = text('Coupon code.', 'SPRING10', { maxLength: 256 })
export const tax = decimal('Tax included in the order.', 9.55, { minimum: 0 })
export const shipping = decimal('Cost of shipping.', 4.9, { minimum: 0 })

const item = object(
  'One product or service.',
  {
    item_id: text('Id of the item in the product catalog.', 'SKU-1842', { maxLength: 256 }),
    item_name: text('Name of the item.', 'Notes on the Analytical Engine'),
    item_brand: text('Brand of the item.', 'Menabrea', { maxLength: 256 }),
    item_category: text('Category of the item.', 'Books', { maxLength: 256 }),
    item_url: text("URL of the item's page.", 'https://shop.example/items/SKU-1842', { maxLength: 8192 }),
    image_url: text('URL of a picture of the item.', 'https://shop.example/images/SKU-1842.jpg', {
      maxLength: 8192,
    }),
    item_variant: text('Variant of the item, such as a size or color.', 'hardcover', {
      maxLength: 256,
    }),
    price: decimal('Unit price, after discount.', 29.9, { minimum: 0 }),
    discount: decimal('Discount per unit.', 5, { minimum: 0 }),
    quantity: integer('Number of units.', 2, { minimum: 0 }),
    coupon,
  },
  { item_id: 'SKU-1842', item_name: 'Notes on the Analytical Engine', price: 29.9, quantity: 2 },
)
export const items = list('The products or services the event is about.', item, [
  { item_id: 'SKU-1842', item_name: 'Notes on the Analytical Engine', price: 29.9, quantity: 2 },
])
