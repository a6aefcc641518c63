/** Bench `linkage`: compares the cost of an invalid event with that of a valid one, so that invalid events cannot overload the functions. */
import assert from 'node:assert/strict'
import { compileDecisions } from '../functions/decision/decide.ts'
import { readEvent, type Published, type RejectedMessage } from '../functions/event/read.ts'
import { codeRegistry, withSaved } from '../functions/event/registry.ts'
import { compilePreparation } from '../functions/linkage/prepare.ts'
import { quarantineRows } from '../functions/storage/rows.ts'
import { decimal, integer, text } from '../schemas/context/field.ts'
import { defineEvent } from '../schemas/event_type.ts'
import { inTurn, measureCpu, runMany, timesLine, type Measured } from './cpu.ts'
import { benchTarget, judged, postedEvents } from './linkage_case.ts'
import type { Scale } from './scale.ts'
import { published, read, stored, storedEvent } from './stored_event.ts'

const texts = postedEvents(550)
const now = new Date()

export async function benchRefusal(scale: Scale): Promise<void> {
  await benchReading(scale)
  await benchKeeping(scale)
  await benchLinking(scale)
}

/** Returns the events with invalid values. */
function broken(wrongOf: (number: number) => object): readonly Published[] {
  return texts.map((text, number) =>
    published(JSON.stringify({ ...(JSON.parse(text) as object), ...wrongOf(number) })),
  )
}

const one = broken(() => ({ email: 'ada' }))
const threeWrong = { email: 'ada', session_number: 'three', content_name: 7 }
const three = broken(() => threeWrong)

/** The strict definition of such events: an event that breaks it goes to quarantine. */
const strict = defineEvent({
  name: 'view_engine',
  description: 'Somebody looked at an engine.',
  mode: 'strict',
  fields: {
    content_name: text('Its name.', 'Engine 1'),
    content_type: text('Its kind.', 'article'),
    content_id: text('Its id.', 'C-1'),
    value: decimal('Its price.', 59.8),
    currency: text('The currency of the price.', 'EUR'),
    quantity: integer('How many of it.', 1),
    note: text('What else there is to say.', '', { minLength: 0 }),
  },
  examples: [],
})
const registry = withSaved([strict], codeRegistry)

async function benchReading(scale: Scale): Promise<void> {
  assert.ok(one.every((message) => read(message).violations.length === 1))
  assert.ok(three.every((message) => read(message).violations.length === 3))
  const reading = (messages: readonly Published[]): Measured => {
    const message = inTurn(messages)
    return runMany(() => read(message()))
  }
  const figures = await measureCpu(
    {
      valid: reading(texts.map(published)),
      one: reading(one),
      three: reading(three),
    },
    scale,
  )
  console.log(timesLine(['reading an event', figures.valid], ['one with one violation', figures.one]))
  console.log(timesLine(['reading an event', figures.valid], ['one with three violations', figures.three]))
}

/** Measures an event that breaks an open definition, which is stored with its violations, and one that breaks a strict definition or is not an event,
 * which goes to quarantine. */
async function benchKeeping(scale: Scale): Promise<void> {
  const decide = compileDecisions(judged)
  const at = now.toISOString()
  const storing = (messages: readonly Published[]): Measured => {
    const message = inTurn(messages)
    return runMany(() => {
      const event = read(message())
      return stored(event, decide(event.value), at)
    })
  }
  const keeping = (reason: RejectedMessage['reason'], messages: readonly Published[]): Measured => {
    const message = inTurn(messages)
    return runMany(() => {
      const received = message()
      const fault = readEvent(received, registry)
      assert.ok('reason' in fault && fault.reason === reason)
      return quarantineRows(received, fault, at).map(({ json }) => Buffer.byteLength(json))
    })
  }
  const made = (length: number) => (number: number) => ({
    event_name: `q${number.toString(36)}_wxyz`.repeat(20).slice(0, length),
  })
  const figures = await measureCpu(
    {
      valid: storing(texts.map(published)),
      one: storing(one),
      three: storing(three),
      strict: keeping(
        'strict_violation',
        broken(() => ({ event_name: strict.name, ...threeWrong })),
      ),
      misspelled: keeping(
        'unknown_event',
        broken(() => ({ event_name: 'view_contnet' })),
      ),
      unknown: keeping('unknown_event', broken(made(12))),
      long: keeping('unknown_event', broken(made(128))),
      nothing: keeping(
        'not_json',
        texts.map((text) => published(text.slice(0, -1))),
      ),
    },
    scale,
  )
  const others = {
    'one with one violation': figures.one,
    'one with three violations': figures.three,
    'quarantining one with three violations of a strict definition': figures.strict,
    'quarantining one with a misspelled name': figures.misspelled,
    'quarantining one with an unknown name': figures.unknown,
    'quarantining one with an unknown name of 128 characters': figures.long,
    'quarantining a message that is not JSON': figures.nothing,
  }
  for (const [other, figure] of Object.entries(others))
    console.log(timesLine(['storing an event', figures.valid], [other, figure]))
}

async function benchLinking(scale: Scale): Promise<void> {
  const prepare = compilePreparation({}, benchTarget('first', 3), {})
  const valid = texts.map(storedEvent)
  const invalid = valid.map((event) => ({
    ...event,
    value: { ...event.value, event_data: { ...(event.value['event_data'] as object), value: 'much' } },
  }))
  assert.ok(valid.every((event) => 'fields' in prepare(event, now)))
  assert.ok(
    invalid.every((event) => {
      const prepared = prepare(event, now)
      return 'fields' in prepared && prepared.leftOut?.length === 1
    }),
  )
  const [acceptable, faulty] = [inTurn(valid), inTurn(invalid)]
  const figures = await measureCpu(
    {
      accept: runMany(() => {
        const linked = prepare(acceptable(), now)
        // Like a delivery before it sends the event.
        return [linked, 'text' in linked && Buffer.byteLength(linked.text)]
      }),
      fit: runMany(() => prepare(faulty(), now)),
    },
    scale,
  )
  console.log(timesLine(['linking an event', figures.accept], ['one without its invalid field', figures.fit]))
}
