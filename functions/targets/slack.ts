/** Target `slack`: posts one message per event to a channel, with an incoming webhook. */
import { Type } from 'typebox'
import type { HttpResponse } from '../net/http.ts'
import { byStatus } from './classify.ts'
import { strictObject } from './closed.ts'
import { byVendorCode } from './stated.ts'
import { defineTarget, type Attempt, type LinkedEvent } from './target.ts'

const settings = Type.Object(
  {
    webhook_url: Type.String({
      pattern: '^https://hooks\\.slack(-gov)?\\.com/services/[A-Za-z0-9/]+$',
      description: 'URL of the incoming webhook. It is a secret: anyone who knows it can post.',
      secret: true,
    }),
  },
  { additionalProperties: false },
)

// https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks
const fields = strictObject({ text: Type.String({ minLength: 1, maxLength: 40_000 }) })

/** Escapes text of an event, so that it cannot mention users or contain links.
 * https://docs.slack.dev/messaging/formatting-message-text#escaping */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

const missing = new Set([
  'no_service',
  'no_service_id',
  'no_team',
  'channel_not_found',
  'channel_is_archived',
])

/** The webhook must be replaced or enabled again; the event is valid. */
const disabled = new Set(['invalid_token', 'no_active_hooks', 'team_disabled'])

/** The body is an error code. https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks#handling_errors */
function classify(response: HttpResponse, events: readonly LinkedEvent[]): readonly Attempt[] {
  const code = response.body.trim()
  if (response.status >= 400 && missing.has(code))
    return byVendorCode(response, events, { status: 410, message: code })
  if (response.status >= 400 && disabled.has(code))
    return byVendorCode(response, events, { status: 401, message: code })
  return byStatus(response, events)
}

export const slack = defineTarget({
  name: 'slack',
  title: 'Slack',
  purpose: 'generic',
  honours: null,
  docs: 'https://docs.slack.dev/messaging/sending-messages-using-incoming-webhooks',
  settings,
  events: 'as_is',
  otherEvents: 'as_is',
  fields,
  linkage: {
    text: {
      first: [
        { template: '{target_event}: {transaction_id}, {value} {currency}' },
        { template: '{target_event}: {value} {currency}' },
        { template: '{target_event}: {content_name}' },
        'target_event',
      ],
    },
  },
  time: undefined,
  dedup: null,
  identity: [],
  test: null,
  batch: { maxItems: 1, maxBytes: 100_000, atomic: true },
  request: ([event], { webhook_url }) => ({
    method: 'POST',
    url: webhook_url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: escaped(String(event!.fields['text'])) }),
    timeout: 10_000,
  }),
  classify,
})
