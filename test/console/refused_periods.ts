/** Test data: periods that the API rejects. */

const good = '2026-01-02T00:00:00Z'
/** Title, query string, and expected message. */
export const refusedPeriods: readonly [string, string, RegExp][] = [
  ['no period', '', /^Invalid value for from: /],
  ['no end', `from=${good}`, /^Invalid value for to: /],
  ['SQL', `from=${good}' OR TRUE --&to=${good}`, /^Invalid value for from: expected one time such as/],
  ['SQL in the end', `from=${good}&to=2026-01-03T00:00:00Z') OR 1=1`, /^Invalid value for to: /],
  ['two starts', `from=${good}&from=${good}&to=${good}`, /^Invalid value for from: expected one time/],
  ['an invalid day', `from=2026-02-33T00:00:00Z&to=${good}`, /^Invalid value for from: /],
  [
    'an end before the start',
    `from=${good}&to=2026-01-01T00:00:00Z`,
    /^Invalid value for from: expected a time before/,
  ],
  ['more than a month', `from=2025-01-01T00:00:00Z&to=${good}`, /no more than 30 days/],
  [
    'an unknown parameter',
    `from=${good}&to=${good}&dataset=other`,
    /^Invalid value for dataset: unknown parameter/,
  ],
]
