/** Command line: tool `explain_event`: what was found wrong with an event, and why it did or did not reach each destination. */
import { Type } from 'typebox'
import { explainStored } from '../../events/explain.ts'
import { hidePersonalValues } from '../../events/personal.ts'
import { defineTool } from '../tool.ts'

export const explainEventTool = defineTool({
  name: 'explain_event',
  title: 'Explain an event',
  description:
    'Explains one stored event by its event_id: its violations and hints, the decision for each destination with the rule and the reason, every attempt with what the third party answered, what would happen now, and what to do next. A message in quarantine is explained, too. Personal values are hidden.',
  input: Type.Object(
    {
      event_id: Type.String({
        minLength: 1,
        maxLength: 1024,
        description: 'Id of the event, from search_events.',
      }),
      type: Type.Optional(
        Type.String({
          minLength: 1,
          maxLength: 128,
          description: 'Its event type. BigQuery then reads less.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  run: async (asked, { console }) => {
    const explained = await explainStored(await console(), asked)
    return explained.table === 'events' ? hidePersonalValues(explained) : explained
  },
})
