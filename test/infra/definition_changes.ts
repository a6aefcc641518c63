/** Test support: kinds of changes to an event type of version 1.2, and the version that each needs. */
import {
  bool,
  choice,
  date,
  decimal,
  integer,
  list,
  object,
  personal,
  text,
  timestamp,
} from '../../schemas/context/field.ts'
import { defineEvent, type EventType, type Fields } from '../../schemas/event_type.ts'

const line = { sku: text('Stock keeping unit.', 'S-1'), count: integer('How many.', 2, { minimum: 1 }) }
const fields: Fields = {
  order_id: text('Id of the order.', 'A-1', { maxLength: 64, pattern: '^A-' }),
  channel: choice('Where it was placed.', ['web', 'shop']),
  total: decimal('Amount.', 9.5, { maximum: 100 }),
  paid: bool('True if it is paid.', true),
  at: timestamp('When.', '2026-03-14T09:26:53Z'),
  due: date('When it is due.', '2026-03-14'),
  lines: list('What was ordered.', object('One line.', line, { sku: 'S-1' }), [{ sku: 'S-1' }]),
}

/** Returns the event type with other members. */
export function placed(more: object = {}): EventType {
  return defineEvent({
    name: 'order_placed',
    version: '1.2',
    description: 'A customer placed an order.',
    fields,
    required: ['order_id'],
    examples: [],
    ...more,
  })
}

/** The member `fields` with another field. */
export function withField(name: string, field: Fields[string]) {
  return { fields: { ...fields, [name]: field } }
}

const { paid: _, ...fewer } = fields
const { sku } = line
export const deprecation = { since: '2026-10-01', sunset: '2027-01-15', successor: 'order_made' }
export const deprecated = { status: 'deprecated', deprecation }

/** The version that a change needs, the change, what was before, what is now, and what the fault says of it. */
export const changes: readonly (readonly [string, string, object, object, string])[] = [
  ['1.2.1', 'another description', {}, { description: 'Someone ordered.' }, 'description is changed.'],
  [
    '1.2.1',
    'another description of a field',
    {},
    withField('paid', bool('Whether it is paid.', true)),
    'paid has another description.',
  ],
  [
    '1.2.1',
    'another example',
    {},
    withField('paid', bool('True if it is paid.', false)),
    'paid has another example.',
  ],
  ['1.2.1', 'another owner', {}, { owner: 'shop@acme.example' }, 'owner is changed.'],
  ['1.2.1', 'what it supersedes', {}, { supersedes: 'order_sent' }, 'supersedes is changed.'],
  ['1.3', 'a new optional field', {}, withField('note', text('A note.', 'a')), 'note is new.'],
  [
    '1.3',
    'a new member of a listed object',
    {},
    withField(
      'lines',
      list('What was ordered.', object('One line.', { ...line, note: sku }, { sku: 'S-1' }), [
        { sku: 'S-1' },
      ]),
    ),
    'lines[].note is new.',
  ],
  [
    '1.3',
    'a wider choice',
    {},
    withField('channel', choice('Where it was placed.', ['web', 'shop', 'app'])),
    'channel accepts more values.',
  ],
  [
    '1.3',
    'a higher maximum',
    {},
    withField('total', decimal('Amount.', 9.5, { maximum: 200 })),
    'total has a wider maximum.',
  ],
  ['1.3', 'a field that is no longer required', {}, { required: [] }, 'order_id is no longer required.'],
  [
    '1.3',
    'a field that is personal data',
    {},
    withField('order_id', text('Id of the order.', 'A-1', { maxLength: 64, pattern: '^A-', ...personal })),
    'order_id is now personal data.',
  ],
  ['1.3', 'an alias', {}, { aliases: { no: 'order_id' } }, 'aliases.no now stands for order_id.'],
  ['1.3', 'a deprecation', {}, deprecated, 'status is now deprecated.'],
  [
    '1.3',
    'a later sunset',
    deprecated,
    { ...deprecated, deprecation: { ...deprecation, sunset: '2027-03-01' } },
    'deprecation is changed.',
  ],
  ['1.3', 'profiles that it updates', {}, { updatesProfile: true }, 'updatesProfile is now true.'],
  [
    '1.3',
    'any change of a draft',
    { status: 'draft' },
    { status: 'draft', fields: fewer },
    'paid is removed: queries that read its column fail.',
  ],
  ['2.0', 'a removed field', {}, { fields: fewer }, 'paid is removed: queries that read its column fail.'],
  [
    '2.0',
    'a new required field',
    {},
    { required: ['order_id', 'total'] },
    'total is now required: events without it were valid before.',
  ],
  [
    '2.0',
    'another type',
    {},
    withField('total', text('Amount.', '9.5')),
    'total is now string, not number: the type of its column changes.',
  ],
  [
    '2.0',
    'a narrower choice',
    {},
    withField('channel', choice('Where it was placed.', ['web'])),
    'channel no longer accepts shop.',
  ],
  [
    '2.0',
    'a lower maximum',
    {},
    withField('total', decimal('Amount.', 9.5, { maximum: 50 })),
    'total has a narrower maximum: values beyond it were valid before.',
  ],
  [
    '2.0',
    'a higher minimum of a member',
    {},
    withField(
      'lines',
      list(
        'What was ordered.',
        object('One line.', { sku, count: integer('How many.', 2, { minimum: 2 }) }, { sku: 'S-1' }),
        [{ sku: 'S-1' }],
      ),
    ),
    'lines[].count has a narrower minimum: values beyond it were valid before.',
  ],
  [
    '2.0',
    'another pattern',
    {},
    withField('order_id', text('Id of the order.', 'A-1', { maxLength: 64, pattern: '^A-1' })),
    'order_id has a new pattern: values that do not match it were valid before.',
  ],
  [
    '2.0',
    'strict mode',
    {},
    { mode: 'strict' },
    'mode is now strict: events with violations were stored before.',
  ],
  [
    '2.0',
    'a removed alias',
    { aliases: { no: 'order_id' } },
    {},
    'aliases.no no longer stands for order_id: events that use it lose the field.',
  ],
  [
    '2.0',
    'a live type that is a draft again',
    {},
    { status: 'draft' },
    'status is now draft: producers rely on it.',
  ],
  [
    '2.0',
    'an earlier sunset',
    deprecated,
    { ...deprecated, deprecation: { ...deprecation, sunset: '2027-01-10' } },
    'deprecation.sunset is earlier: producers rely on the date that they were given.',
  ],
  [
    '2.0',
    'another identity',
    {},
    { uniqueBy: ['order_id'] },
    'uniqueBy is changed: other events count once.',
  ],
]
