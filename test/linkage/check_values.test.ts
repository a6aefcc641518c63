/** The check of conditions, calculations, lookups and times finds errors before a link is used, and names what was expected. */
import assert from 'node:assert/strict'
import { checkLink } from '../../functions/linkage/check.ts'
import { closureLink, generatedLink } from '../../functions/linkage/link.ts'
import { requireLinks } from '../../functions/linkage/require_links.ts'
import { sourcesOf } from '../../functions/linkage/sources.ts'
import { savedTranslationProblems } from '../../functions/translation/link_problems.ts'
import type { Link, LinkCondition, Source } from '../../schemas/link.ts'
import { orders } from '../translation/endpoint.ts'
import { shop, shopFields } from './shop_target.ts'

function when(condition: unknown): unknown {
  return { when: condition, then: 'email' }
}

function nested(depth: number): LinkCondition {
  return depth === 0 ? { path: 'email', exists: true } : { not: nested(depth - 1) }
}

/** Error → field, source and message. The sources are those of a purchase. */
const problems: Readonly<Record<string, readonly [field: string, source: unknown, message: string]>> = {
  'an unknown test': [
    'name',
    when({ path: 'value', gtt: 5 }),
    'Unknown key "gtt" in a condition; did you mean "gt"?',
  ],
  'two tests in one condition': [
    'name',
    when({ path: 'value', gt: 5, lt: 9 }),
    'The condition on "value" has gt and lt. Expected one of eq, ne, in, exists, gt, gte, lt, lte, matches.',
  ],
  'a condition without a test': [
    'name',
    when({ path: 'value' }),
    'The condition on "value" has no test. Expected one of eq, ne, in, exists, gt, gte, lt, lte, matches.',
  ],
  'a condition that is text': [
    'name',
    when('email'),
    'A condition is string. Expected an object with "path" and one of eq, ne, in, exists, gt, gte, lt, lte, matches, or with one of and, or, not.',
  ],
  'a combination of one condition': [
    'name',
    when({ and: { path: 'email', exists: true } }),
    '"and" of a condition needs a list of conditions.',
  ],
  'an error in a combined condition': [
    'name',
    when({ not: { or: [{ path: 'value', gt: true }] } }),
    '"gt" of a condition needs a number or a time; got boolean.',
  ],
  'a misspelled path in a combined condition': [
    'name',
    when({ or: [{ path: 'curency', exists: true }] }),
    'Unknown source "curency"; did you mean "currency"?',
  ],
  'a text that is no time': [
    'name',
    when({ path: 'value', lt: 'ten' }),
    '"lt" needs a number, or a time such as 2026-03-14T09:26:53Z; got "ten".',
  ],
  'a comparison of a list': [
    'name',
    when({ path: 'items', gt: 1 }),
    'Type mismatch: "gt" tests number or string, but "items" is array.',
  ],
  'a pattern for a number': [
    'name',
    when({ path: 'value', matches: '^5' }),
    'Type mismatch: "matches" tests string, but "value" is number.',
  ],
  'a pattern with a lookahead': [
    'name',
    when({ path: 'email', matches: 'a(?=b)' }),
    'The pattern "a(?=b)" has a lookaround at character 2, `(?=`, which RE2 does not support because it can take very long; see https://github.com/google/re2/wiki/Syntax.',
  ],
  'a pattern of too many steps': [
    'name',
    when({ path: 'email', matches: '(?:a|ab|b){50}' }),
    'The pattern "(?:a|ab|b){50}" needs too many steps: start it with ^, or let it go on in one way at each character.',
  ],
  'a slow pattern inside each': [
    'data.contents',
    {
      each: 'items',
      map: { id: { when: { path: 'item_id', matches: '(a|ab)c' }, then: 'item_id' } },
    },
    'The pattern "(a|ab)c" is too slow inside "each": start it with ^, and let it go on in one way at each character.',
  ],
  'a condition that is too deep': ['name', when(nested(11)), 'The condition nests deeper than 10 levels.'],
  'a condition with too many tests': [
    'name',
    when({ or: Array.from({ length: 101 }, () => nested(0)) }),
    'The condition has 101 tests; the maximum is 100.',
  ],
  'an unknown calculation': [
    'data.value',
    { multiplay: ['value', 100] },
    'Unknown key "multiplay" in a source; did you mean "multiply"?',
  ],
  'a calculation with a missing operand': [
    'data.value',
    { first: [{ divide: ['value'] }] },
    'The source "divide" needs a list of two operands; got 1.',
  ],
  'a calculation that is no list': [
    'data.value',
    { add: 'value' },
    'The source "add" needs a list of two or more operands; got string.',
  ],
  'a lookup without a key': ['data.value', { lookup: 'minor_units' }, 'The source "lookup" needs "key".'],
  'a misspelled operand': [
    'data.value',
    { multiply: ['vlaue', 100] },
    'Unknown source "vlaue"; did you mean "value"?',
  ],
  'an unknown cast in an operand': [
    'data.value',
    { add: [1, { from: 'value', as: 'nunber' }] },
    'Unknown cast "nunber"; did you mean "number"?',
  ],
  'an operand that cannot be a number': [
    'data.value',
    { multiply: ['items', 100] },
    'Type mismatch: array cannot be cast to number.',
  ],
  'a calculation for text': [
    'name',
    { divide: ['value', 100] },
    'Type mismatch: source number, target field string.',
  ],
  'an unknown lookup table': [
    'data.value',
    { lookup: 'minor_unit', key: 'currency' },
    'Unknown lookup table "minor_unit"; did you mean "minor_units"?',
  ],
  'a lookup table without a similar name': [
    'data.value',
    { lookup: 'countries', key: 'currency' },
    'Unknown lookup table "countries". Expected one of: minor_units.',
  ],
  'a misspelled key': [
    'data.value',
    { lookup: 'minor_units', key: 'curency' },
    'Unknown source "curency"; did you mean "currency"?',
  ],
  'a lookup table of another type': [
    'name',
    { lookup: 'minor_units', key: 'currency' },
    'Type mismatch: source number, target field string.',
  ],
  'a format with an unknown part': [
    'name',
    { time: 'event_time', format: '{yaer}' },
    'Unknown part "{yaer}" in the format of a time; did you mean "{year}"?',
  ],
  'a format with a lone brace': [
    'name',
    { time: 'event_time', format: '{day}/month}' },
    'The format "{day}/month}" has an unmatched brace.',
  ],
  'a format in the notation of another tool': [
    'name',
    { time: 'event_time', format: 'DD/MM/YYYY' },
    'The format "DD/MM/YYYY" has no part of a time, such as {day}/{month}/{year}.',
  ],
  'an unknown time zone': [
    'name',
    { time: 'event_time', format: '{day}', time_zone: 'Europe/Atlantis' },
    'The time zone "Europe/Atlantis" is not in the IANA time zone database.',
  ],
  'a time of a list': [
    'name',
    { time: 'items', format: '{day}' },
    'Type mismatch: array cannot be cast to iso.',
  ],
}

