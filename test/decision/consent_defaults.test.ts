/** Default consent by region and by source: it counts only where an event states nothing, and the decision tells it. */
import assert from 'node:assert/strict'
import { compileDecisions } from '../../functions/decision/decide.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { EventSources } from '../../schemas/source.ts'

const ads = { ad_storage: 'granted', ad_user_data: 'granted' } as const
const defaults: ConsentDefaults = {
  'US-CA': { ...ads, analytics_storage: 'granted' },
  US: ads,
  DE: { ad_storage: 'denied' },
  '*': { analytics_storage: 'granted' },
}

const destinations = (['advertising', 'analytics', 'generic'] as const).map((purpose) => ({
  id: purpose,
  target: 'any',
  purpose,
  rules: [{ id: 'all', effect: 'permit' as const, when: 'true' }],
}))

const decide = compileDecisions(destinations, defaults)

/** The reasons for an advertising and for an analytics target. */
function reasons(event: object): string {
  const [advertising, analytics, generic] = decide({ event_name: 'purchase', event_data: {}, ...event })
  assert.equal(generic?.reason, 'permitted')
  return `${advertising?.reason} ${analytics?.reason}`
}

describe('default consent', () => {
  it('is that of the region, else of the country, else of all others', () => {
    const both = 'permitted_by_default permitted_by_default'
    assert.equal(reasons({ consent: { region: 'US-CA' } }), both)
    assert.equal(reasons({ country: 'us', region: 'ca' }), both)
    assert.equal(reasons({ country: 'US', region: 'Texas' }), 'permitted_by_default consent_denied')
    assert.equal(reasons({ country: 'DE' }), 'consent_denied consent_denied')
    assert.equal(reasons({ country: 'FR' }), 'consent_denied permitted_by_default')
    assert.equal(reasons({}), 'consent_denied permitted_by_default')
  })

  it('prefers the region where the choice was made to that of the person', () => {
    assert.equal(
      reasons({ consent: { region: 'DE' }, country: 'US', region: 'CA' }),
      'consent_denied consent_denied',
    )
  })

  it('fills in single signals, and never replaces one that is stated', () => {
    const from = { country: 'US', region: 'CA' }
    assert.equal(
      reasons({ ...from, consent: { ad_storage: 'granted' } }),
      'permitted_by_default permitted_by_default',
    )
    assert.equal(
      reasons({ ...from, consent: { ad_storage: 'denied' } }),
      'consent_denied permitted_by_default',
    )
    assert.equal(
      reasons({ ...from, consent: { ...ads, analytics_storage: 'denied' } }),
      'permitted consent_denied',
    )
  })

  it('is no answer to consent that cannot be read', () => {
    const from = { country: 'US', region: 'CA' }
    assert.equal(reasons({ ...from, event_data: { consent: 'yes' } }), 'consent_denied consent_denied')
    assert.equal(reasons({ ...from, consent: null }), 'permitted_by_default permitted_by_default')
  })

  it('never overrides an opt-out', () => {
    const from = { country: 'US', region: 'CA' }
    const optOuts = [{ gpc: true }, { limited_data_use: true }, { gpp_string: 'DBABBg~BAYAAABA.QA' }]
    for (const optOut of optOuts)
      assert.equal(reasons({ ...from, ...optOut }), 'opted_out permitted_by_default', JSON.stringify(optOut))
    assert.equal(reasons({ ...from, gpp_string: 'no' }), 'opt_out_unclear permitted_by_default')
  })

  describe('of a source', () => {
    const sources: EventSources = {
      shop: { events: ['*'], consent: ads },
      till: { events: ['*'], consent: { ad_storage: 'denied', analytics_storage: 'granted' } },
      silent: { events: ['*'] },
    }
    const decideOf = compileDecisions(destinations, defaults, sources)
    const reasonsOf = (source: string | undefined, event: object): string => {
      const about = { suppressed: false, hop: 0, source }
      const [advertising, analytics] = decideOf({ event_name: 'purchase', event_data: {}, ...event }, about)
      return `${advertising?.reason} ${analytics?.reason}`
    }

    it('joins that of the region, signal by signal, and the reason names the source where it counts', () => {
      assert.equal(reasonsOf('shop', {}), 'permitted_by_source permitted_by_default')
      assert.equal(
        reasonsOf('shop', { consent: { ad_storage: 'granted' } }),
        'permitted_by_source permitted_by_default',
      )
      assert.equal(reasonsOf('shop', { country: 'US' }), 'permitted_by_source consent_denied')
      assert.equal(reasonsOf('till', { country: 'FR' }), 'consent_denied permitted_by_source')
    })

    it('loses against a denial, of the region and of the person', () => {
      // Germany denies ad_storage, whatever the source grants; the till denies it, whatever the region grants.
      assert.equal(reasonsOf('shop', { country: 'DE' }), 'consent_denied consent_denied')
      assert.equal(reasonsOf('till', { country: 'US' }), 'consent_denied permitted_by_source')
      assert.equal(
        reasonsOf('shop', { consent: { ad_user_data: 'denied' } }),
        'consent_denied permitted_by_default',
      )
      assert.equal(reasonsOf('shop', { event_data: { consent: 'yes' } }), 'consent_denied consent_denied')
      for (const optOut of [{ gpc: true }, { limited_data_use: true }, { gpp_string: 'DBABBg~BAYAAABA.QA' }])
        assert.equal(reasonsOf('shop', optOut), 'opted_out permitted_by_default')
    })

    it('is not that of another source, nor of events without one', () => {
      for (const source of [undefined, 'silent', 'unknown', 'constructor'])
        assert.equal(reasonsOf(source, {}), 'consent_denied permitted_by_default', String(source))
    })

    it('counts without any default by region', () => {
      const decideAlone = compileDecisions(destinations, {}, sources)
      const about = { suppressed: false, hop: 0, source: 'shop' }
      const verdicts = decideAlone({ event_name: 'purchase', event_data: {} }, about)
      assert.deepEqual(
        verdicts.map(({ reason }) => reason),
        ['permitted_by_source', 'consent_denied', 'permitted'],
      )
    })
  })
})
