/** Vendors: TikTok, which answers 200 to everything, says in the body how it went, and refuses a request whole for one wrong event. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

/** https://business-api.tiktok.com/portal/docs?id=1737172488964097 */
function said(code: number, message: string): VendorAnswer {
  return {
    status: 200,
    body: { code, message, request_id: '202611210001010101010101', data: {} },
  }
}

export const tiktokVendor: Vendor = {
  title: 'TikTok',
  docs: 'https://business-api.tiktok.com/portal/docs?id=1771101027431425',
  hosts: /^business-api\.tiktok\.com$/,
  events: ['data'],
  id: ['event_id'],
  answers: {
    success: said(0, 'OK'),
    partial: ({ refused }) => said(40002, `data.${refused[0]}.event_time: Invalid timestamp.`),
    throttle: said(40100, 'Too many requests. Please retry in some time.'),
    auth: said(40105, 'Access token is incorrect or has been revoked.'),
    invalid: said(40002, 'data: Missing data for required field.'),
    down: unavailable,
  },
}
