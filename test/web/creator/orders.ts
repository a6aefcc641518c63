/** Creator tests: a payload of a shop, with its definition and translation. */
import type { Definition } from '../../../schemas/definition_schema.ts'
import type { Translation } from '../../../schemas/translation.ts'

export const ordersCsv = `order_no;mail;ordered_at;total;plz;note
A-1042;ada@example.com;14.03.2026 09:26;1.249,90;01067;it's "fine"
A-1043;grace@example.org;14.03.2026 11:02;89,00;10115;
A-1044;mary@example.net;15.03.2026 08:41;432,50;80331;$HOME \`id\`
`

export const orderPlaced: Definition = {
  name: 'order_placed',
  version: '1.0',
  description: "A customer placed an order; it isn't paid yet.",
  fields: {
    order_no: { type: 'string', description: 'Number of the order.', example: 'A-1042' },
    total: { type: 'number', description: 'Sum, tax included.', example: 1249.9 },
  },
  required: ['order_no'],
}

export const shopOrders: Translation = {
  name: 'shop_orders',
  version: '1.0',
  input: { format: 'csv', delimiter: ';', header: true },
  fields: { ordered_at: 'dmy', total: 'number_comma' },
  event: { name: { const: 'order_placed' } },
  link: {
    order_no: 'order_no',
    email: 'mail',
    event_time: { from: 'ordered_at', as: 'iso' },
    total: 'total',
  },
  required: ['order_no'],
  rest: 'keep',
}
