/** Derived fields: what the address of a page and the user agent already say becomes context fields, which never replace what was sent. */
import assert from 'node:assert/strict'
import { compileDerive } from '../../functions/event/derive.ts'
import { isBot } from '../../functions/event/bots.ts'
import { compileAddress } from '../../functions/event/page_address.ts'
import { readEvent, type Event } from '../../functions/event/read.ts'
import { codeRegistry } from '../../functions/event/registry.ts'
import { eventRow } from '../../functions/storage/rows.ts'
import { clickIds } from '../../schemas/context/click_ids.ts'
import type { DerivedFields } from '../../schemas/derived_fields.ts'
import { cpuMs } from '../attacks/patterns/cpu.ts'

const all: DerivedFields = { campaign: true, clickIds: true, bots: true }
const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:148.0) Gecko/20100101 Firefox/148.0'

/** https://developers.google.com/search/docs/crawling-indexing/google-common-crawlers#googlebot */
const googlebot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'

function read(body: object | string, setting: DerivedFields = all): Event {
  const event = readEvent(
    {
      topic: 'page_view',
      messageId: '1',
      publishTime: '2026-03-14T09:26:53.589Z',
      data: Buffer.from(typeof body === 'string' ? body : JSON.stringify(body)),
      attributes: {},
    },
    codeRegistry,
    compileDerive(setting),
  )
  assert.ok('id' in event, JSON.stringify(event))
  return event
}

function rowOf(event: Event): Readonly<Record<string, unknown>> {
  return JSON.parse(eventRow(event, [], '2026-03-14T09:26:54Z').json) as Record<string, unknown>
}

const address = 'https://shop.example/?utm_source=news&utm_campaign=spring+sale&gclid=abc&x=1#gclid=other'

describe('the derived fields of an event', () => {
  it('fill the columns of the row, which names them, and are members of what is decided about and delivered', () => {
    const event = read({ page_url: address, user_agent: googlebot })
    const derived = { utm_source: 'news', utm_campaign: 'spring sale', gclid: 'abc', is_bot: true }
    assert.deepEqual(event.derivedFields, Object.keys(derived))
    for (const [name, value] of Object.entries(derived)) assert.equal(event.value[name], value)
    const row = rowOf(event)
    assert.deepEqual({ ...row, ...derived, derived_fields: Object.keys(derived) }, row)
    assert.deepEqual(event.violations, [])
    assert.deepEqual(event.hints, [])
  })

  it('are none without the setting, and only those of the groups that are on', () => {
    const plain = read({ page_url: address, user_agent: googlebot }, {})
    assert.equal(plain.derivedFields, undefined)
    assert.deepEqual([...plain.context.keys()], ['page_url', 'user_agent'])
    assert.ok(!('derived_fields' in rowOf(plain)))
    const groups = (setting: DerivedFields) =>
      read({ page_url: address, user_agent: googlebot }, setting).derivedFields
    assert.deepEqual(groups({ campaign: true }), ['utm_source', 'utm_campaign'])
    assert.deepEqual(groups({ clickIds: true, bots: false }), ['gclid'])
    assert.deepEqual(groups({ bots: true }), ['is_bot'])
  })

  it('never replace what the producer sent, not even a value that breaks the definition', () => {
    const own = read(`{"page_url":"${address}","gclid":"own","utm_source":7,"utm_campaign":null}`)
    assert.equal(own.value['gclid'], 'own')
    assert.deepEqual(own.derivedFields, ['utm_campaign'])
    assert.equal(rowOf(own)['utm_campaign'], 'spring sale')
    assert.equal(own.value['utm_source'], undefined)
    assert.equal(own.dataText, '{"utm_source":7}')
    const person = read({ user_agent: googlebot, is_bot: false })
    assert.equal(person.value['is_bot'], false)
    assert.equal(person.derivedFields, undefined)
  })

  it('are only values that satisfy their definition', () => {
    const tooLong = 'a'.repeat(513)
    const event = read({ page_url: `https://shop.example/?gclid=${tooLong}&fbclid=&utm_id=%FF&utm_term=ok` })
    assert.deepEqual(event.derivedFields, ['utm_term'])
    assert.deepEqual(event.violations, [])
  })

  it('are read from no address that the event does not have', () => {
    for (const body of [{}, { page_url: 7 }, { page_url: '/cart?gclid=abc' }, { user_agent: browser }])
      assert.equal(read(body).derivedFields, undefined, JSON.stringify(body))
  })
})