describe('the check of conditions and values', () => {
  for (const [error, [field, source, message]] of Object.entries(problems)) {
    it(`finds ${error}`, () => {
      const link = { [field]: source } as Link
      const found = checkLink(link, { sources: sourcesOf('purchase'), target: shopFields })
      assert.deepEqual(
        found.map((each) => each.message),
        [message],
      )
      assert.equal(found[0]!.field.split('.')[0], field.split('.')[0])
    })
  }

  it('accepts valid ones', () => {
    const link: Link = {
      name: {
        when: { and: [{ path: 'value', gte: 100 }, { not: { path: 'email', matches: '@example\\.com$' } }] },
        then: { time: 'event_time', format: '{year}', time_zone: 'Europe/Berlin' },
        else: { const: 'other' },
      },
      'data.value': {
        multiply: ['value', { lookup: 'minor_units', key: 'currency', default: 100 }],
        as: 'integer',
      },
    }
    assert.deepEqual(checkLink(link, { sources: sourcesOf('purchase'), target: shopFields }), [])
  })

  it('is that of a destination: an unknown table stops the function that sends', () => {
    const linkage = { purchase: { 'data.value': { lookup: 'units', key: 'currency' } } }
    assert.throws(
      () => requireLinks({ id: 'crm', settings: {}, linkage }, shop()),
      /^Error: Invalid links in destination "crm": linkage\.purchase\.data\.value: Unknown lookup table "units"/,
    )
  })

  it('is that of a translation', () => {
    assert.deepEqual(savedTranslationProblems(orders), [])
    const link = { ...orders.link, total: { when: { path: 'a', matches: '(' }, then: 'b' } as Source }
    assert.match(
      savedTranslationProblems({ ...orders, link }).join(),
      /^link\.total: The pattern "\(" is not a regular expression of RE2/,
    )
  })

  it('is also that of both compilers', () => {
    for (const compile of [generatedLink, closureLink])
      for (const source of [
        when({ path: 'a', matches: '(' }),
        when({ path: 'a', gt: 'ten' }),
        when(nested(11)),
        { lookup: 'units', key: 'a' },
        { time: 'a', format: '{dya}' },
      ])
        assert.throws(() => compile({ a: source as Source }), Error, JSON.stringify(source))
  })
})
