/** Bench `linkage`, measured process: measures the whole stage, from an event's bytes to two third parties' bodies, and its parts. Sends the CPU time
 * of every round to the bench. */
import assert from 'node:assert/strict'
import { hash } from 'node:crypto'
import type { StoredEvent } from '../functions/bus/stored_message.ts'
import { compileDecisions } from '../functions/decision/decide.ts'
import { compilePreparation, type Linkable } from '../functions/linkage/prepare.ts'
import { inTurn, measureCpu, runMany } from './cpu.ts'
import { benchTarget, judged, postedEvents } from './linkage_case.ts'
import { scaleOfArguments } from './scale.ts'
import { published, read, stored } from './stored_event.ts'

export type StagePart = 'floor' | 'whole' | 'least' | 'read' | 'decide' | 'link' | 'forwarding' | 'storing'

export interface StageFigures {
  /** Size of an event as posted, in bytes. */
  bytes: number
  /** CPU time of each part in ns: one figure per round. */
  figures: Readonly<Record<StagePart, readonly number[]>>
}

async function measureStage(bytes: number): Promise<StageFigures> {
  const now = new Date()
  const decide = compileDecisions(judged)
  const prepareFirst = compilePreparation({}, benchTarget('first', 3), {})
  const prepareSecond = compilePreparation({}, benchTarget('second', 0), {})
  const texts = postedEvents(bytes)
  const events = texts.map((text) => {
    const { id, name, value } = read(published(text))
    return { id, name, value, text }
  })
  for (const event of events) {
    assert.ok('fields' in prepareFirst(event, now) && 'fields' in prepareSecond(event, now))
    assert.ok(decide(event.value).every(({ permitted }) => permitted))
  }
  const message = inTurn(texts.map(published))
  // The decoded text, which reading the event produces and a delivery also has.
  const posted = inTurn(texts.map((text) => ({ message: published(text), text })))
  const event = inTurn(events)
  const both = (each: Linkable) => [prepareFirst(each, now), prepareSecond(each, now)]
  // Like a delivery. It flattens a text that was concatenated of many parts.
  const bytesOf = (linked: ReturnType<typeof both>) =>
    linked.map((each) => ('text' in each ? Buffer.byteLength(each.text) : 0))
  const storedAt = now.toISOString()
  const bodies = inTurn(events.map((each) => both(each).map((linked) => 'fields' in linked && linked.fields)))
  const personal = inTurn(
    events.map(({ value }) => ['email', 'phone', 'user_id'].map((name) => String(value[name]))),
  )
  const figures = await measureCpu(
    {
      floor: runMany(() => {
        const text = JSON.stringify(JSON.parse(message().data.toString()))
        return [text, Buffer.byteLength(text)]
      }),
      whole: runMany(() => {
        const { message: from, text } = posted()
        const { id, name, value } = read(from)
        const verdicts = decide(value)
        const linked = both({ id, name, value, text })
        return [verdicts, linked, bytesOf(linked)]
      }),
      least: runMany(() => {
        const parsed: unknown = JSON.parse(message().data.toString())
        const hashes = personal().map((text) => hash('sha256', text))
        const written = bodies().map((fields) => JSON.stringify(fields))
        return [parsed, hashes, written, written.map((text) => Buffer.byteLength(text))]
      }),
      read: runMany(() => read(message())),
      decide: runMany(() => decide(event().value)),
      link: runMany(() => {
        const linked = both(event())
        return [linked, bytesOf(linked)]
      }),
      forwarding: runMany(() => {
        const each = event()
        const linked = both({ ...each, value: JSON.parse(each.text) as StoredEvent['value'] })
        return [linked, bytesOf(linked)]
      }),
      storing: runMany(() => {
        const each = read(message())
        const verdicts = decide(each.value)
        return stored(each, verdicts, storedAt)
      }),
    },
    scaleOfArguments(),
  )
  return { bytes: texts[0]!.length, figures }
}

process.send?.([await measureStage(550), await measureStage(2048)])
process.disconnect()
