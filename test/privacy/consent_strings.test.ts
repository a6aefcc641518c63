/** Consent strings: every opt-out that the IAB's library can write is read, and a string that cannot be read never counts as a yes. */
import assert from 'node:assert/strict'
import * as iab from '@iabgpp/cmpapi'
import { readGpp } from '../../functions/privacy/gpp.ts'
import { deniedByTcf } from '../../functions/privacy/tcf.ts'

/** The sections of the United States, by hand:
 * https://github.com/InteractiveAdvertisingBureau/Global-Privacy-Platform/blob/main/Sections/Section%20Information.md */
const sections =
  'usnat usca usva usco usut usct usfl usmt usor ustx usde usia usne usnh usnj ustn usmn usmd usin usky usri'.split(
    ' ',
  )
const optOuts: readonly (readonly [field: string, out: unknown, notOut: unknown])[] = [
  ['SaleOptOut', 1, 2],
  ['SharingOptOut', 1, 2],
  ['TargetedAdvertisingOptOut', 1, 2],
  ['Gpc', true, false],
]

function gpp(...fields: readonly (readonly [section: string, field: string, value: unknown])[]): string {
  const model = new iab.GppModel()
  for (const [section, field, value] of fields) model.setFieldValue(section, field, value)
  return model.encode()
}

/** A TC string that grants these purposes. */
function tcf(...granted: readonly number[]): string {
  const purposes = Array.from({ length: 24 }, (_, index) => granted.includes(index + 1))
  return gpp(['tcfeuv2', 'PurposeConsents', purposes]).split('~')[1]!
}

describe('a GPP string', () => {
  for (const section of sections) {
    it(`tells each opt-out of section ${section}`, () => {
      let count = 0
      for (const [field, out, notOut] of optOuts) {
        const model = new iab.GppModel(gpp([section, 'SaleOptOut', 2]))
        if (!model.hasField(section, field)) continue
        count++
        assert.equal(readGpp(gpp([section, field, out]))?.isOptOut, true, field)
        assert.equal(readGpp(gpp([section, field, notOut]))?.isOptOut, false, field)
      }
      assert.ok(count >= 2)
    })
  }

  it('tells an opt-out of any of its sections', () => {
    const quiet = [
      ['usca', 'SaleOptOut', 2],
      ['usnat', 'SaleOptOut', 2],
    ] as const
    assert.deepEqual(readGpp(gpp(...quiet, ['uspv1', 'OptOutSale', 'N'])), { isOptOut: false, denied: [] })
    assert.equal(readGpp(gpp(...quiet, ['uspv1', 'OptOutSale', 'Y']))?.isOptOut, true)
    assert.equal(readGpp(gpp(...quiet, ['usri', 'SaleOptOut', 1]))?.isOptOut, true)
    assert.deepEqual(readGpp(gpp(...quiet, ['tcfeuv2', 'PurposeConsents', [true]]))?.denied, [
      'ad_user_data',
      'ad_personalization',
    ])
  })

  it('grants a purpose in Canada by express or implied consent', () => {
    const express = [true, false, true, false]
    const implied = [false, false, false, true, false, false, true]
    const both = readGpp(
      gpp(['tcfcav1', 'PurposesExpressConsent', express], ['tcfcav1', 'PurposesImpliedConsent', implied]),
    )
    assert.deepEqual(both?.denied, [])
    const one = readGpp(gpp(['tcfcav1', 'PurposesExpressConsent', express]))
    assert.deepEqual(one?.denied, ['ad_user_data', 'ad_personalization'])
  })

  it('without sections says nothing', () => {
    assert.deepEqual(readGpp('DBAA'), { isOptOut: false, denied: [] })
  })

  it('that cannot be read is undefined', () => {
    const valid = gpp(['usca', 'SaleOptOut', 2])
    const unreadable: Readonly<Record<string, string>> = {
      text: 'yes',
      'a header only': valid.split('~')[0]!,
      'a section more': `${valid}~BAAAAABA.QA`,
      'a section cut off': valid.slice(0, -8),
      'a section that is no base64url': 'DBABBg~B*AAAABA.QA',
      'a later version of the string': `DC${valid.slice(2)}`,
      // The first character is the version: H is 7.
      'a later version of the section': 'DBABBg~HUoAAABA.QA',
      // Section 28 does not exist yet.
      'an unknown section': 'DBABVYA~BUoAAABA.QA',
      // A range from 1 to 30 million, which takes the library most of a second.
      'a range of millions of sections': 'DBAB8KQBEBM~BA',
      'ranges without end': `DB${'_'.repeat(8000)}~BA`,
    }
    for (const [title, text] of Object.entries(unreadable)) assert.equal(readGpp(text), undefined, title)
  })

  it('cut anywhere never tells less than one that was not cut, except for a missing last segment', () => {
    const whole = gpp(['usnat', 'SaleOptOut', 1], ['usca', 'SharingOptOut', 1])
    for (let length = 0; length < whole.length; length++)
      assert.notEqual(readGpp(whole.slice(0, length))?.isOptOut, false, whole.slice(0, length))
  })
})

describe('a TC string', () => {
  // https://developers.google.com/tag-platform/security/guides/implement-TCF-strings
  const mapped: readonly (readonly [granted: readonly number[], denied: readonly string[]])[] = [
    [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], []],
    [[1, 3, 4, 7], []],
    [
      [3, 4, 7],
      ['ad_storage', 'ad_user_data'],
    ],
    [[1, 3, 4], ['ad_user_data']],
    [[1, 4, 7], ['ad_personalization']],
    [[1, 3, 7], ['ad_personalization']],
    [[], ['ad_storage', 'ad_user_data', 'ad_personalization']],
  ]
  for (const [granted, denied] of mapped)
    it(`that grants purposes ${granted.join(', ') || 'none'} denies ${denied.join(', ') || 'nothing'}`, () => {
      assert.deepEqual(deniedByTcf(tcf(...granted)), denied)
      assert.deepEqual(deniedByTcf(tcf(...granted).split('.')[0]!), denied)
    })

  it('does not count a legitimate interest as consent', () => {
    const all = Array.from({ length: 24 }, () => true)
    const text = gpp(['tcfeuv2', 'PurposeLegitimateInterests', all]).split('~')[1]!
    assert.equal(deniedByTcf(text)?.length, 3)
  })

  it('that cannot be read is undefined', () => {
    // B is version 1 of the framework, which ended in 2020.
    for (const text of [
      '',
      'yes',
      'C',
      tcf(1).slice(0, 25),
      `B${tcf(1).slice(1)}`,
      `${tcf(1)} `,
      `${tcf(1)}.`,
    ])
      assert.equal(deniedByTcf(text), undefined, text)
  })
})
