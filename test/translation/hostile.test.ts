/** Translations: hostile input does no harm and gets a clear message; written records are read back. */
import assert from 'node:assert/strict'
import { readers } from '../../functions/translation/field_types.ts'
import { infer } from '../../functions/translation/inference/infer.ts'
import { FormatError } from '../../functions/translation/formats/reader.ts'
import { openReader, readAll } from '../../functions/translation/formats/records.ts'
import { RowReader } from '../../functions/translation/formats/rows.ts'
import { preview } from '../../functions/translation/preview.ts'
import { compileTranslation } from '../../functions/translation/translate.ts'
import type { TranslationInput } from '../../schemas/translation.ts'
import { orders } from './endpoint.ts'

const csv = { format: 'csv', delimiter: ',' } as const
const json = { format: 'json' } as const

describe('hostile input', () => {
  const refused: readonly [string, TranslationInput, string, RegExp][] = [
    ['a million columns', csv, 'a,'.repeat(1e6), /1000001 columns; the maximum is 2000/],
    ['a million levels of JSON', json, '['.repeat(1e6) + ']'.repeat(1e6), /nest deeper than 100 levels/],
    ['a thousand levels of XML', { format: 'xml' }, '<a>'.repeat(1000), /nest deeper than 100 levels/],
    [
      'a billion laughs',
      { format: 'xml' },
      '<!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><l>&b;</l>',
      /document type .* is refused/,
    ],
    [
      'an external entity',
      { format: 'xml' },
      '<?xml version="1.0"?><!DOCTYPE r SYSTEM "file:///etc/passwd"><r/>',
      /document type .* is refused/,
    ],
    [
      'a million fields of a form',
      { format: 'form' },
      'a=1&'.repeat(1e6),
      /1000000 fields; the maximum is 2000/,
    ],
    ['a form of deep names', { format: 'form' }, `a${'[b]'.repeat(1000)}=1`, /deeper than 100 levels/],
    ['invalid percent-encoding', { format: 'form' }, 'a=%E0%A4%A', /percent-encoded UTF-8/],
    ['JSON that is too large', json, `["${'x'.repeat(11_000_000)}"]`, /NDJSON\), which has no such limit/],
    ['a line without end', { format: 'ndjson' }, 'x'.repeat(7_000_000), /more than 6000000 characters/],
    ['a row without end', csv, `a,b\n${'x'.repeat(7_000_000)}`, /more than 6000000 characters/],
  ]
  for (const [what, input, text, message] of refused) {
    it(`is refused with a clear message: ${what}`, () => {
      assert.throws(
        () => readAll(input, text),
        (error) => error instanceof FormatError && message.test(error.message),
      )
    })
  }

  it('with a quote that is never closed invalidates only its own row', () => {
    const rows = ['a,b', '1,"never closed', '2,x', '"3" y,z', '4,w']
    const read = readAll(csv, rows.join('\n'))
    assert.deepEqual(
      read.map((each) => ('problem' in each ? [each.row, 'problem'] : [each.row, each.record['b']])),
      [
        [2, 'problem'],
        [3, 'x'],
        [4, 'problem'],
        [5, 'w'],
      ],
    )
  })

  it('with names like __proto__ and constructor changes no prototype', () => {
    for (const [input, text] of [
      [csv, '__proto__,constructor,toString\n1,2,3'],
      [json, '{"__proto__":{"x":1},"constructor":2,"toString":3}'],
      [{ format: 'form' }, '__proto__[x]=1&constructor=2&toString=3'],
      [{ format: 'xml' }, '<__proto__><x>1</x></__proto__>'],
      [{ format: 'pairs' }, '__proto__=1 constructor=2 toString=3'],
    ] as const) {
      const [read] = readAll(input, text)
      assert.ok(read && 'record' in read)
      assert.equal(Object.getPrototypeOf(read.record), Object.prototype)
      assert.ok('proto' in read.record, JSON.stringify(read.record))
      infer([read.record])
      const made = compileTranslation({ ...orders, fields: {}, link: {}, required: [] })(read.record)
      assert.ok('event' in made[0]!)
    }
    assert.equal(({} as Record<string, unknown>)['x'], undefined)
  })

  it('with scripts and formulas stays text', () => {
    const values = ['<script>alert(1)</script>', '=1+1', '@SUM(A1)', '+1', '-1', "'; DROP TABLE events; --"]
    const result = preview(`note,n\n${values.map((value) => `"${value}",1`).join('\n')}\n`)
    assert.ok(!('problem' in result))
    assert.deepEqual(
      result.records.map(({ note }) => note),
      values,
    )
  })

  it('takes linear time', () => {
    const texts = [
      `a=${' '.repeat(2e5)}x`,
      `${' '.repeat(2e5)}#`,
      `{"n":0.${'0'.repeat(2e5)}1}`,
      `a,b\n${'"",'.repeat(1e5)}`,
      `<a ${'b '.repeat(1e5)}`,
      `a\n${'1.'.repeat(1e5)}`,
      '"'.repeat(2e5),
    ]
    for (const text of texts) preview(text)
    for (const type of Object.values(readers)) for (const text of texts) type(text, undefined)
  })
})

