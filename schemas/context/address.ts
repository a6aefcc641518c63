/** Context fields: describes the location of the user. */
import { personal, text } from './field.ts'

export const address = {
  city: text('City.', 'London', { ...personal, maxLength: 256 }),
  region: text('State, province or region; in the United States the two-letter code.', 'CA', {
    ...personal,
    maxLength: 256,
  }),
  postal_code: text('Postal code.', 'SW1A 1AA', { ...personal, maxLength: 64 }),
  country: text('Country, ISO 3166-1 alpha-2.', 'GB', { pattern: '^[A-Za-z]{2}$', maxLength: 2 }),
}
