/** Cases of target `slack`. */
import { deferred, delivered, refused, skipped } from '../../schemas/outcome.ts'
import { answered, commonAnswers } from './answers.ts'
import type { SentRequest, TargetCases } from './case.ts'

const docs = 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks'
const webhook_url = ['https://hooks.slack.com/services', 'T00000000', 'B00000000', 'XXXXXXXXXXXXXXXX'].join(
  '/',
)
const now = '2026-03-14T10:00:00Z'

function sent(text: string): SentRequest {
  return {
    method: 'POST',
    url: webhook_url,
    headers: { 'content-type': 'application/json' },
    body: { text },
  }
}

export const slack: TargetCases = {
  minimal: { webhook_url },
  full: { webhook_url },
  invalid: {
    'webhook_url of another host': { webhook_url: 'https://hooks.slack.com.evil.example/services/T/B/X' },
    'webhook_url in plain http': { webhook_url: 'http://hooks.slack.com/services/T/B/X' },
    'webhook_url with an account': { webhook_url: 'https://a@hooks.slack.com/services/T/B/X' },
    surprise: { webhook_url, surprise: 1 },
  },
  examples: [
    {
      title: 'a purchase with all fields',
      docs,
      settings: { webhook_url },
      now,
      events: [
        {
          event_name: 'purchase',
          user_id: 'u-1815',
          email: 'ada@example.com',
          transaction_id: 'T-10042',
          value: 64.7,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', quantity: 2 }],
        },
      ],
      sends: [sent('purchase: T-10042, 64.7 EUR')],
    },
    {
      title: 'two events are two messages',
      docs,
      settings: { webhook_url },
      now,
      events: [
        { event_name: 'lead', content_name: 'Business quote' },
        { event_name: 'login', user_id: 'u-1' },
      ],
      sends: [sent('lead: Business quote'), sent('login')],
    },
    {
      title: 'text of an event cannot mention users',
      docs: 'https://docs.slack.dev/messaging/formatting-message-text#escaping',
      settings: { webhook_url },
      linkage: { '*': { text: { template: ':wave: {content_name}' } } },
      now,
      events: [{ event_name: 'lead', content_name: '<!channel> A & B' }],
      sends: [sent(':wave: &lt;!channel&gt; A &amp; B')],
    },
    {
      title: 'skips an event without a field of the template',
      docs,
      settings: { webhook_url },
      linkage: { '*': { text: { template: ':wave: {content_name}' } } },
      now,
      events: [{ event_name: 'login' }],
      sends: skipped('missing_required', { detail: 'text' }),
    },
  ],
  answers: [
    {
      title: 'success',
      answer: answered(200, 'ok'),
      events: 1,
      outcomes: [delivered({ http_status: 200 })],
    },
    {
      title: 'an invalid message',
      answer: answered(400, 'invalid_payload'),
      events: 1,
      outcomes: [refused('rejected', { http_status: 400, detail: 'invalid_payload' })],
    },
    {
      title: 'a channel that does not allow webhooks',
      answer: answered(403, 'action_prohibited'),
      events: 1,
      outcomes: [refused('unauthorised_payload', { http_status: 403, detail: 'action_prohibited' })],
    },
    ...['invalid_token', 'no_active_hooks', 'team_disabled'].map((word) => ({
      title: `a webhook that must be replaced: ${word}`,
      answer: answered(403, word),
      events: 1,
      outcomes: [deferred('auth', { http_status: 403, detail: word })],
    })),
    {
      title: 'a webhook that was deleted',
      answer: answered(404, 'no_service'),
      events: 1,
      outcomes: [refused('gone', { http_status: 404, detail: 'no_service' })],
    },
    {
      title: 'an archived channel',
      answer: answered(410, 'channel_is_archived'),
      events: 1,
      outcomes: [refused('gone', { http_status: 410, detail: 'channel_is_archived' })],
    },
    ...commonAnswers,
  ],
  recorder: {
    event: (n) => ({ text: `Order ${n}` }),
    partial: 'single',
    waitSeconds: 1,
  },
}
