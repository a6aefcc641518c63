/** Context fields: describes the location of the user. */
import { personal, textField } from './field.ts'

export const address = {
  city: textField('City.', 'London', { ...personal, maxLength: 256 }),
  region: textField('State, province or region; in the United States the two-letter code.', 'CA', {
    ...personal,
    maxLength: 256,
  }),
  postal_code: textField('Postal code.', 'SW1A 1AA', { ...personal, maxLength: 64 }),
  country: textField('Country, ISO 3166-1 alpha-2.', 'GB', { pattern: '^[A-Za-z]{2}$', maxLength: 2 }),
}
