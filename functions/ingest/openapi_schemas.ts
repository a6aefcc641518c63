/** Event bus: the schemas of the OpenAPI document: what the public endpoints take and return. */
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

const whole = { type: 'integer' }

const error = object(
  {
    code: { description: 'The HTTP status.', type: 'integer' },
    message: text,
    status: { enum: Object.keys(codes) },
    details: list({ type: 'object', required: ['@type'], properties: { '@type': text } }),
  },
  ['details'],
)

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
          derived_fields: { description: 'Context fields that would be added.', ...list(text) },
          hints: list(object({ ...remark, kind: text, did_you_mean: text }, ['kind', 'did_you_mean'])),
        },
        ['event_name', 'definition', 'derived_fields', 'hints'],
      ),
    ),
  }),
  Translated: {
    description: 'What became of the records of a body.',
    ...object(
      {
        translation: { description: 'The version that was applied, `name@version`.', ...text },
        records: whole,
        accepted: whole,
        refused: whole,
        leftOut: { description: 'Records that yield no event and are not refused.', ...whole },
        notListed: { description: 'Results that are not listed.', ...whole },
        error: { description: 'Why nothing was accepted, or why reading stopped.', ...error },
        results: list(
          object(
            {
              index: { description: 'Index of the record, from 0.', ...whole },
              row: { description: 'Row of the spreadsheet or line of the file, from 1.', ...whole },
              element: { description: 'Index in the list that the record is split by, from 0.', ...whole },
              messageId: text,
              valid: { description: 'With validateOnly: the event would be published.', const: true },
              event: { description: 'With validateOnly: the event, of the first results.', type: 'object' },
              violations: list(object({ field: text, expected: text, got: text })),
            },
            ['row', 'element', 'messageId', 'valid', 'event', 'violations'],
          ),
        ),
      },
      ['leftOut', 'notListed', 'error'],
    ),
  },
  EventTypes: object(
    {
      eventTypes: list(plainSchema(EventTypeSummary)),
      nextPageToken: { description: 'The page token of the next page. Missing on the last page.', ...text },
    },
    ['nextPageToken'],
  ),
  EventType: plainSchema(EventTypeResource),
  ContextFields: object({ contextFields: list(plainSchema(DescribedField)) }),
  Limits: object(Object.fromEntries(Object.keys(limits).map((name) => [name, { type: 'integer' }]))),
  Error: {
    description: 'google.rpc.Status in JSON. https://cloud.google.com/apis/design/errors',
    ...object({ error }),
  },
} as const
