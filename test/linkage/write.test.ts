/** Bodies: the generated writer, which escapes nothing, writes the same as `JSON.stringify`. */
import assert from 'node:assert/strict'
import { generatedLink } from '../../functions/linkage/link.ts'
import { generateWriter, isPlain } from '../../functions/linkage/generated/writer.ts'
import { normalisers } from '../../functions/privacy/normalize.ts'
import type { Link } from '../../schemas/link.ts'
import { randomFrom, seed } from '../ingest/random.ts'
import { prepare, stored } from './prepared.ts'
import { randomEvent, randomLink } from './random_link.ts'
import { withoutGenerating } from '../support/without_generating.ts'

function written(link: Link, text: string): string | undefined {
  const fields = generatedLink(link)(JSON.parse(text) as Readonly<Record<string, unknown>>, 'The "Purchase"')
  const write = generateWriter(link)
  if (!write || !isPlain(text)) return undefined
  const body = write(fields)
  assert.equal(body, JSON.stringify(fields), JSON.stringify({ link, text }))
  return body
}

describe('a body', () => {
  it(`equals JSON.stringify for random links (SEED=${seed} repeats these)`, () => {
    const random = randomFrom(seed)
    let count = 0
    for (let n = 0; n < 2500; n++) {
      let link: Link
      try {
        link = randomLink(random)
        generatedLink(link)
      } catch {
        continue
      }
      for (let m = 0; m < 5; m++)
        if ((written(link, JSON.stringify(randomEvent(random))) ?? '{}') !== '{}') count++
    }
    assert.ok(count > 500, `only ${count} bodies were written and not empty`)
  })

  it('has numbers as JSON.stringify writes them', () => {
    const text =
      '{"event_data":{"a":-0,"b":1e21,"c":1e999,"d":5e-324,"e":[-0,1e999],"f":true,"g":false,"h":0.1}}'
    const link = Object.fromEntries('abcdefgh'.split('').map((name) => [`x.${name}`, name]))
    assert.equal(
      written(link, text),
      '{"x":{"a":0,"b":1e+21,"c":null,"d":5e-324,"e":[0,null],"f":true,"g":false,"h":0.1}}',
    )
  })

  it('groups the members of an object, at any depth and in any order of the link', () => {
    const link: Link = { 'a.b.c': 'absent', d: 'y', 'a.e': 'x', 'a.b.f': 'z', 'g.h': 'absent', 'a.i': 'x' }
    const text = '{"event_data":{"x":"1","y":2,"z":"3"}}'
    assert.equal(written(link, text), '{"a":{"b":{"f":"3"},"e":"1","i":"1"},"d":2}')
  })

  it('escapes characters that a link adds', () => {
    const quoted = 'a "b" \\ \n'
    const link: Link = {
      a: { const: quoted },
      b: { from: 'x', values: { 1: quoted } },
      c: { from: 'absent', default: quoted },
      d: { template: '"{x}"' },
      e: { from: 'list', as: 'string' },
      f: { from: 'list', as: 'json' },
      g: 'target_event',
      h: { first: ['absent', { const: quoted }] },
      i: { when: { path: 'x', eq: '1' }, then: { const: quoted } },
      j: { from: 'list', as: 'upper' },
    }
    const body = JSON.parse(written(link, '{"event_data":{"x":"1","list":["a"]}}') ?? '') as object
    assert.deepEqual(body, {
      a: quoted,
      b: quoted,
      c: quoted,
      d: '"1"',
      e: '["a"]',
      f: '["a"]',
      g: 'The "Purchase"',
      h: quoted,
      i: quoted,
      j: '["A"]',
    })
  })

  it('is written by JSON.stringify if the text of the event contains escapes', () => {
    for (const email of ['"ada"@example.com', 'ada\\@example.com', 'ada\n', 'ada\u0000', '\ud83d', '\udc00'])
      assert.ok(!isPlain(JSON.stringify({ email })), email)
    assert.ok(!isPlain('{"email":"\ud83d"}'))
    assert.ok(isPlain('{"email":"ädä 😀\u2028\u007f@example.com"}'))
    const linkage = { '*': { 'data.note': 'note' } }
    for (const note of ['a "quoted" word', 'back\\slash', 'line\nbreak', 'plain']) {
      const prepared = prepare(stored({ event_data: { value: 1, note } }), {
        linkage,
        target: { fields: undefined },
      })
      assert.ok('fields' in prepared)
      assert.equal(prepared.text, JSON.stringify(prepared.fields))
      assert.deepEqual(JSON.parse(prepared.text), prepared.fields)
    }
  })
})

describe('a text without characters to escape', () => {
  const isPlainText = (text: string): boolean => isPlain(JSON.stringify(text))
  const plain = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code)).filter(isPlainText)

  it('has none in upper or lower case', () => {
    assert.ok(plain.length > 1_100_000)
    for (let at = 0; at < plain.length; at += 4096) {
      const text = plain.slice(at, at + 4096).join('')
      assert.ok(isPlainText(text.toLowerCase()) && isPlainText(text.toUpperCase()), `from ${at}`)
    }
  })

  it('has none in any normalized form', () => {
    const random = randomFrom(seed)
    const usual = [
      'dr. ',
      ' jr',
      '+44 20 7946 0958',
      'ada.b+c@gmail.com',
      'İ',
      'ß',
      '😀',
      '𐐀',
      ...' aZ0@.+-_,(/'.split(''),
    ]
    let count = 0
    for (let n = 0; n < 20_000; n++) {
      const text = random.some(6, () => random.pick(random.below(3) > 0 ? usual : plain)).join('')
      for (const [name, normalize] of Object.entries(normalisers)) {
        const normal = normalize(text)
        if (normal !== undefined) count++
        assert.ok(normal === undefined || isPlainText(normal), `${name}: ${JSON.stringify([text, normal])}`)
      }
    }
    assert.ok(count > 50_000, `only ${count} texts had a normalized form`)
  })
})

describe('if generating code is not allowed', () => {
  it('JSON.stringify writes the body', () => {
    const file = JSON.stringify(new URL('../../functions/linkage/prepare.ts', import.meta.url))
    const program =
      `import { compilePreparation } from ${file}\n` +
      `const target = { identity: [], events: 'as_is', otherEvents: 'as_is', linkage: { 'a.b': 'x' } }\n` +
      `const event = { id: 'e', name: 'n', text: '{"event_data":{"x":1}}', value: { event_data: { x: 1 } } }\n` +
      `console.log(compilePreparation({}, target, {})(event, new Date()).text)`
    assert.equal(withoutGenerating(program), '{"a":{"b":1}}\n')
  })
})
