/** Event name tests: which names are valid, and what a misspelled one suggests. */
import assert from 'node:assert/strict'
import { nameProblems } from '../../schemas/event_type.ts'
import { nearestEventName } from '../../schemas/event_types.ts'

describe('names of event types', () => {
  const problems: Record<string, RegExp> = {
    articleRead: /snake_case/,
    article__read: /snake_case/,
    'article-read': /snake_case/,
    _article_read: /snake_case/,
    ab: /3 to 40 characters, has 2/,
    [`read_${'a'.repeat(36)}`]: /3 to 40 characters, has 41/,
    article: /an object and an action/,
    facebook_lead: /must not contain the name of a vendor: 'facebook'/,
    GA4_purchase: /must not contain the name of a vendor: 'ga4'/,
    page_title: /name of a context field/,
    sync_state: /reserved for the platform/,
  }
  for (const [name, problem] of Object.entries(problems)) {
    it(`cannot be '${name}'`, () => assert.match(nameProblems(name).join('\n'), problem))
  }
  for (const name of [
    'article_read',
    'read_article',
    'order_shipped_2',
    'search',
    `read_${'a'.repeat(35)}`,
  ]) {
    it(`can be '${name}'`, () => assert.deepEqual(nameProblems(name), []))
  }

  const suggestions: Record<string, string | undefined> = {
    viewcontent: 'view_content',
    ViewContent: 'view_content',
    'View Content': 'view_content',
    content_view: 'view_content',
    content_viewed: 'view_content',
    cart_add_to: 'add_to_cart',
    purchsae: 'purchase',
    leed: 'lead',
    signup: 'sign_up',
    article_read: undefined,
    '': undefined,
    '💥': undefined,
  }
  for (const [name, expected] of Object.entries(suggestions)) {
    it(`'${name}' ${expected ? `suggests ${expected}` : 'suggests nothing'}`, () =>
      assert.equal(nearestEventName(name), expected))
  }
})
