/** Vendors: Slack's incoming webhooks accept one message per request and answer with one word. */
import { unavailable, type Vendor } from './vendor.ts'

export const slackVendor: Vendor = {
  title: 'Slack',
  docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors',
  hosts: /^hooks\.slack(-gov)?\.com$/,
  events: [''],
  id: ['text'],
  secret: /(\/services\/[^/]+\/[^/]+\/)[^/?#]+/g,
  answers: {
    success: { status: 200, body: 'ok' },
    partial: { status: 400, body: 'invalid_payload' },
    throttle: { status: 429, headers: { 'retry-after': '1' }, body: 'rate_limited' },
    auth: { status: 403, body: 'invalid_token' },
    invalid: { status: 400, body: 'invalid_payload' },
    down: unavailable,
  },
}
