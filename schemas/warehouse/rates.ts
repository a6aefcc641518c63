/** Storage layer: describes table `rates`, the exchange rates that the owner fills in. */
import { required, type Table } from './column.ts'

export const rates: Table = {
  name: 'rates',
  description:
    'Exchange rates, one row per day and currency. The owner fills it; Sluice only reads it, in models that convert amounts.',
  clustering: ['day', 'currency'],
  columns: [
    required('day', 'DATE', 'Day from which the rate applies, UTC.'),
    required('currency', 'STRING', 'Currency of an amount, ISO 4217.'),
    required(
      'rate',
      'NUMERIC',
      'Value of one unit of the currency in the currency of the reports. The latter has a row, too, with 1.',
    ),
  ],
}
