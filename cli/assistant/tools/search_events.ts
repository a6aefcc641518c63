/** Command line: tool `search_events`: finds stored events, and what became of each at every destination. */
import { Type } from 'typebox'
import { hidePerson } from '../../events/personal.ts'
import { searchEvents } from '../../events/search.ts'
import { defineTool } from '../tool.ts'

function text(description: string) {
  return Type.Optional(Type.String({ minLength: 1, maxLength: 1024, description }))
}

function time(description: string) {
  return Type.Optional(
    Type.String({
      pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(\\.\\d{1,6})?Z$',
      description: `${description} RFC 3339 in UTC.`,
    }),
  )
}

const day = 86_400_000

export const searchEventsTool = defineTool({
  name: 'search_events',
  title: 'Search events',
  description:
    'Finds stored events, the latest first, each with its outcome at every destination: delivered, restricted (a rule or the consent forbade it), skipped, refused (by the third party), deferred, dead, or pending. To find out why an order did not reach a destination, search with its transaction id as id, then call explain_event with the event_id.',
  input: Type.Object(
    {
      id: text('Id of an order (transaction_id), an event, a user or a device.'),
      type: text('Event type, such as purchase.'),
      destination: text('Id of a destination, together with outcome, reason or rule.'),
      outcome: text('Outcome at the destination.'),
      reason: text('Reason of the outcome.'),
      rule: text('Id of the rule that decided.'),
      connection: text('Connection through which the event came, with its version: shop@3.'),
      violates: text('Path of a field that the event violates; * for any.'),
      since: time('Received at or after. Default: 7 days ago.'),
      until: time('Received before. Default: now.'),
      limit: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 200, description: 'Number of events. Default: 20.' }),
      ),
      page_token: text('next_page_token of the answer before.'),
    },
    { additionalProperties: false },
  ),
  run: async ({ page_token: pageToken, limit = 20, ...search }, { console }) => {
    const now = Date.now()
    const period = {
      since: new Date(now - 7 * day).toISOString(),
      // An event that was received this moment is found, too.
      until: new Date(now + 60_000).toISOString(),
    }
    const found = await searchEvents(await console(), { ...period, ...search, limit, pageToken })
    return { ...found, events: found.events.map(hidePerson) }
  },
})
