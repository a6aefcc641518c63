/** Vendors: Snapchat, which refuses a request whole for one wrong event, without saying which. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

function said(httpStatus: number, status: string, reason: string): VendorAnswer {
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
    success: said(200, 'VALID', 'Events have been processed successfully.'),
    partial: said(400, 'INVALID', 'Timestamp invalid or out of range'),
    throttle: { ...said(429, 'ERROR', 'Too many requests'), headers: { 'retry-after': '30' } },
    auth: said(401, 'ERROR', 'Invalid access token'),
    invalid: said(400, 'INVALID', 'Missing price and/or currency in Purchase events'),
    down: unavailable,
  },
}
