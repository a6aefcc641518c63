/** Vendors: Google Analytics 4, which answers 204 to whatever the Measurement Protocol brings; only its validation server says what is
 * wrong, and not even that looks at the secret. */
import { unavailable, type Batch, type Vendor, type VendorAnswer } from './vendor.ts'

/** The answer of the validation server, or 204. https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events */
function validated(messagesOf: (batch: Batch) => readonly object[]) {
  return (batch: Batch): VendorAnswer =>
    batch.path.startsWith('/debug/')
      ? { status: 200, body: { validationMessages: messagesOf(batch) } }
      : { status: 204 }
}

const satisfied = validated(() => [])

export const ga4Vendor: Vendor = {
  title: 'Google Analytics 4',
  docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference',
  hosts: /^(www|region1)\.google-analytics\.com$/,
  events: ['events'],
  id: ['params.transaction_id'],
  answers: {
    success: satisfied,
    partial: validated(({ refused }) =>
      refused.map((index) => ({
        fieldPath: 'events',
        description: `Event at index: [${index}] has invalid name [_badEventName]. Names must start with an alphabetic character.`,
        validationCode: 'NAME_INVALID',
      })),
    ),
    throttle: { status: 429, headers: { 'retry-after': '30' } },
    auth: satisfied,
    invalid: validated(() => [
      {
        fieldPath: 'client_id',
        description: 'Measurement requires a client_id.',
        validationCode: 'VALUE_REQUIRED',
      },
    ]),
    down: unavailable,
  },
}
