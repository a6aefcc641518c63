/** Translations: payloads of real shapes go from paste to events, with the definition that a person would write. */
import assert from 'node:assert/strict'
import { preview } from '../../functions/translation/preview.ts'
import { answered, unanswered } from '../../functions/translation/inference/questions.ts'
import { readAll } from '../../functions/translation/formats/records.ts'
import { compileTranslation } from '../../functions/translation/translate.ts'
import { isPlainObject } from '../../functions/linkage/values.ts'
import { translationProblems } from '../../schemas/translation.ts'
import type { Payload } from './payloads/payload.ts'
import { payloads } from './payloads/index.ts'

function check(payload: Payload): void {
  const result = preview(payload.paste, {}, payload.picked ? { event: payload.picked } : {})
  assert.ok(!('problem' in result), 'problem' in result ? result.problem : '')
  const { sender, event, questions, body } = result
  assert.equal(
    sender && `${sender.id} ${sender.thing}`,
    payload.sender ?? (sender && `${sender.id} ${sender.thing}`),
  )
  assert.equal(event.isChosen, payload.isChosen ?? true, 'an event is chosen')
  if (payload.questions)
    assert.deepEqual(
      Object.fromEntries(questions.map((each) => [each.id, each.preselected])),
      payload.questions,
    )
  assert.deepEqual(
    unanswered(questions, payload.answers).map(({ id }) => id),
    [],
  )
  const definition = answered(result.translation, questions, payload.answers)
  assert.deepEqual(translationProblems(definition), [])
  assert.deepEqual(definition.input, payload.input)
  assert.deepEqual(definition.event.name, payload.event)
  assert.deepEqual(definition.fields, payload.fields)
  assert.deepEqual(definition.link, payload.link)
  assert.deepEqual([definition.each, definition.drop ?? []], [payload.each, payload.drop ?? []])
  const translate = compileTranslation(definition)
  const translated = readAll(definition.input, body).flatMap((read) =>
    'record' in read ? translate(read.record) : [],
  )
  const events = translated.flatMap((each) => ('event' in each ? [each.event] : []))
  const targets = new Set(['event_name', ...Object.keys(payload.link)])
  const flat = events.map(({ event_data: data, ...context }) => ({
    ...context,
    ...(isPlainObject(data) && data),
  }))
  assert.deepEqual(
    flat.map((each) => Object.fromEntries(Object.entries(each).filter(([name]) => targets.has(name)))),
    payload.rows,
  )
  assert.equal(translated.length - events.length, payload.refused ?? 0)
  for (const [name, value] of Object.entries(payload.kept ?? {}))
    assert.deepEqual((events[0]!['event_data'] as Record<string, unknown>)[name], value)
}

describe('a pasted payload', () => {
  for (const [what, payload] of Object.entries(payloads))
    it(`of ${what} becomes its events`, () => check(payload))
})