describe('the address of a page', () => {
  const fieldsOf = (url: string) => Object.fromEntries(compileAddress(all)(url))

  it('has the click ids by the names of the vendors', () => {
    const names = 'gclid gbraid wbraid fbclid ttclid epik ScCid li_fat_id rdt_cid twclid msclkid _kx'.split(
      ' ',
    )
    const url = `https://shop.example/?${names.map((name) => `${name}=of-${name}`).join('&')}`
    const { sc_click_id: snapchat, kx, ...others } = fieldsOf(url)
    assert.deepEqual([snapchat, kx], ['of-ScCid', 'of-_kx'])
    const same = names.filter((name) => name !== 'ScCid' && name !== '_kx')
    assert.deepEqual(others, Object.fromEntries(same.map((name) => [name, `of-${name}`])))
    for (const name of [...same, 'sc_click_id', 'kx']) assert.ok(name in clickIds, name)
  })

  it('is read as browsers read it: decoded, the first of equal names, nothing after #', () => {
    const cases: Readonly<Record<string, object>> = {
      'https://a.example': {},
      'https://a.example?': {},
      'https://a.example/#?gclid=a': {},
      'https://a.example/?a=1?gclid=b': {},
      'https://a.example/?gclid': {},
      'https://a.example/?gclid&fbclid=a': { fbclid: 'a' },
      'https://a.example/?gclid=a&gclid=b': { gclid: 'a' },
      'https://a.example/?gclid=&gclid=b': { gclid: 'b' },
      'https://a.example/?&&=&gclid=a=b&': { gclid: 'a=b' },
      'https://a.example/?utm_source=a%20b+c%2Bd': { utm_source: 'a b c+d' },
      'https://a.example/?utm_source=ü%C3%BC': { utm_source: 'üü' },
      'https://a.example/?utm_source=100%': { utm_source: '100%' },
      'https://a.example/?utm_source=\ud800': {},
      'https://a.example/?GCLID=a&__proto__=b&constructor=c': {},
      'app:?utm_medium=push': { utm_medium: 'push' },
    }
    for (const [url, expected] of Object.entries(cases)) assert.deepEqual(fieldsOf(url), expected, url)
  })

  it('takes a time linear in its length', () => {
    const parts = ['&', '=', '&gclid', '&gclid=', '&gclid=%', '&utm_source=%41+', '?', '%', '&a=b']
    for (const part of parts) {
      const url = `https://a.example/?${part.repeat(8192 / part.length)}`
      const ms = cpuMs(() => fieldsOf(url), 50)
      assert.ok(ms < 50, `${part}: ${ms} ms`)
    }
  })
})

describe('a user agent', () => {
  it('is that of a bot if the list has it', () => {
    const bots = [googlebot, 'curl/8.5.0', 'python-requests/2.32.3', 'GPTBot/1.2', 'facebookexternalhit/1.1']
    const people = [
      browser,
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
      'Mozilla/5.0 (Linux; Android 15; SM-S921B) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/138.0.0.0 Mobile Safari/537.36',
    ]
    assert.deepEqual([...bots, ...people].filter(isBot), bots)
  })

  it('takes a bounded time, whatever it is', () => {
    const parts = ['a', '@a', '; a', '/1.', '1.', 'a ', '-a', '(a', ' a/', '_a', '@-', 'a1', '.1', ' 1.1/']
    for (const part of parts) {
      for (const start of ['', 'x; ', 'mozilla/5.0 (', 'a/']) {
        const userAgent = (start + part.repeat(2048)).slice(0, 2040)
        // The result of an equal text is kept.
        let run = 0
        const ms = cpuMs(() => isBot(`${userAgent}${run++}`), 50)
        assert.ok(ms < 50, `${start}${part}: ${ms} ms`)
      }
    }
  })
})
