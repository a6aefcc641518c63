/** Context field tests: which values are valid. */
import assert from 'node:assert/strict'
import { Compile } from 'typebox/compile'
import { aliasProblems } from '../../schemas/aliases.ts'
import { contextAliases } from '../../schemas/context/aliases.ts'
import { ContextFields } from '../../schemas/context.ts'

const context = Compile(ContextFields)

describe('context fields', () => {
  it('are all optional and permit other fields', () => {
    assert.ok(context.Check({}))
    assert.ok(context.Check({ content_name: 'The Analytical Engine' }))
  })

  const valid: ContextFields[] = [
    { event_time: '2026-03-14T09:26:53.123456+01:00' },
    { event_time: 1773480413 },
    { event_time: 1773480413589123 },
    { email: ' Ada.Lovelace@Example.com ' },
    { email: 'a'.repeat(64) },
    { phone: '+44 (20) 7123-4567' },
    { ip: '2001:db8::7' },
    { page_url: 'https://shop.example/a|b?q=ü' },
    { page_referrer: '' },
    { page_referrer: 'android-app://com.example.news' },
    { locale: 'zh-Hant-TW' },
    { consent: { ad_storage: 'denied', region: 'US-CA' } },
  ]
  for (const fields of valid) it(`accept ${JSON.stringify(fields)}`, () => assert.ok(context.Check(fields)))

  const invalid: object[] = [
    { event_time: '14/03/2026' },
    { event_time: '2026-03-14T09:26:53' },
    { event_time: -1 },
    { event_id: '' },
    { event_id: 'x'.repeat(129) },
    { email: 'ada' },
    { email: 'a'.repeat(63) },
    { phone: 'none' },
    { ip: '203.0.113.700' },
    { page_url: '/cart' },
    { country: 'GBR' },
    { date_of_birth: '1990-02-30' },
    { consent: { ad_storage: true } },
    { session_number: 1.5 },
  ]
  it('have aliases that stand for context fields only', () => {
    assert.deepEqual(aliasProblems({ aliases: contextAliases, fields: {} }), [])
    assert.deepEqual(aliasProblems({ aliases: { mail: 'emial', locale: 'email' }, fields: {} }), [
      'aliases.mail names "emial", which is neither an event field nor a context field; did you mean "email"?',
      'aliases.locale is the name of a field already, so that it cannot stand for another one.',
    ])
  })

  for (const fields of invalid)
    it(`reject ${JSON.stringify(fields).slice(0, 60)}`, () => assert.ok(!context.Check(fields)))
})
