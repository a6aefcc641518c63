/** The check of links finds errors before a link is used, and suggests the nearest name. */
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

/** Error → field, source and expected message. The sources are those of a purchase. */
const problems: Readonly<Record<string, readonly [field: string, source: unknown, message: RegExp]>> = {
  'a misspelled context field': ['user.em', 'emial', /Unknown source "emial"; did you mean "email"\?/],
  'a misspelled event field': ['data.value', 'vlaue', /Unknown source "vlaue"; did you mean "value"\?/],
  'a field of another event type': ['name', 'search_term', /Unknown source "search_term"\./],
  'a misspelled consent signal': ['name', 'consent.ad_storag', /did you mean "consent.ad_storage"\?/],
  "a misspelled element's field": [
    'data.contents',
    inEach('item_ids'),
    /"item_ids"; did you mean "item_id"\?/,
  ],
  'a path of the event inside each': ['data.contents', inEach('event_id'), /Unknown source "event_id"/],
  'a misspelled path in a condition': [
    'name',
    { when: { path: 'curency', exists: true }, then: 'email' },
    /"curency"; did you mean "currency"\?/,
  ],
  'a misspelled path in a branch': [
    'name',
    { when: { path: 'currency', exists: true }, then: 'email', else: 'emali' },
    /"emali"; did you mean "email"\?/,
  ],
  'a misspelled path in a template': ['name', { template: 'x {currancy}' }, /did you mean "currency"\?/],
  'a misspelled path among alternatives': [
    'name',
    { first: ['email', 'user_idd'] },
    /did you mean "user_id"\?/,
  ],
  'a misspelled path in a list': ['user.ids', { list: ['anonymus_id'] }, /did you mean "anonymous_id"\?/],
  'a misspelled list': ['data.contents', { each: 'itmes', map: { id: 'item_id' } }, /did you mean "items"\?/],
  'a misspelled plucked field': ['user.ids', { pluck: 'items.itemid' }, /"itemid"; did you mean "item_id"\?/],
  'each of a value that is not a list': [
    'data.contents',
    { each: 'currency', map: {} },
    /"currency" is not a list/,
  ],
  'a text that is flattened': ['data.own', { from: 'currency', as: 'flat' }, /string cannot be cast to flat/],
  'a count of a value that is not a list': ['time', { count: 'value' }, /"value" is not a list/],
  'an unknown target field': [
    'user.emm',
    'email',
    /Unknown target field "user.emm"; did you mean "user.em"\?/,
  ],
  'a target field below a string': ['name.x', 'email', /Unknown target field "name.x"/],
  'an unknown target field of an element': [
    'data.contents',
    { each: 'items', map: { id: 'item_id', prize: 'price' } },
    /Unknown target field "prize"; did you mean "price"\?/,
  ],
  'a required target field of an element that is not filled': [
    'data.contents',
    { each: 'items', map: { price: 'price' } },
    /requires the field "id", but the link does not fill it/,
  ],
  'a string for a number': ['data.value', 'currency', /source string, target field number/],
  'a number for a string': ['name', 'value', /source number, target field string/],
  'a time without a cast': ['time', 'event_time', /source string, target field number/],
  'a number cast to a string for a number': [
    'data.value',
    { from: 'value', as: 'money' },
    /source string, target field number/,
  ],
  'a list for a string': ['name', { list: ['email'] }, /source array, target field string/],
  'a string for a list': ['user.ids', 'user_id', /source string, target field array/],
  'elements of the wrong type': ['data.contents', { list: ['email'] }, /source string, target field object/],
  'a value table with the wrong type': [
    'data.value',
    { from: 'currency', values: { EUR: 'one' } },
    /source string, target field number/,
  ],
  'a list cast to a number': [
    'data.value',
    { from: 'items', as: 'number' },
    /array cannot be cast to number/,
  ],
  'an unknown cast': ['name', { from: 'value', as: 'mony' }, /Unknown cast "mony"; did you mean "money"\?/],
  'an unknown consent signal': [
    'name',
    { from: 'email', consent: 'ad_storige' },
    /Unknown consent signal "ad_storige"; did you mean "ad_storage"\?/,
  ],
  'an unknown form': ['name', { form: 'email' }, /Unknown key "form" in a source; did you mean "from"\?/],
  'an unknown cast in a nested source': [
    'name',
    { first: [{ when: { path: 'email', exists: true }, then: { from: 'value', as: 'nunber' } }] },
    /Unknown cast "nunber"; did you mean "number"\?/,
  ],
  'a path with a space': ['name', 'user id', /"user id" is not a path/],
  'a broken template': ['name', { template: '{email' }, /has an unmatched brace/],
}

describe('the check of a link', () => {
  for (const [error, [field, source, message]] of Object.entries(problems)) {
    it(`finds ${error}`, () => {
      const link = { [field]: source } as Link
      const actual = checkLink(link, { sources: sourcesOf('purchase'), target: shopFields })
      assert.equal(actual.length, 1, JSON.stringify(actual))
      assert.equal(actual[0]!.field.split('.')[0], field.split('.')[0])
      assert.match(actual[0]!.message, message)
    })
  }

  it('accepts a valid link', () => {
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

  it('accepts fields of all event types in a link for `*`', () => {
    const sides = { sources: sourcesOf('*'), target: shopFields }
    assert.deepEqual(checkLink({ name: 'search_term', 'data.currency': 'currency' }, sides), [])
  })
})

describe('the check of a destination', () => {
  const destination = (linkage: Readonly<Record<string, Link>>) => ({ id: 'crm', settings: {}, linkage })

  it('names the destination, the event type and the field', () => {
    assert.throws(
      () => requireLinks(destination({ purchase: { 'user.em': 'emial' } }), shop()),
      /^Error: Invalid links in destination "crm": linkage\.purchase\.user\.em: Unknown source "emial"/,
    )
    assert.throws(
      () => requireLinks(destination({ purchas: {} }), shop()),
      /linkage\.purchas: Unknown event type "purchas"; did you mean "purchase"\?/,
    )
  })

  it("finds a required field that it removes from the target's link", () => {
    assert.throws(
      () => requireLinks(destination({ '*': { time: null } }), shop()),
      /time: The target requires the field "time", but the link does not fill it/,
    )
    assert.throws(
      () => requireLinks(destination({ '*': { user: { const: 1 } } }), shop()),
      /source number, target field object/,
    )
  })

  it('accepts valid links, for event types of the code and of the console', () => {
    requireLinks(
      destination({ purchase: { 'data.value': { from: 'tax' } }, shop_opened: { name: 'door' } }),
      shop(),
    )
    requireLinks({ id: 'crm', settings: {} }, shop())
  })
})

describe("targets' own links", () => {
  for (const target of Object.values(targets)) {
    it(`are valid: ${target.name}`, () => {
      assert.deepEqual(checkTarget(target), [])
    })
  }

  it('have a coverage: unread event fields and unfilled target fields', () => {
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
    assert.throws(() => coverage(shop(), 'nothing'), /Unknown event type "nothing"/)
  })
})

describe('the uses of a link', () => {
  it('are all paths that it reads, with the list they are relative to and the target field', () => {
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
