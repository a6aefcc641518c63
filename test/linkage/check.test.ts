/** The check of links: what cannot work is found before any event comes, with the name that was probably meant. */
import assert from 'node:assert/strict'
import { checkLink } from '../../functions/linkage/check.ts'
import { coverage } from '../../functions/linkage/coverage.ts'
import { checkTarget, requireLinks } from '../../functions/linkage/require_links.ts'
import { sourcesOf } from '../../functions/linkage/sources.ts'
import { usesOf } from '../../functions/linkage/uses.ts'
import * as targets from '../../functions/targets/index.ts'
import type { Link, Source } from '../../schemas/link.ts'
import { shop, shopFields } from './shop_target.ts'

function inEach(id: Source): Source {
  return { each: 'items', map: { id } }
}

/** What is wrong → field, source, words. The sources are those of a purchase. */
const problems: Readonly<Record<string, readonly [field: string, source: unknown, message: RegExp]>> = {
  'a misspelt context field': ['user.em', 'emial', /no source "emial"; did you mean "email"\?/],
  'a misspelt event-specific field': ['data.value', 'vlaue', /no source "vlaue"; did you mean "value"\?/],
  'a field of another event type': ['name', 'search_term', /no source "search_term"\./],
  'a misspelt signal': ['name', 'consent.ad_storag', /did you mean "consent.ad_storage"\?/],
  "a misspelt element's field": ['data.contents', inEach('item_ids'), /"item_ids"; did you mean "item_id"\?/],
  'a path of the event inside each': ['data.contents', inEach('event_id'), /no source "event_id"/],
  'a misspelt path in a condition': [
    'name',
    { when: { path: 'curency', exists: true }, then: 'email' },
    /"curency"; did you mean "currency"\?/,
  ],
  'a misspelt path in a branch': [
    'name',
    { when: { path: 'currency', exists: true }, then: 'email', else: 'emali' },
    /"emali"; did you mean "email"\?/,
  ],
  'a misspelt path in a template': ['name', { template: 'x {currancy}' }, /did you mean "currency"\?/],
  'a misspelt path among alternatives': [
    'name',
    { first: ['email', 'user_idd'] },
    /did you mean "user_id"\?/,
  ],
  'a misspelt path in a list': ['user.ids', { list: ['anonymus_id'] }, /did you mean "anonymous_id"\?/],
  'a misspelt list': ['data.contents', { each: 'itmes', map: { id: 'item_id' } }, /did you mean "items"\?/],
  'a misspelt plucked field': ['user.ids', { pluck: 'items.itemid' }, /"itemid"; did you mean "item_id"\?/],
  'each of what is no list': ['data.contents', { each: 'currency', map: {} }, /"currency" is no list/],
  'a count of what is no list': ['time', { count: 'value' }, /"value" is no list/],
  'an unknown target field': ['user.emm', 'email', /no target field "user.emm"; did you mean "user.em"\?/],
  'a target field below a text': ['name.x', 'email', /no target field "name.x"/],
  'an unknown target field of an element': [
    'data.contents',
    { each: 'items', map: { id: 'item_id', prize: 'price' } },
    /no target field "prize"; did you mean "price"\?/,
  ],
  'a required target field of an element that is not given': [
    'data.contents',
    { each: 'items', map: { price: 'price' } },
    /requires the field "id", and the link does not give it/,
  ],
  'text where a number belongs': ['data.value', 'currency', /is string, but the target field is number/],
  'a number where text belongs': ['name', 'value', /is number, but the target field is string/],
  'a time that was not cast': ['time', 'event_time', /is string, but the target field is number/],
  'a number cast to text where a number belongs': [
    'data.value',
    { from: 'value', as: 'money' },
    /is string, but the target field is number/,
  ],
  'a list where a text belongs': ['name', { list: ['email'] }, /is array, but the target field is string/],
  'a text where a list belongs': ['user.ids', 'user_id', /is string, but the target field is array/],
  'elements of the wrong type': ['data.contents', { list: ['email'] }, /is string, but .* is object/],
  'a table of the wrong type': [
    'data.value',
    { from: 'currency', values: { EUR: 'one' } },
    /is string, but the target field is number/,
  ],
  'a list cast to a number': [
    'data.value',
    { from: 'items', as: 'number' },
    /array cannot be written as number/,
  ],
  'an unknown cast': ['name', { from: 'value', as: 'mony' }, /no cast "mony"; did you mean "money"\?/],
  'an unknown consent': [
    'name',
    { from: 'email', consent: 'ad_storige' },
    /no consent "ad_storige"; did you mean "ad_storage"\?/,
  ],
  'an unknown form': ['name', { form: 'email' }, /source has no "form"; did you mean "from"\?/],
  'an unknown cast far inside': [
    'name',
    { first: [{ when: { path: 'email', exists: true }, then: { from: 'value', as: 'nunber' } }] },
    /no cast "nunber"; did you mean "number"\?/,
  ],
  'a path with a space': ['name', 'user id', /"user id" is no path/],
  'a broken template': ['name', { template: '{email' }, /has an unmatched brace/],
}

