/** Translations: problems are reported before a payload is posted. */
import assert from 'node:assert/strict'
import { translationHints } from '../../schemas/translation/hints.ts'
import { translationProblems } from '../../schemas/translation.ts'
import { orders } from './endpoint.ts'

describe('a translation', () => {
  const invalid: Readonly<Record<string, readonly [object, RegExp]>> = {
    'with an invalid event name': [{ event: { name: { const: 'Purchase!' } } }, /must be snake_case/],
    'with an invalid source': [{ link: { email: { form: 'E_Mail' } } }, /link\.email is not a source/],
    'with an unknown time zone': [
      { input: { format: 'csv', time_zone: 'Europe/Atlantis' } },
      /"Europe\/Atlantis" is not in the IANA time zone database/,
    ],
    'with an option of another format': [
      { input: { format: 'json', delimiter: ';' } },
      /does not apply to format json/,
    ],
    'with an unknown charset': [{ input: { format: 'csv', charset: 'klingon' } }, /not a known encoding/],
    'that requires a field it does not link': [{ required: ['coupon'] }, /required names coupon/],
    'with an unknown type': [{ fields: { a: 'money' } }, /fields/],
    'without a version': [{ version: '1' }, /version/],
  }
  it('that is valid has no problems', () => assert.deepEqual(translationProblems(orders), []))
  it('may have an event field whose name resembles a context field, and gets a hint', () => {
    const translation = { ...orders, link: { emial: 'E_Mail', api_version: 'api_version' }, required: [] }
    assert.deepEqual(translationProblems(translation), [])
    assert.deepEqual(translationHints(translation), [
      'link.emial is an event field; did you mean the context field "email"?',
      'link.api_version is an event field; did you mean the context field "app_version"?',
    ])
  })
  for (const [what, [change, problem]] of Object.entries(invalid)) {
    it(`${what} is invalid`, () => {
      assert.match(translationProblems({ ...orders, ...change }).join('\n'), problem)
    })
  }
})
