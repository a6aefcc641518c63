/** Vendors: Meta refuses a whole request for one invalid event and answers most errors with 400. */
import type { Batch, Vendor, VendorAnswer } from './vendor.ts'

/** https://developers.facebook.com/docs/graph-api/guides/error-handling */
function failed(status: number, code: number, message: string, more: object = {}): VendorAnswer {
  return {
    status,
    body: {
      error: { message, type: 'OAuthException', code, ...more, fbtrace_id: 'AhbVzX9y2zqLocalStandIn' },
    },
  }
}

const tooOld = failed(400, 100, 'Invalid parameter', {
  error_subcode: 2804003,
  is_transient: false,
  error_user_title: 'Event Timestamp Too Old',
  error_user_msg: 'The timestamp for this event is too far in the past.',
})

function isAudience({ path }: Batch): boolean {
  return path.endsWith('/users')
}

/** https://developers.facebook.com/docs/marketing-api/reference/custom-audience/users/ */
function received({ path, events, refused }: Batch): VendorAnswer {
  return {
    status: 200,
    body: {
      audience_id: path.split('/').at(-2),
      session_id: '77012',
      num_received: events.length,
      num_invalid_entries: refused.length,
      invalid_entry_samples: {},
    },
  }
}

export const metaVendor: Vendor = {
  title: 'Meta',
  docs: 'https://developers.facebook.com/docs/marketing-api/conversions-api/using-the-api',
  hosts: /^graph\.facebook\.com$/,
  // The members of an audience have no id.
  events: ['data', 'payload.data'],
  id: ['event_id'],
  answers: {
    success: (batch) =>
      isAudience(batch)
        ? received(batch)
        : {
            status: 200,
            body: {
              events_received: batch.events.length,
              messages: [],
              fbtrace_id: 'AhbVzX9y2zqLocalStandIn',
            },
          },
    partial: (batch) => (isAudience(batch) ? received(batch) : tooOld),
    // A header holds the minutes to wait: https://developers.facebook.com/docs/graph-api/overview/rate-limiting
    throttle: {
      ...failed(400, 80004, 'There have been too many calls to this ad-account. Wait a bit and try again.', {
        error_subcode: 2446079,
      }),
      headers: {
        'x-business-use-case-usage': JSON.stringify({
          '1234567890': [
            {
              type: 'ads_management',
              call_count: 100,
              total_cputime: 25,
              total_time: 25,
              estimated_time_to_regain_access: 1,
            },
          ],
        }),
      },
    },
    auth: failed(400, 190, 'Error validating access token: Session has expired.', { error_subcode: 463 }),
    invalid: failed(400, 100, 'Invalid parameter', {
      error_subcode: 2804050,
      is_transient: false,
      error_user_title: "You Haven't Added Sufficient Customer Information Parameter Data For This Event",
      error_user_msg: 'This event does not have enough customer information to be matched.',
    }),
    down: failed(503, 2, 'Service temporarily unavailable', { is_transient: true }),
  },
}
