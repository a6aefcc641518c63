/** Event bus: the schemas of the OpenAPI document: what the front door takes and returns. */
import { DescribedField } from '../../schemas/catalogue/described_field.ts'
import { plainSchema } from '../../schemas/catalogue/event_schema.ts'
import { EventTypeResource, EventTypeSummary } from '../../schemas/catalogue/resources.ts'
import { ContextFields } from '../../schemas/context.ts'
import { limits } from '../../schemas/limits.ts'
import { codes } from '../../schemas/status.ts'
import { violationCodes } from '../../schemas/warehouse/violations.ts'

function object(properties: Readonly<Record<string, object>>, optional: readonly string[] = []): object {
  const required = Object.keys(properties).filter((name) => !optional.includes(name))
  return { type: 'object', required, properties }
}

function list(items: object): object {
  return { type: 'array', items }
}

const text = { type: 'string' }

/** A remark on one field. */
const remark = { field: text, description: text }

const violation = object({ ...remark, code: { enum: Object.keys(violationCodes) } }, ['code'])

export const openapiSchemas = {
  Event: {
    description:
      'An event: the context fields, and the fields of its type beside them or in `event_data`. An event that breaks its definition is accepted too, ' +
      'and stored with what is wrong.',
    ...plainSchema(ContextFields),
    additionalProperties: true,
  },
  Envelope: {
    description: 'The body of the Pub/Sub API. Its messages are published unchanged.',
    type: 'object',
    required: ['messages'],
    properties: { messages: { ...list({ type: 'object' }), minItems: 1 } },
  },
  Published: {
    description: 'The ids that Pub/Sub has given to the messages, in the order of the events.',
    ...object({ messageIds: list(text) }),
  },
  Explained: object({
    results: list(
      object(
        {
          valid: { type: 'boolean' },
          event_name: text,
          definition: {
            description: 'The definition that the event is checked against, `name@version`.',
            ...text,
          },
          table: { description: 'The table that would store the event.', enum: ['events', 'quarantine'] },
          violations: list(violation),
          hints: list(object({ ...remark, kind: text, did_you_mean: text }, ['kind', 'did_you_mean'])),
        },
        ['event_name', 'definition', 'hints'],
      ),
    ),
  }),
  EventTypes: object({ eventTypes: list(plainSchema(EventTypeSummary)) }),
  EventType: plainSchema(EventTypeResource),
  ContextFields: object({ contextFields: list(plainSchema(DescribedField)) }),
  Limits: object(Object.fromEntries(Object.keys(limits).map((name) => [name, { type: 'integer' }]))),
  Error: {
    description: 'google.rpc.Status in JSON. https://cloud.google.com/apis/design/errors',
    ...object({
      error: object(
        {
          code: { description: 'The HTTP status.', type: 'integer' },
          message: text,
          status: { enum: Object.keys(codes) },
          details: list({ type: 'object', required: ['@type'], properties: { '@type': text } }),
        },
        ['details'],
      ),
    }),
  },
} as const
