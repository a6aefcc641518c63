/** Web door: the fields that it adds to an event. */
import assert from 'node:assert/strict'
import { readPageEvent, withVisit, type PageVisit } from '../../functions/collect/add_fields.ts'

const browser =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/148.0.0.0 Safari/537.36'
const visit: PageVisit = { address: '203.0.113.7', userAgent: browser, optsOut: false, ids: new Map() }

function enriched(event: object, changes: Partial<PageVisit> = {}): unknown {
  const text = JSON.stringify(event)
  return JSON.parse(withVisit(text, readPageEvent(text), { ...visit, ...changes }))
}

describe('the web door', () => {
  it('adds the address, the browser and the ids of the click', () => {
    const page_url = 'https://shop.acme.example/?gclid=EAIa-1&fbclid=IwAR0&utm_source=ads#top'
    assert.deepEqual(
      enriched({ event_name: 'page_view', page_url }, { ids: new Map([['fbp', 'fb.1.2.3']]) }),
      {
        event_name: 'page_view',
        page_url,
        ip: '203.0.113.7',
        user_agent: browser,
        gclid: 'EAIa-1',
        fbclid: 'IwAR0',
        fbp: 'fb.1.2.3',
      },
    )
  })

  it('never replaces what the page sent, also in the group contextFields', () => {
    const sent = {
      event_name: 'page_view',
      ip: '198.51.100.2',
      contextFields: { user_agent: 'app', gclid: 'a' },
    }
    assert.deepEqual(enriched(sent, { ids: new Map([['gclid', 'b']]) }), sent)
    const invalid = { event_name: 'page_view', ip: 'unknown', user_agent: '' }
    assert.deepEqual(enriched(invalid), invalid)
  })

  it('prefers the click of the page’s address to that of a cookie', () => {
    const page_url = 'https://shop.acme.example/?gclid=now'
    const added = enriched({ event_name: 'a', page_url }, { ids: new Map([['gclid', 'before']]) })
    assert.equal((added as { gclid: string }).gclid, 'now')
  })

  it('lets the opt-out of the browser win', () => {
    const { gpc } = enriched({ event_name: 'page_view', gpc: false }, { optsOut: true }) as { gpc: boolean }
    assert.equal(gpc, true)
    assert.ok(!('gpc' in (enriched({ event_name: 'page_view' }) as object)))
  })

  it('marks bots, and nobody as a person', () => {
    const bot = 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'
    assert.equal((enriched({ event_name: 'a' }, { userAgent: bot }) as { is_bot: boolean }).is_bot, true)
    assert.ok(!('is_bot' in (enriched({ event_name: 'a' }) as object)))
  })

  it('adds no value that would break the definition of its field', () => {
    const changes = {
      userAgent: browser.padEnd(3000, ' 1'),
      address: undefined,
      ids: new Map([['fbp', 'x'.repeat(600)]]),
    }
    assert.deepEqual(enriched({ event_name: 'page_view' }, changes), { event_name: 'page_view' })
  })

  it('keeps numbers as the page wrote them', () => {
    const text = '{"event_name":"page_view","value":12345678901234567890.10}'
    assert.match(withVisit(text, readPageEvent(text), visit), /"value":12345678901234567890\.10,/)
  })
})
