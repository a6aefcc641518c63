/** Vendors: Snapchat's Ads API refuses a whole request for one invalid member of a customer list, without naming it. */
import type { Vendor, VendorAnswer } from './vendor.ts'

const request_id = '57ae54d800ff0a4a5232b1a72100017e'

/** https://developers.snap.com/api/marketing-api/Ads-API/errors */
function failed(status: number, error_code: string, debug_message: string): VendorAnswer {
  return { status, body: { request_status: 'ERROR', request_id, debug_message, error_code } }
}

export const snapchatAdsVendor: Vendor = {
  title: 'Snapchat Ads',
  docs: 'https://developers.snap.com/api/marketing-api/Ads-API/customer-lists',
  hosts: /^adsapi\.snapchat\.com$/,
  // A request has one part. Its members have no id.
  events: ['users.0.data'],
  id: [],
  answers: {
    success: ({ events }) => ({
      status: 200,
      body: {
        request_status: 'SUCCESS',
        request_id,
        users: [{ sub_request_status: 'SUCCESS', user: { number_uploaded_users: events.length } }],
      },
    }),
    partial: failed(400, 'E1001', 'Invalid hash'),
    throttle: failed(429, 'E1008', 'Too many requests'),
    auth: failed(401, 'E1004', 'Unauthorized'),
    invalid: failed(400, 'E1001', 'Missing users'),
    down: failed(503, 'E1000', 'Service unavailable'),
  },
}
