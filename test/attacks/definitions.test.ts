/** Attacks on definitions: a pattern that somebody saved never stops `store`, and never takes long on any event. */
import assert from 'node:assert/strict'
import { readEvent } from '../../functions/event/read.ts'
import { readSavedDefinitions, type SavedDefinitions } from '../../functions/event/saved_definitions.ts'
import * as targets from '../../functions/targets/index.ts'
import { ContextFields } from '../../schemas/context.ts'
import { definitionProblems } from '../../schemas/definition.ts'
import type { FieldDefinition } from '../../schemas/definition_schema.ts'
import { eventTypes } from '../../schemas/event_types.ts'
import { compilePattern } from '../../schemas/pattern.ts'
import { isLinearInCode } from '../../schemas/pattern_shape.ts'
import { cpuMs, extraCpuMs } from './patterns/cpu.ts'
import {
  hostileTexts,
  keptPatterns,
  refusedPatterns,
  textField,
  tooLarge,
  tooManySteps,
} from './patterns/definitions.ts'
import { hostileEvents } from './patterns/events.ts'

const boundMs = 50

function definitionOf(fields: Readonly<Record<string, FieldDefinition>>): object {
  return { name: 'attack_seen', version: '1.0', description: 'An attack.', fields }
}

function saved(fields: Readonly<Record<string, FieldDefinition>>): SavedDefinitions {
  const definition = JSON.stringify(definitionOf(fields))
  return readSavedDefinitions([{ name: 'attack_seen', version: '1.0', createdAt: 1, definition }])
}

function bytesOf(event: object): Buffer {
  return Buffer.from(JSON.stringify({ ...event, event_name: 'attack_seen' }))
}

function violationsOf(definitions: SavedDefinitions, event: object): readonly string[] {
  return violationsIn(definitions, bytesOf(event))
}

function violationsIn({ registry }: SavedDefinitions, data: Buffer): readonly string[] {
  const message = { topic: 'events', messageId: '1', publishTime: '2026-03-14T09:26:53Z', attributes: {} }
  const read = readEvent({ ...message, data }, registry)
  assert.ok(!('reason' in read), 'the event is not read')
  return read.violations.map(({ field, code }) => `${field} ${code}`)
}

describe('a hostile definition', () => {
  for (const [pattern, why] of refusedPatterns)
    it(`goes on without ${pattern.slice(0, 40)}`, () => {
      const fields = { bad: textField(pattern), good: textField('^[a-c]+$') }
      assert.match(definitionProblems(definitionOf(fields)).join(' '), why)
      const definitions = saved(fields)
      assert.match(definitions.ignoredPatterns.get('attack_seen@1.0')?.join(' ') ?? '', why)
      assert.deepEqual(violationsOf(definitions, { bad: 'zzz', good: 'abc' }), [])
      assert.deepEqual(violationsOf(definitions, { bad: 7, good: 'zzz' }), [
        'event_data.bad wrong_type',
        'event_data.good pattern',
      ])
    })

  for (const [what, fields] of Object.entries(tooManySteps))
    it(`with ${what} is used only as far as its patterns are bounded`, () => {
      assert.match(definitionProblems(definitionOf(fields)).join(' '), /needs too many steps/)
      const definitions = saved(fields)
      assert.ok(definitions.ignoredPatterns.has('attack_seen@1.0'))
      const event = Object.fromEntries(Object.keys(fields).map((name) => [name, `${'ab'.repeat(127)}a`]))
      assert.ok(cpuMs(() => violationsOf(definitions, event), boundMs) < boundMs)
    })

  it('that is too large to be checked in a bounded time is refused, and used by nobody', () => {
    for (const [what, [definition, why]] of Object.entries(tooLarge)) {
      const text = JSON.stringify(definition())
      const row = { name: 'attack_seen', version: '1.0', createdAt: 1, definition: text }
      const read = (): SavedDefinitions => readSavedDefinitions([row])
      assert.match(definitionProblems(definition()).join(' '), why)
      assert.match(JSON.stringify(read().versions.get('attack_seen@1.0')), why)
      const took = cpuMs(read, boundMs)
      assert.ok(took < boundMs, `${took} ms: ${what}`)
    }
  })

  it(`takes at most ${boundMs} ms, whatever the text`, () => {
    const slow: string[] = []
    for (const pattern of keptPatterns) {
      const definitions = saved({ text: { ...textField(pattern), example: exampleOf(pattern) } })
      assert.deepEqual([...definitions.ignoredPatterns], [])
      for (const text of hostileTexts) {
        const took = cpuMs(() => violationsOf(definitions, { text }), boundMs)
        if (took > boundMs) slow.push(`${took} ms: ${pattern} on ${text.slice(0, 20)}`)
      }
    }
    assert.deepEqual(slow, [])
  })

  it(`takes at most ${boundMs} ms beyond parsing the largest events`, () => {
    const items = {
      type: 'array',
      description: 'A list.',
      example: ['a'],
      items: textField('^a[a-z]*!?$'),
    } as FieldDefinition
    const tags = { ...items, items: textField('^(a|b)*(a|!)*$', 32) } as FieldDefinition
    const definitions = saved({ text: textField('^(a+)+$'), items, tags })
    const unchecked = saved({})
    const slow: string[] = []
    for (const [name, make] of Object.entries(hostileEvents)) {
      const data = bytesOf(make())
      const check = () => violationsIn(definitions, data)
      const extraMs = extraCpuMs(check, () => violationsIn(unchecked, data), boundMs)
      if (extraMs > boundMs) slow.push(`${extraMs} ms: ${name}`)
    }
    assert.deepEqual(slow, [])
  })
})

/** A text that the pattern accepts, because the example of a field must be valid. */
function exampleOf(pattern: string): string {
  const valid = ['a', 'a'.repeat(40), 'b', `${'a'.repeat(101)}c`, 'ann@example.com', 'xxy'].find((each) =>
    compilePattern(pattern).test(each),
  )
  assert.ok(valid, pattern)
  return valid
}

describe('patterns in code', () => {
  it('run in linear time', () => {
    const found = new Set<string>()
    const collect = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return
      for (const [keyword, member] of Object.entries(value))
        if (keyword === 'pattern' && typeof member === 'string') found.add(member)
        else collect(member)
    }
    collect(ContextFields)
    for (const { schema } of eventTypes.values()) collect(schema)
    // The settings of a target are of the owner; its fields are filled by events.
    for (const { fields } of Object.values(targets)) collect(fields)
    assert.ok(found.size > 20)
    // Of the others, the linear engine takes each; `compilePattern` throws if it does not.
    const others = [...found].filter((pattern) => !isLinearInCode(pattern))
    for (const pattern of others) assert.ok(compilePattern(pattern).steps < 100, pattern)
    assert.ok(others.length < 5, others.join(' '))
  })

  it('that an engine would try in many ways are told apart', () => {
    for (const each of [
      ...keptPatterns,
      '^a?a?$',
      '^(a*)*$',
      '^(?:a?|b?)(?:c?|d?)$',
      'x[a-z]*y',
      '^a{2,3}a$',
      '^(ab?)*b$',
    ])
      assert.ok(!isLinearInCode(each), each)
  })
})
