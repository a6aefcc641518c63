/** Vendors: Snapchat refuses a whole request for one invalid event, without naming it. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

function reply(httpStatus: number, status: string, reason: string): VendorAnswer {
  return {
    status: httpStatus,
    body: { status, reason },
  }
}

export const snapchatVendor: Vendor = {
  title: 'Snapchat',
  docs: 'https://developers.snap.com/api/marketing-api/Conversions-API/VerifySetUp',
  hosts: /^tr\.snapchat\.com$/,
  events: ['data'],
  id: ['event_id'],
  answers: {
    success: reply(200, 'VALID', 'Events have been processed successfully.'),
    partial: reply(400, 'INVALID', 'Timestamp invalid or out of range'),
    throttle: { ...reply(429, 'ERROR', 'Too many requests'), headers: { 'retry-after': '30' } },
    auth: reply(401, 'ERROR', 'Invalid access token'),
    invalid: reply(400, 'INVALID', 'Missing price and/or currency in Purchase events'),
    down: unavailable,
  },
}
