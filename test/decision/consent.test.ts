/** Consent: without it an event is restricted for every target whose purpose needs it, even if a rule permits. */
import assert from 'node:assert/strict'
import { compileDecisions } from '../../functions/decision/decide.ts'
import * as targets from '../../functions/targets/index.ts'
import { withTarget } from '../../functions/targets/registry.ts'
import type { TargetPurpose } from '../../functions/targets/target.ts'
import type { ConsentSignal } from '../../schemas/link.ts'

/** The signals that each purpose needs, written by hand. */
const needed: Readonly<Record<TargetPurpose, readonly ConsentSignal[]>> = {
  advertising: ['ad_storage', 'ad_user_data'],
  analytics: ['analytics_storage'],
  messaging: ['ad_user_data'],
  generic: [],
}

/** Lists for advertising choose who sees which ad, and Google uses the data of no one in Europe without this signal.
 * https://support.google.com/google-ads/answer/14310715 */
const neededByTarget: Readonly<Record<string, readonly ConsentSignal[]>> = {
  google_customer_match: ['ad_personalization'],
  linkedin_audience: ['ad_personalization'],
  meta_audience: ['ad_personalization'],
  microsoft_audience: ['ad_personalization'],
  pinterest_audience: ['ad_personalization'],
  reddit_audience: ['ad_personalization'],
  snapchat_audience: ['ad_personalization'],
  tiktok_audience: ['ad_personalization'],
}

const signals = ['ad_storage', 'ad_user_data', 'ad_personalization', 'analytics_storage'] as const

function all(value: unknown): Readonly<Record<string, unknown>> {
  return Object.fromEntries(signals.map((signal) => [signal, value]))
}

/** Values that grant nothing: absent, of a wrong type, or with signals other than `granted`. */
const withheld: readonly (readonly [string, unknown])[] = [
  ['absent', undefined],
  ['null', null],
  ['empty', {}],
  ['a word', 'granted'],
  ['true', true],
  ['a list', ['ad_storage', 'ad_user_data', 'analytics_storage']],
  ['denied', all('denied')],
  ['in upper case', all('GRANTED')],
  ['booleans', all(true)],
  ['numbers', all(1)],
  ['spaces around', all(' granted ')],
  ['inherited', Object.create(all('granted'))],
]

function reasonOf(target: string, consent: unknown, own?: readonly ConsentSignal[]): string {
  const rules = [{ id: 'all', effect: 'permit' as const, when: 'true' }]
  const destination = withTarget({ id: 'there', target, settings: {}, rules })
  const decide = compileDecisions([{ ...destination, ...(own && { consent: own }) }])
  return decide({ event_name: 'purchase', ...(consent !== undefined && { consent }), event_data: {} })[0]!
    .reason
}

describe('consent', () => {
  for (const { name, purpose } of Object.values(targets)) {
    it(`${name} (${purpose}) gets no event without the consent it needs`, () => {
      const needs = [...needed[purpose], ...(neededByTarget[name] ?? [])]
      for (const [title, consent] of withheld)
        assert.equal(reasonOf(name, consent), needs.length > 0 ? 'consent_denied' : 'permitted', title)
      assert.equal(reasonOf(name, all('granted')), 'permitted')
      for (const signal of signals) {
        const reason = needs.includes(signal) ? 'consent_denied' : 'permitted'
        assert.equal(reasonOf(name, { ...all('granted'), [signal]: 'denied' }), reason, `${signal} denied`)
        const { [signal]: _, ...others } = all('granted')
        assert.equal(reasonOf(name, others), reason, `${signal} absent`)
      }
    })
  }

  it('signals of a destination replace those of its target', () => {
    assert.equal(reasonOf('meta', undefined, []), 'permitted')
    assert.equal(reasonOf('meta_audience', { ad_user_data: 'granted' }, ['ad_user_data']), 'permitted')
    assert.equal(reasonOf('webhook', undefined, ['analytics_storage']), 'consent_denied')
    assert.equal(reasonOf('webhook', { analytics_storage: 'granted' }, ['analytics_storage']), 'permitted')
  })

  it('does not count for advertising if limited_data_use is not a boolean', () => {
    const reasons = (purpose: TargetPurpose, limited_data_use: unknown): string | undefined =>
      compileDecisions([
        { id: 'there', target: 'any', purpose, rules: [{ id: 'all', effect: 'permit', when: 'true' }] },
      ])({ event_name: 'purchase', consent: all('granted'), event_data: { limited_data_use } })[0]?.reason
    // True among the event-specific fields: no link would pass it on.
    for (const unclear of ['true', 'yes', 1, {}, true]) {
      assert.equal(reasons('advertising', unclear), 'opt_out_unclear')
      assert.equal(reasons('messaging', unclear), unclear === true ? 'permitted' : 'consent_denied')
      assert.equal(reasons('analytics', unclear), 'permitted')
    }
    for (const clear of [false, null]) assert.equal(reasons('advertising', clear), 'permitted')
  })

  it('is checked last: `consent_denied` means that the rules permit the event', () => {
    const decide = compileDecisions([{ id: 'there', target: 'any', purpose: 'advertising', rules: [] }])
    assert.equal(decide({ event_name: 'purchase', event_data: {} })[0]?.reason, 'no_permit')
  })
})
