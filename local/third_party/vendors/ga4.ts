/** Vendors: Google Analytics 4 answers every Measurement Protocol request with 204. Only its validation server reports problems, and it does not
 * check the secret. */
import { unavailable, type Batch, type Vendor, type VendorAnswer } from './vendor.ts'

/** Returns the answer of the validation server, or 204. https://developers.google.com/analytics/devguides/collection/protocol/ga4/validating-events */
function validated(messagesOf: (batch: Batch) => readonly object[]) {
  return (batch: Batch): VendorAnswer =>
    batch.path.startsWith('/debug/')
      ? { status: 200, body: { validationMessages: messagesOf(batch) } }
      : { status: 204 }
}

const accepted = validated(() => [])

export const ga4Vendor: Vendor = {
  title: 'Google Analytics 4',
  docs: 'https://developers.google.com/analytics/devguides/collection/protocol/ga4/reference',
  hosts: /^(www|region1)\.google-analytics\.com$/,
  events: ['events'],
  id: ['params.transaction_id'],
  answers: {
    success: accepted,
    partial: validated(({ refused }) =>
      refused.map((index) => ({
        fieldPath: 'events',
        description: `Event at index: [${index}] has invalid name [_badEventName]. Names must start with an alphabetic character.`,
        validationCode: 'NAME_INVALID',
      })),
    ),
    throttle: { status: 429, headers: { 'retry-after': '30' } },
    auth: accepted,
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
