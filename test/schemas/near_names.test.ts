/** Names of fields: which unknown names are nearly those of known fields. */
import assert from 'node:assert/strict'
import { contextNames } from '../../schemas/context.ts'
import { nearNames } from '../../schemas/near_names.ts'

const near = nearNames(['content_name', 'content_type', 'tax', ...contextNames])

/** Unknown name → the known one that it is near; undefined for none. */
const cases: Readonly<Record<string, string | undefined>> = {
  userId: 'user_id',
  USERID: 'user_id',
  'user-id': 'user_id',
  contentName: 'content_name',
  dateOfBirth: 'date_of_birth',
  'e-mail': 'email',
  emial: 'email',
  mail: 'email',
  page_referer: 'page_referrer',
  'content.type': 'content_type',
  tax_: 'tax',
  // Other words that producers use.
  tag: undefined,
  id: undefined,
  emails: undefined,
  content_id: undefined,
  event_type: undefined,
  page_type: undefined,
  device_name: undefined,
  plan: undefined,
  '': undefined,
  '💥': undefined,
  __proto__x: undefined,
  constructor: undefined,
  [`user_id${'_'.repeat(64)}`]: undefined,
}

describe('a name of a field', () => {
  for (const [name, expected] of Object.entries(cases)) {
    it(`${JSON.stringify(name.slice(0, 40))} is near ${expected ?? 'none'}`, () =>
      assert.equal(near(name), expected))
  }

  it('is near the first of two known names with the same letters', () => {
    assert.equal(nearNames(['pageurl', 'page_url'])('pageUrl'), 'pageurl')
  })
})
