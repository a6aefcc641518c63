/** Attacks on reading: however wide, deep or odd an event is, reading it and its consent takes a bounded time beyond `JSON.parse`. */
import assert from 'node:assert/strict'
import { optOutOf } from '../../functions/privacy/opt_out.ts'
import { readEvent, type Published } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { limits } from '../../schemas/limits.ts'
import { largestFields } from './links/events.ts'
import { cpuMs, extraCpuMs } from './patterns/cpu.ts'
import { consentStrings, tooManyValues, tooWide, wideEvents } from './reading/events.ts'

/** Beyond `JSON.parse` of the same event. Reading passes over the text twice: to measure its shape, and to cut the texts of the row. */
const boundMs = 150

/** Reads the event as `store` does: its violations, the texts of its row, and its opt-out. */
function read(data: Buffer): string {
  const message: Omit<Published, 'data'> = {
    topic: 'events',
    messageId: '1',
    publishTime: '2026-03-14T09:26:53Z',
    attributes: {},
  }
  const event = readEvent({ ...message, data }, codeRegistry)
  if ('reason' in event) return event.reason
  optOutOf(event.value)
  return `${event.name} of ${event.dataText.length + event.context.size}`
}

function slowest(texts: Iterable<readonly [string, string]>): readonly string[] {
  const slow: string[] = []
  for (const [kind, text] of texts) {
    const data = Buffer.from(text)
    assert.ok(data.length <= limits.eventBytes, `${kind}: ${data.length}`)
    const extraMs = extraCpuMs(
      () => assert.match(read(data), /^(purchase of|too_many_values)/, kind),
      () => JSON.parse(text),
      boundMs,
    )
    if (extraMs > boundMs) slow.push(`${extraMs} ms: ${kind}`)
  }
  return slow
}

describe('a hostile event', () => {
  it(`is read within ${boundMs} ms, with fields in event_data`, () => {
    const texts = Object.entries(largestFields).map(
      ([kind, fields]) => [kind, `{"event_name":"purchase","event_data":{${fields()}}}`] as const,
    )
    assert.deepEqual(slowest(texts), [])
  })

  it(`is read within ${boundMs} ms, with fields beside the context`, () => {
    const texts = Object.entries(largestFields).map(
      ([kind, fields]) => [kind, `{"event_name":"purchase",${fields()}}`] as const,
    )
    assert.deepEqual(slowest(texts), [])
  })

  it(`is read within ${boundMs} ms, as wide as an object may be`, () => {
    assert.deepEqual(slowest(Object.entries(wideEvents).map(([kind, text]) => [kind, text()])), [])
  })

  for (const [reason, texts] of Object.entries({ too_wide: tooWide, too_many_values: tooManyValues }))
    it(`is told as ${reason} within ${boundMs} ms, before it is parsed`, () => {
      for (const [kind, text] of Object.entries(texts)) {
        const data = Buffer.from(text())
        const took = cpuMs(() => assert.equal(read(data), reason, kind), boundMs)
        assert.ok(took <= boundMs, `${took} ms: ${kind}`)
      }
    })

  it(`has its consent strings read within ${boundMs} ms`, () => {
    assert.deepEqual(
      slowest(
        Object.entries(consentStrings).map(([kind, consent]) => [
          kind,
          JSON.stringify({ event_name: 'purchase', ...consent }),
        ]),
      ),
      [],
    )
  })
})
