/** Replay: a condition selects rows, and cannot end the parentheses around it. */
import assert from 'node:assert/strict'
import { conditionFault, inParentheses } from '../../functions/replay/condition.ts'

const good = [
  "event_name = 'purchase'",
  "event_name IN ('purchase', 'refund') AND JSON_VALUE(event_data, '$.items[0].id') = 'a'",
  `page_url LIKE '%#top' OR page_url LIKE "%--%" OR page_url = '/* ; */'`,
  "user_id = r'\\') OR ('",
  "user_id = 'O\\'Neill' OR user_id = 'a\\\\' OR user_id = r'\\''",
  "user_id IN (SELECT user_id FROM `sluice.login` WHERE plan = ''')('''\n)",
  'REGEXP_CONTAINS(user_id, r"""^(a|b)"$""") AND NOT (TRUE)',
  '`user_id` = "(" AND [1, 2][OFFSET(0)] = 1',
]

const bad: Readonly<Record<string, RegExp>> = {
  '1 = 1) OR (1 = 1': /"\)" in the condition closes nothing/,
  'TRUE) UNION ALL SELECT * FROM sluice.runs WHERE (TRUE': /closes nothing/,
  'TRUE; DROP TABLE sluice.events': /got ";"/,
  'TRUE -- ': /got "--"/,
  'TRUE # ': /got "#"/,
  'TRUE /* ': /got "\/\*"/,
  "TRUE /* ' */ OR ' = '": /quotation mark/,
  "TRUE /* ' */) OR (TRUE /* ' */": /got "\/\*"/,
  '(TRUE': /"\(" in the condition is not closed/,
  '(TRUE]': /"\]" in the condition closes nothing/,
  "'": /quotation mark/,
  "user_id = 'a\\'": /quotation mark/,
  "user_id = 'a\n' OR TRUE": /quotation mark/,
  "user_id = '''a''": /quotation mark/,
  '`user_id': /quotation mark/,
  "user_id = '' '') OR (''": /closes nothing|quotation mark/,
}

describe('a condition', () => {
  for (const condition of good)
    it(`accepts ${condition}`, () => {
      assert.equal(conditionFault(condition), undefined)
      assert.equal(inParentheses(condition), `(\n${condition}\n)`)
    })

  for (const [condition, message] of Object.entries(bad))
    it(`rejects ${condition}`, () => {
      assert.match(conditionFault(condition) ?? '', message)
      assert.throws(() => inParentheses(condition), message)
    })

  it('is optional', () => {
    assert.equal(inParentheses(undefined), 'TRUE')
  })
})
