/** Vendors: Microsoft Advertising accepts the valid events of a request if it asks for that, and lists the indices of the others. */
import {
  acceptedCount,
  unavailable,
  bodyValueAt,
  type Batch,
  type Vendor,
  type VendorAnswer,
} from './vendor.ts'

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736'

function failed(
  status: number,
  eventsReceived: number,
  code: string,
  message: string,
  details: readonly object[] = [],
): VendorAnswer {
  return { status, body: { eventsReceived, error: { code, message, details }, traceId } }
}

function wrong(batch: Batch): VendorAnswer {
  const details = batch.refused.map((index) => ({
    index,
    propertyName: 'eventTime',
    attemptedValue: bodyValueAt(batch.events[index], 'eventTime'),
    errorMessage: 'The event is older than 7 days.',
  }))
  const goesOn = bodyValueAt(batch.body, 'continueOnValidationError') === true
  const [status, received] = goesOn ? [200, acceptedCount(batch)] : [400, 0]
  return failed(status, received, 'ValidationError', 'One or more events are invalid.', details)
}

export const microsoftVendor: Vendor = {
  title: 'Microsoft Advertising',
  docs: 'https://learn.microsoft.com/en-us/advertising/guides/uet-conversion-api-integration',
  hosts: /^capi\.uet\.microsoft\.com$/,
  events: ['data'],
  id: ['eventId'],
  answers: {
    success: ({ events }) => ({
      status: 200,
      body: { eventsReceived: events.length, error: null, traceId },
    }),
    partial: wrong,
    throttle: {
      ...failed(429, 0, 'TooManyRequests', 'The request rate is too high.'),
      headers: { 'retry-after': '30' },
    },
    auth: failed(401, 0, 'Unauthorized', 'The access token is invalid or has expired.'),
    invalid: failed(400, 0, 'InvalidRequest', 'The field data is required.'),
    down: unavailable,
  },
}
