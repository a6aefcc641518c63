/** Consent: without it an event is restricted for every target whose purpose needs it, even if a rule permits. */
import assert from 'node:assert/strict'
import { compileDecisions } from '../../functions/decision/decide.ts'
import * as targets from '../../functions/targets/index.ts'
import type { TargetPurpose } from '../../functions/targets/target.ts'
import type { ConsentSignal } from '../../schemas/link.ts'

/** The signals that each purpose needs, written by hand. */
const needed: Readonly<Record<TargetPurpose, readonly ConsentSignal[]>> = {
  advertising: ['ad_storage', 'ad_user_data'],
  analytics: ['analytics_storage'],
  messaging: ['ad_user_data'],
  generic: [],
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

function reasonOf(purpose: TargetPurpose, consent: unknown, own?: readonly ConsentSignal[]): string {
  const decide = compileDecisions([
    {
      id: 'there',
      target: 'any',
      purpose,
      rules: [{ id: 'all', effect: 'permit', when: 'true' }],
      ...(own && { consent: own }),
    },
  ])
  return decide({ event_name: 'purchase', ...(consent !== undefined && { consent }), event_data: {} })[0]!
    .reason
}

describe('consent', () => {
  for (const { name, purpose } of Object.values(targets)) {
    it(`${name} (${purpose}) gets no event without the consent it needs`, () => {
      for (const [title, consent] of withheld) {
        assert.equal(
          reasonOf(purpose, consent),
          needed[purpose].length > 0 ? 'consent_denied' : 'permitted',
          title,
        )
      }
      assert.equal(reasonOf(purpose, all('granted')), 'permitted')
      for (const signal of signals) {
        const reason = needed[purpose].includes(signal) ? 'consent_denied' : 'permitted'
        assert.equal(reasonOf(purpose, { ...all('granted'), [signal]: 'denied' }), reason, `${signal} denied`)
        const { [signal]: _, ...others } = all('granted')
        assert.equal(reasonOf(purpose, others), reason, `${signal} absent`)
      }
    })
  }

  it('signals of a destination replace those of its purpose', () => {
    assert.equal(reasonOf('advertising', undefined, []), 'permitted')
    assert.equal(reasonOf('generic', undefined, ['analytics_storage']), 'consent_denied')
    assert.equal(reasonOf('generic', { analytics_storage: 'granted' }, ['analytics_storage']), 'permitted')
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
