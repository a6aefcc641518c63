/** Filters: select the messages of a subscription by their attributes. */
import assert from 'node:assert/strict'
import { area, docs, invalid, type Case } from '../case.ts'
import { texts } from '../session.ts'

const filters = area('filter', docs.filter)

/** Messages by name. Each filter below lists its matches. */
const messages: Record<string, Record<string, string>> = {
  com: { name: 'com', lang: 'en' },
  community: { name: 'community' },
  org: { name: 'org', lang: 'de' },
  bare: { other: 'x' },
  odd: { 'iana.org/language_tag': 'en', name: 'a"b\\c' },
}

function passes(id: string, filter: string, expected: readonly string[]): Case {
  return filters(id, `delivers for ${filter} only ${expected.join(', ') || 'nothing'}`, async (session) => {
    const topic = await session.topic()
    const subscription = await session.subscription(topic, { filter })
    const everything = Object.entries(messages).map(([data, attributes]) => ({
      data: Buffer.from(data).toString('base64'),
      attributes,
    }))
    await session.publish(topic, ...everything)
    const pulled = expected.length === 0 ? [] : await session.pullAll(subscription, expected.length)
    pulled.push(...(await session.pullNow(subscription)))
    assert.deepEqual(texts(pulled).toSorted(), expected.toSorted())
  })
}

function refuses(
  id: string,
  filter: string,
  message: RegExp | string = `Invalid filter (filter=${filter}).`,
): Case {
  return filters(
    `refuses-${id}`,
    `refuses ${filter.length > 80 ? `a filter of ${filter.length} bytes` : filter}`,
    async (session) => {
      const topic = await session.topic()
      await session.refused('PUT', session.name('subscriptions'), { topic, filter }, invalid(message))
    },
  )
}

export const filterCases: readonly Case[] = [
  passes('has', 'attributes:lang', ['com', 'org']),
  passes('equal', 'attributes.name = "com"', ['com']),
  passes('unequal', 'attributes.name != "com"', ['community', 'org', 'bare', 'odd']),
  passes('has-unequal', 'attributes:name AND attributes.name != "com"', ['community', 'org', 'odd']),
  passes('prefix', 'hasPrefix(attributes.name, "co")', ['com', 'community']),
  passes('not', 'NOT attributes:name', ['bare']),
  passes('minus', '-attributes:name', ['bare']),
  passes('and', 'attributes:lang AND attributes.name = "org"', ['org']),
  passes('or', 'attributes.name = "com" OR attributes.name = "org"', ['com', 'org']),
  passes('three', 'attributes.name = "com" OR attributes.name = "org" OR attributes:other', [
    'com',
    'org',
    'bare',
  ]),
  passes('parentheses', 'attributes:lang AND (attributes.name = "com" OR attributes.name = "x")', ['com']),
  passes('not-parentheses', 'NOT (attributes:lang OR attributes:other)', ['community', 'odd']),
  passes('not-binds', 'NOT attributes:lang AND attributes:name', ['community', 'odd']),
  passes('quoted-key', 'attributes:"iana.org/language_tag"', ['odd']),
  passes('quoted-key-equal', 'attributes."iana.org/language_tag" = "en"', ['odd']),
  passes('escapes', String.raw`attributes.name = "a\"b\\c"`, ['odd']),
  passes('case', 'attributes.name = "COM"', []),
  passes('tight', 'attributes.name="com"OR(attributes:other)', ['com', 'bare']),
  passes('inherited', 'attributes:constructor', []),
  refuses('operator', 'attributes.name ='),
  refuses('mixed', 'attributes:a AND attributes:b OR attributes:c'),
  refuses('lower-case', 'attributes:a and attributes:b'),
  refuses('data', 'data:x'),
  refuses('unquoted', 'attributes.name = com'),
  refuses('single-quotes', `attributes.name = 'com'`),
  refuses('open', '(attributes:a'),
  refuses('trailing', 'attributes:a)'),
  refuses('greater', 'attributes.a > "1"'),
  refuses('long', `attributes.name = "${'x'.repeat(240)}"`, /^The value for filter is too large/),
]
