/** Translations: what is wrong with one is told before anything is posted to it. */
import assert from 'node:assert/strict'
import { translationProblems } from '../../schemas/translation.ts'
import { orders } from './endpoint.ts'

describe('a translation', () => {
  const wrong: Readonly<Record<string, readonly [object, RegExp]>> = {
    'with a name of its own event that is no name': [
      { event: { name: { const: 'Purchase!' } } },
      /must be snake_case/,
    ],
    'with a misspelt context field': [{ link: { emial: 'E_Mail' } }, /did you mean "email"/],
    'with a source that is none': [{ link: { email: { form: 'E_Mail' } } }, /link\.email is not a source/],
    'with a zone that does not exist': [
      { input: { format: 'csv', time_zone: 'Europe/Atlantis' } },
      /"Europe\/Atlantis" is not in the IANA time zone database/,
    ],
    'with an option of another format': [
      { input: { format: 'json', delimiter: ';' } },
      /does not apply to format json/,
    ],
    'with an unknown charset': [{ input: { format: 'csv', charset: 'klingon' } }, /not a known encoding/],
    'that requires what it does not give': [{ required: ['coupon'] }, /required names coupon/],
    'with an unknown type': [{ fields: { a: 'money' } }, /fields/],
    'without a version': [{ version: '1' }, /version/],
  }
  it('is fine', () => assert.deepEqual(translationProblems(orders), []))
  for (const [what, [change, problem]] of Object.entries(wrong)) {
    it(`${what} is refused`, () => {
      assert.match(translationProblems({ ...orders, ...change }).join('\n'), problem)
    })
  }
})
