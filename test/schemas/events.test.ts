/** Schema tests: rules for all event types and context fields. A failure says what to do. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { Type, type Static, type TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import type { Annotation } from '../../schemas/context/field.ts'
import { ContextFields, contextColumns, contextNames } from '../../schemas/context.ts'
import { nameProblems, type EventType } from '../../schemas/event_type.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import * as events from '../../schemas/events/index.ts'

const context = Compile(ContextFields)

/** Splits an example as the platform does: context fields at the top level; everything else is event data, nested or not. */
function split(example: object): { context: object; data: object } {
  const members: [string, unknown][] = Object.entries(example)
  const { event_data: nested, ...eventFields } = Object.fromEntries(
    members.filter(([name]) => !contextNames.has(name)),
  )
  assert.ok(nested === undefined || Object.keys(eventFields).length === 0, 'nest all event fields, or none')
  return {
    context: Object.fromEntries(members.filter(([name]) => contextNames.has(name))),
    data: typeof nested === 'object' && nested !== null ? nested : eventFields,
  }
}

function violations(validator: Validator, value: unknown) {
  return JSON.stringify(validator.Errors(value))
}

/** Checks that every field has a description of one sentence and a valid example, including members of objects and of listed objects. */
function checkFields(owner: string, fields: Readonly<Record<string, TSchema>>) {
  for (const [name, field] of Object.entries(fields)) {
    const place = `${owner}.${name}`
    const { description, examples = [] } = field as Partial<Annotation>
    assert.match(description ?? '', /^[A-Z].*\.$/s, `describe ${place} in a sentence`)
    assert.ok(examples.length > 0, `give ${place} an example`)
    const validator = Compile(field)
    for (const example of examples) {
      assert.ok(
        validator.Check(example),
        `correct the example of ${place}: ${violations(validator, example)}`,
      )
    }
    const element = Type.IsArray(field) ? field.items : field
    if (Type.IsObject(element)) checkFields(place, element.properties)
  }
}

describe('event types', () => {
  it('are all registered', () => {
    const files = readdirSync(new URL('../../schemas/events/', import.meta.url)).filter(
      (file) => file !== 'index.ts',
    )
    for (const file of files) {
      const name = file.replace(/\.ts$/, '')
      assert.ok(name in events, `add to schemas/events/index.ts: export { ${name} } from './${file}'`)
    }
    for (const [name, type] of Object.entries<EventType>(events)) {
      assert.equal(type.name, name, `schemas/events/${name}.ts must declare name: '${name}', its export name`)
    }
    assert.equal(eventTypes.size, files.length, 'two event types have the same name: rename one')
  })

  for (const [name, type] of eventTypes) {
    describe(name, () => {
      it('has a valid name, a description and an example', () => {
        assert.deepEqual(nameProblems(name), [], 'rename the event type and its file')
        assert.match(type.description, /^[A-Z].*\.$/, `give ${name} a description of one sentence`)
        assert.ok(
          type.examples.length > 0,
          `give ${name} an example: a whole event as a producer would POST it`,
        )
      })

      it('declares no context fields', () => {
        for (const field of Object.keys(type.fields)) {
          assert.ok(
            !contextNames.has(field),
            `remove ${field} from ${name}: it is a context field; every event has it`,
          )
        }
      })

      it('has valid examples that use its fields', () => {
        const own = Compile(type.schema)
        for (const example of type.examples) {
          const { context: shared, data } = split(example)
          assert.ok(
            context.Check(shared),
            `correct the context of an example of ${name}: ${violations(context, shared)}`,
          )
          assert.ok(
            own.Check(data),
            `correct the event data of an example of ${name}: ${violations(own, data)}`,
          )
          for (const field of Object.keys(data)) {
            assert.ok(field in type.fields, `declare ${field} in ${name} or remove it from the example`)
          }
        }
      })

      it('describes every field with a sentence and a valid example', () => checkFields(name, type.fields))
    })
  }

  it('require the fields that they declare as required', () => {
    const purchase = Compile(events.purchase.schema)
    const order: Static<typeof events.purchase.schema> = { transaction_id: 'T-1', value: 10, currency: 'EUR' }
    assert.ok(purchase.Check(order))
    assert.ok(purchase.Check({ ...order, gift_wrapped: true }), 'unlisted members are allowed')
    for (const name of Object.keys(order))
      assert.ok(!purchase.Check({ ...order, [name]: undefined }), `${name} is required`)
    assert.ok(!purchase.Check({ ...order, currency: 'euro' }))
  })
})

describe('context fields', () => {
  it('have a description of one sentence and a valid example each', () =>
    checkFields('context', ContextFields.properties))

  it('are columns with valid and distinct BigQuery names, in the order of the list', () => {
    const names = contextColumns.map(({ name }) => name)
    assert.deepEqual(names, [...contextNames])
    assert.equal(
      new Set(names.map((name) => name.toLowerCase())).size,
      names.length,
      'two columns differ in case only',
    )
    for (const name of names) {
      // https://cloud.google.com/bigquery/docs/schemas#column_names
      assert.match(
        name,
        /^(?!_table_|_file_|_partition|_row_timestamp|__root__|_colidentifier)[a-z_][a-z0-9_]{0,299}$/,
      )
    }
  })
})
