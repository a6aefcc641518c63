/** Vendors: TikTok answers everything with 200 and a code in the body, and refuses a whole request for one invalid event. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

/** https://business-api.tiktok.com/portal/docs?id=1737172488964097 */
function reply(code: number, message: string): VendorAnswer {
  return {
    status: 200,
    body: { code, message, request_id: '202611210001010101010101', data: {} },
  }
}

export const tiktokVendor: Vendor = {
  title: 'TikTok',
  docs: 'https://business-api.tiktok.com/portal/docs?id=1771101027431425',
  hosts: /^business-api\.tiktok\.com$/,
  // A member of an audience has no id.
  events: ['data', 'batch_data'],
  id: ['event_id'],
  answers: {
    success: reply(0, 'OK'),
    partial: ({ path, refused }) =>
      reply(
        40002,
        path.endsWith('/segment/mapping/')
          ? `batch_data.${refused[0]}: Invalid id.`
          : `data.${refused[0]}.event_time: Invalid timestamp.`,
      ),
    throttle: reply(40100, 'Too many requests. Please retry in some time.'),
    auth: reply(40105, 'Access token is incorrect or has been revoked.'),
    invalid: reply(40002, 'data: Missing data for required field.'),
    down: unavailable,
  },
}
