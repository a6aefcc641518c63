/** Demo: the till of the shop's store in Hamburg, which posts its receipts as CSV: its connection, and what it sends. Pure. */
import { products } from './shop.ts'
import type { Random } from './random.ts'

/** As the console saves it (schemas/translation.ts). */
export const tillConnection = {
  name: 'till_receipts',
  version: '1.0',
  input: { format: 'csv', delimiter: ';', time_zone: 'Europe/Berlin' },
  fields: { Betrag: 'number_comma' },
  event: { name: { const: 'purchase' } },
  link: {
    transaction_id: 'Bon',
    email: 'E_Mail',
    value: 'Betrag',
    currency: { const: 'EUR' },
    source: { const: 'till' },
    action_source: { const: 'store' },
  },
  required: ['transaction_id', 'value'],
  rest: 'keep',
}

/** Returns the receipts of some minutes. One in eight has an amount that no till should print. */
export function tillReceipts(random: Random, now: number): string {
  const rows = Array.from({ length: 2 + random.below(3) }, (_, index) => {
    const amount = random.chance(0.12)
      ? 'storniert'
      : random.pick(products).price.toFixed(2).replace('.', ',')
    return `B-${now.toString(36).toUpperCase()}-${index};${amount};kunde.${random.below(400)}@example.com;Hamburg`
  })
  return ['Bon;Betrag;E-Mail;Filiale', ...rows].join('\n')
}