describe('the check of a link', () => {
  for (const [fault, [field, source, words]] of Object.entries(problems)) {
    it(`finds ${fault}`, () => {
      const link = { [field]: source } as Link
      const found = checkLink(link, { sources: sourcesOf('purchase'), target: shopFields })
      assert.equal(found.length, 1, JSON.stringify(found))
      assert.equal(found[0]!.field.split('.')[0], field.split('.')[0])
      assert.match(found[0]!.message, words)
    })
  }

  it('has nothing to say of a link that works', () => {
    const link: Link = {
      name: { first: ['target_event', { template: '{event_name|upper} {items}' }], default: 'x' },
      time: { from: 'event_time', as: 'seconds' },
      where: { from: 'action_source', values: { web: 'web', app: 'app' } },
      'user.em': { when: { path: 'consent.ad_user_data', eq: 'granted' }, then: 'email' },
      'user.ids': { list: ['user_id', 'session_number', { from: 'ga_session_id', consent: 'ad_storage' }] },
      'data.value': { first: ['value', { sum: 'items.price' }] },
      'data.contents': { each: 'items', map: { id: 'item_id', price: 'price' } },
      'data.own': { rest: { except: ['items'] } },
      'data.own.mine': 'event_data.tax',
    }
    assert.deepEqual(checkLink(link, { sources: sourcesOf('purchase'), target: shopFields }), [])
  })

  it('knows for links of every event type the fields of all', () => {
    const sides = { sources: sourcesOf('*'), target: shopFields }
    assert.deepEqual(checkLink({ name: 'search_term', 'data.currency': 'currency' }, sides), [])
  })
})

describe('the check of a destination', () => {
  const destination = (linkage: Readonly<Record<string, Link>>) => ({ id: 'crm', settings: {}, linkage })

  it('names the destination, the event type and the field', () => {
    assert.throws(
      () => requireLinks(destination({ purchase: { 'user.em': 'emial' } }), shop()),
      /^Error: The links of destination "crm" cannot work\. linkage\.purchase\.user\.em: There is no source "emial"/,
    )
    assert.throws(
      () => requireLinks(destination({ purchas: {} }), shop()),
      /linkage\.purchas: There is no event type "purchas"; did you mean "purchase"\?/,
    )
  })

  it("finds what it takes away of the target's own link and the target requires", () => {
    assert.throws(
      () => requireLinks(destination({ '*': { time: null } }), shop()),
      /time: The target requires the field "time", and the link does not give it/,
    )
    assert.throws(() => requireLinks(destination({ '*': { user: { const: 1 } } }), shop()), /is number, but/)
  })

  it('lets pass what works, for event types of the code and of the owner', () => {
    requireLinks(
      destination({ purchase: { 'data.value': { from: 'tax' } }, shop_opened: { name: 'door' } }),
      shop(),
    )
    requireLinks({ id: 'crm', settings: {} }, shop())
  })
})

describe("targets' own links", () => {
  for (const target of Object.values(targets)) {
    it(`work: ${target.name}`, () => {
      assert.deepEqual(checkTarget(target), [])
    })
  }

  it('are told what they do not cover', () => {
    const { unused, unmet } = coverage(shop(), 'purchase')
    assert.deepEqual(unmet, ['where', 'user.ids', 'data.own', 'data.own.known'])
    for (const name of ['tax', 'coupon', 'phone', 'consent']) assert.ok(unused.includes(name), name)
    for (const name of ['email', 'value', 'items', 'event_time', 'target_event', 'event_data'])
      assert.ok(!unused.includes(name), name)
    const all = shop({ linkageByEvent: { purchase: { 'data.own': { rest: { except: ['tax'] } } } } })
    const own = coverage(all, 'purchase').unused
    assert.deepEqual(
      ['tax', 'coupon', 'shipping'].map((name) => own.includes(name)),
      [true, false, false],
    )
    assert.throws(() => coverage(shop(), 'nothing'), /There is no event type "nothing"/)
  })
})

describe('the list of what a link reads', () => {
  it('tells of each path where it is read from and which field it goes to', () => {
    const link: Link = {
      a: { each: 'items', map: { b: { each: 'tags', map: { c: 'name' } } } },
      d: { when: { path: 'email', exists: true }, then: { template: '{event_time|date}' } },
      e: { list: [{ pluck: 'items.item_id' }] },
    }
    assert.deepEqual(
      usesOf(link, undefined).map(({ field, path, within, kind, as }) => [field, path, within, kind, as]),
      [
        ['a', 'items', undefined, 'list', undefined],
        ['a[].b', 'tags', 'items', 'list', undefined],
        ['a[].b[].c', 'name', 'items.tags', 'value', undefined],
        ['d', 'email', undefined, 'condition', undefined],
        ['d', 'event_time', undefined, 'value', 'date'],
        ['e[]', 'items', undefined, 'list', undefined],
        ['e[][]', 'item_id', 'items', 'value', undefined],
      ],
    )
  })
})