describe('a written record', () => {
  /** A random generator with a seed, so that a failure can be reproduced. */
  const randomFrom = (seed: number) => () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed / 2_147_483_648
  }
  const characters = Array.from('ab,;\t|"\'\n\r =&%+<>[]{}éä€😀0.-')

  for (const delimiter of [',', ';', '\t', '|']) {
    it(`is read back from CSV with ${JSON.stringify(delimiter)}, in parts of any size`, () => {
      const random = randomFrom(delimiter.charCodeAt(0))
      const pick = (count: number): number => Math.floor(random() * count)
      for (let round = 0; round < 300; round++) {
        const columns = 1 + pick(5)
        const rows = Array.from({ length: 1 + pick(6) }, () =>
          Array.from({ length: columns }, () =>
            Array.from({ length: pick(8) }, () => characters[pick(characters.length)]!).join(''),
          ),
        )
        const end = ['\n', '\r\n'][pick(2)]!
        const text = rows
          .map((row) =>
            row
              .map((cell) =>
                /["\n\r]/.test(cell) || cell.includes(delimiter) || pick(3) === 0
                  ? `"${cell.replaceAll('"', '""')}"`
                  : cell,
              )
              .join(delimiter),
          )
          .map((line) => line + end)
          .join('')
        const reader = new RowReader(delimiter)
        const read = []
        for (let at = 0; at < text.length;) {
          const length = 1 + pick(7)
          read.push(...reader.push(text.slice(at, at + length)))
          at += length
        }
        read.push(...reader.end())
        assert.deepEqual(
          read.map((row) => ('cells' in row ? row.cells : row.problem)),
          rows,
          JSON.stringify(text),
        )
      }
    })
  }

  const records = [
    {
      id: 'A-1',
      note: 'x = "y" & <z>',
      tags: ['a', 'b'],
      customer: { mail: 'ada@example.com', deep: { n: '1' } },
    },
    { id: 'B', note: 'ä€😀', tags: ['c', 'd'], customer: { mail: '', deep: { n: '2' } } },
  ]
  const readBack = (input: TranslationInput, text: string): readonly unknown[] =>
    readAll(input, text).map((each) => ('record' in each ? each.record : each.problem))

  it('is read back from JSON and NDJSON', () => {
    assert.deepEqual(readBack(json, JSON.stringify(records)), records)
    assert.deepEqual(
      readBack({ format: 'ndjson' }, records.map((each) => JSON.stringify(each)).join('\r\n')),
      records,
    )
  })

  it('is read back from a form', () => {
    for (const { tags, customer, ...flat } of records) {
      const body = new URLSearchParams({
        ...flat,
        'tags[0]': tags[0]!,
        'tags[1]': tags[1]!,
        'customer[mail]': customer.mail,
        'customer[deep][n]': customer.deep.n,
      })
      assert.deepEqual(readBack({ format: 'form' }, body.toString()), [{ ...flat, tags, customer }])
    }
  })

  it('is read back from XML', () => {
    const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
    const write = (name: string, value: unknown): string =>
      Array.isArray(value)
        ? value.map((each) => write(name, each)).join('\n')
        : `<${name}>${
            typeof value === 'string'
              ? escape(value)
              : Object.entries(value as object)
                  .map(([key, each]) => write(key, each))
                  .join('')
          }</${name}>`
    const text = `<all>${records.map((each) => write('one', each)).join('\n')}</all>`
    assert.deepEqual(readBack({ format: 'xml', records: 'all.one' }, text), records)
  })

  it('is read back from pairs', () => {
    const text = records.map(({ id, note }) => `id=${id} note=${JSON.stringify(note)}`).join('\n')
    assert.deepEqual(
      readBack({ format: 'pairs' }, text),
      records.map(({ id, note }) => ({ id, note })),
    )
  })

  it('is the same read in parts of one character as read at once', () => {
    const cases: readonly [TranslationInput, string][] = [
      [csv, 'a,b\r\n1,"x\r\n""y"""\r\n\r\n3,4'],
      [{ format: 'ndjson' }, '{"a":1}\r\n\n{"a":2}'],
      [{ format: 'pairs', layout: 'block' }, 'a=1\nb=2\n\na=3\n'],
    ]
    for (const [input, text] of cases) {
      const reader = openReader(input)
      const read = [...Array.from(text).flatMap((character) => reader.push(character)), ...reader.end()]
      assert.deepEqual(read, readAll(input, text))
    }
  })
})
