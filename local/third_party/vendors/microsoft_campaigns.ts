/** Vendors: Microsoft Advertising's Campaign Management accepts the valid members of a customer list and lists the others. */
import { unavailable, type Vendor, type VendorAnswer } from './vendor.ts'

/** https://learn.microsoft.com/en-us/advertising/guides/handle-service-errors-exceptions */
function failed(status: number, Code: number, ErrorCode: string, Message: string): VendorAnswer {
  return {
    status,
    body: {
      TrackingId: '4bf92f35-77b3-4da6-a3ce-929d0e0e4736',
      Type: 'AdApiFaultDetail',
      Errors: [{ Code, ErrorCode, Message }],
    },
  }
}

export const microsoftCampaignsVendor: Vendor = {
  title: 'Microsoft Campaigns',
  docs: 'https://learn.microsoft.com/en-us/advertising/campaign-management-service/applycustomerlistuserdata',
  hosts: /^campaign\.api(\.sandbox)?\.bingads\.microsoft\.com$/,
  // A member has no id.
  events: ['CustomerListUserData.CustomerListItems'],
  id: [],
  answers: {
    success: { status: 200, body: { PartialErrors: [] } },
    partial: ({ refused }) => ({
      status: 200,
      body: {
        PartialErrors: refused.map((Index) => ({
          Index,
          Code: 4800,
          ErrorCode: 'InvalidItem',
          Message: 'The item is not a SHA-256 hash.',
        })),
      },
    }),
    throttle: failed(429, 117, 'CallRateExceeded', 'You have exceeded the number of calls in a minute.'),
    auth: failed(401, 109, 'AuthenticationTokenExpired', 'The authentication token has expired.'),
    invalid: failed(400, 100, 'NullRequest', 'The request message is null.'),
    down: unavailable,
  },
}
