/** Publishing: refused requests and Google's error messages. */
import assert from 'node:assert/strict'
import { docs, invalid, notFound, type Case } from '../case.ts'
import { encode } from '../session.ts'
import { message, publishing, refuses } from './publishing.ts'

const empty = /^One or more messages in the publish request is empty\./

function count(size: string, passed: number, bound: string) {
  return `The value for message_count is too ${size}. You passed ${passed} in the request, but the ${bound}.`
}

export const publishRefusalCases: readonly Case[] = [
  publishing(
    'plain-event',
    'refuses a plain JSON document',
    refuses(
      { event_name: 'x' },
      'Invalid JSON payload received. Unknown name "event_name": Cannot find field.',
    ),
  ),
  publishing(
    'plain-event-details',
    'lists every unknown field as a violation',
    async (session) => {
      const body = { event_name: 'x', messages: [{ dta: 'x' }] }
      const error = await session.refused('POST', `${await session.topic()}:publish`, body, invalid())
      const [detail] = error['details'] as { '@type': string; fieldViolations: { field?: string }[] }[]
      assert.equal(detail?.['@type'], 'type.googleapis.com/google.rpc.BadRequest')
      assert.deepEqual(
        detail.fieldViolations.map(({ field }) => field),
        [undefined, 'messages[0]'],
      )
    },
    ['texts'],
    docs.errors,
  ),
  publishing(
    'array',
    'refuses an array',
    refuses(
      [{ data: encode('x') }],
      'Invalid JSON payload received. Unknown name "": Root element must be a message.',
    ),
  ),
  publishing('string', 'refuses a string', refuses('"x"')),
  publishing('null', 'refuses null', refuses('null')),
  publishing(
    'broken',
    'refuses invalid JSON',
    refuses('{"messages":[{', /^Invalid JSON payload received\. /),
  ),
  publishing(
    'unknown-in-message',
    'refuses an unknown field of a message',
    refuses(
      message({ dta: 1 }),
      `Invalid JSON payload received. Unknown name "dta" at 'messages[0]': Cannot find field.`,
    ),
  ),
  publishing(
    'no-body',
    'refuses a request without messages',
    refuses({}, count('small', 0, 'minimum value is 1')),
  ),
  publishing(
    'no-messages',
    'refuses an empty list',
    refuses({ messages: [] }, count('small', 0, 'minimum value is 1')),
  ),
  publishing(
    'empty-message',
    'refuses a message without data and attributes',
    refuses({ messages: [{}] }, empty),
  ),
  publishing(
    'empty-data-only',
    'refuses a message with nothing but empty data',
    refuses({ messages: [{ data: '' }] }, empty),
  ),
  publishing(
    'one-empty',
    'refuses the whole request for one empty message',
    refuses({ messages: [{ data: encode('x') }, {}] }, empty),
  ),
  publishing(
    'bad-base64',
    'refuses invalid base64',
    refuses(
      { messages: [{ data: '*' }] },
      `Invalid value at 'messages[0].data' (TYPE_BYTES), Base64 decoding failed for "*"`,
    ),
  ),
  publishing(
    'number-data',
    'refuses a number as data',
    refuses({ messages: [{ data: 5 }] }, `Invalid value at 'messages[0].data' (TYPE_BYTES), 5`),
  ),
  publishing(
    'object-data',
    'refuses an object as data',
    refuses({ messages: [{ data: { a: 1 } }] }, /\(TYPE_BYTES\)/),
  ),
  publishing(
    'number-attribute',
    'refuses a number as an attribute',
    refuses(message({ attributes: { a: 1 } }), /\(TYPE_STRING\), 1$/),
  ),
  publishing(
    'object-attribute',
    'refuses an object as an attribute',
    refuses(message({ attributes: { a: {} } })),
  ),
  publishing('array-attributes', 'refuses a list as attributes', refuses(message({ attributes: ['a'] }))),
  publishing(
    'messages-object',
    'refuses an object as messages',
    refuses(
      { messages: 'x' },
      /^Invalid value at 'messages' \(type\.googleapis\.com\/google\.pubsub\.v1\.PubsubMessage\), "x"$/,
    ),
  ),

  publishing('unknown-topic', 'answers 404 for an unknown topic', async (session) => {
    await session.refused('POST', `${session.name('topics')}:publish`, message({}), notFound)
  }),
  publishing(
    'bad-topic',
    'answers 400 for an invalid topic name',
    async (session) => {
      await session.refused(
        'POST',
        `projects/${session.target.project}/topics/1x:publish`,
        message({}),
        invalid(/^Invalid resource name given \(name=projects\/[^/]+\/topics\/1x\)\. Refer to https:/),
      )
    },
    [],
    docs.names,
  ),
]
