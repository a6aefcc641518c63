/** The condition of a replay: it chooses rows, and cannot reach beyond the parentheses that it stands in. */
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
  '1 = 1) OR (1 = 1': /"\)" in it closes nothing/,
  'TRUE) UNION ALL SELECT * FROM sluice.runs WHERE (TRUE': /closes nothing/,
  'TRUE; DROP TABLE sluice.events': /it has ";"/,
  'TRUE -- ': /it has "--"/,
  'TRUE # ': /it has "#"/,
  'TRUE /* ': /it has "\/\*"/,
  "TRUE /* ' */ OR ' = '": /quotation mark/,
  "TRUE /* ' */) OR (TRUE /* ' */": /it has "\/\*"/,
  '(TRUE': /"\(" in it is not closed/,
  '(TRUE]': /"\]" in it closes nothing/,
  "'": /quotation mark/,
  "user_id = 'a\\'": /quotation mark/,
  "user_id = 'a\n' OR TRUE": /quotation mark/,
  "user_id = '''a''": /quotation mark/,
  '`user_id': /quotation mark/,
  "user_id = '' '') OR (''": /closes nothing|quotation mark/,
}

describe('a condition that somebody wrote', () => {
  for (const condition of good)
    it(`may be ${condition}`, () => {
      assert.equal(conditionFault(condition), undefined)
      assert.equal(inParentheses(condition), `(\n${condition}\n)`)
    })

  for (const [condition, words] of Object.entries(bad))
    it(`may not be ${condition}`, () => {
      assert.match(conditionFault(condition) ?? '', words)
      assert.throws(() => inParentheses(condition), words)
    })

  it('may be left out', () => {
    assert.equal(inParentheses(undefined), 'TRUE')
  })
})
