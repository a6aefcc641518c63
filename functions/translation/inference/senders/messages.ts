/** Senders: messages and calls of Twilio, and the work on code at GitHub. */
import { any, iso, string, type PayloadShape } from './shape.ts'

/** GitHub names the event in a header only, so the body's members tell which it is. */
const github = {
  id: 'github',
  title: 'GitHub',
  docs: 'https://docs.github.com/en/webhooks/webhook-events-and-payloads',
}
const repository = { 'repository.full_name': any, 'sender.login': any } as const
const sender: PayloadShape['link'] = { user_id: string('sender.id') }

export const messages: readonly PayloadShape[] = [
  {
    id: 'twilio',
    title: 'Twilio',
    thing: 'messages',
    docs: 'https://www.twilio.com/docs/messaging/guides/webhook-request',
    has: { MessageSid: any, From: any, To: any, Body: any },
    event: { const: 'contact' },
    link: {
      event_id: 'MessageSid',
      phone: 'From',
      method: { const: 'sms' },
      city: 'FromCity',
      postal_code: 'FromZip',
      country: 'FromCountry',
    },
  },
  {
    id: 'twilio',
    title: 'Twilio',
    thing: 'calls',
    docs: 'https://www.twilio.com/docs/voice/twiml#request-parameters',
    has: { CallSid: any, CallStatus: any, From: any, To: any },
    event: { const: 'contact' },
    link: {
      event_id: { template: '{CallSid}-{CallStatus}' },
      phone: 'From',
      method: { const: 'phone' },
      city: { first: ['CallerCity', 'FromCity'] },
      country: { first: ['CallerCountry', 'FromCountry'] },
    },
  },
  {
    ...github,
    thing: 'pushes',
    has: { ref: /^refs\//, after: any, 'pusher.name': any, ...repository },
    event: { const: 'code_pushed' },
    link: { ...sender, event_time: iso('head_commit.timestamp') },
  },
  {
    ...github,
    thing: 'pull_requests',
    has: { action: any, 'pull_request.number': any, ...repository },
    event: {
      from: 'action',
      values: {
        opened: 'pull_request_opened',
        closed: 'pull_request_closed',
        reopened: 'pull_request_reopened',
        synchronize: 'pull_request_updated',
      },
    },
    link: { ...sender, event_time: iso('pull_request.updated_at') },
  },
  {
    ...github,
    thing: 'issues',
    has: { action: any, 'issue.number': any, ...repository },
    event: {
      from: 'action',
      values: { opened: 'issue_opened', closed: 'issue_closed', reopened: 'issue_reopened' },
    },
    link: { ...sender, event_time: iso('issue.updated_at') },
  },
]
