/** Cases of insertAll: GEOGRAPHY and RANGE, which are stored and read back. */
import { notRepeated, scalarCases, unsettled, type StreamingCase, type StreamingColumn } from './case.ts'
import { nodeTest, open, rangeData, wkt, arrayRefused, reference } from './sources.ts'

function withoutObject(cases: readonly StreamingCase[]): StreamingCase[] {
  return cases.filter(({ type }) => type !== 'object')
}

const others = ['integer', 'wide integer', 'fraction', 'boolean'] as const

function badShape(text: string): string {
  return `The local BigQuery reads GEOGRAPHY as well-known text of two dimensions: ${text}`
}

export const opaqueColumns: readonly StreamingColumn[] = [
  {
    name: 'place',
    field: { type: 'GEOGRAPHY' },
    select: 'place',
    cases: [
      { type: 'string', json: '"POINT(1 2)"', stored: 'POINT(1 2)', source: nodeTest },
      { type: 'string', json: '"point (-122.350 47.60)"', stored: 'POINT(-122.35 47.6)', source: wkt },
      {
        type: 'string',
        json: '"POLYGON((0 0, 0 2, 2 2, 0 0))"',
        stored: 'POLYGON((0 0, 0 2, 2 2, 0 0))',
        source: wkt,
      },
      { type: 'string', json: '"POINT(1 91)"', refused: badShape('POINT(1 91)'), source: wkt },
      { type: 'string', json: '"somewhere"', refused: badShape('somewhere'), source: wkt },
      ...unsettled('GEOGRAPHY', others),
      ...scalarCases('place'),
    ],
  },
  {
    name: 'days',
    field: { type: 'RANGE', rangeElementType: { type: 'DATE' } },
    select: 'days',
    cases: [
      {
        type: 'string',
        json: '"[2026-01-01, 2026-02-01)"',
        stored: '[2026-01-01, 2026-02-01)',
        source: rangeData,
      },
      {
        type: 'object',
        json: '{"start":"2026-01-01"}',
        stored: '[2026-01-01, UNBOUNDED)',
        source: rangeData,
      },
      {
        type: 'string',
        json: '"[2026-02-01, 2026-01-01)"',
        refused: 'Invalid RANGE<DATE> value: "[2026-02-01, 2026-01-01)"',
        source: open,
      },
      ...unsettled('RANGE<DATE>', others),
      { type: 'array', json: '[1]', refused: notRepeated('days'), source: arrayRefused },
      ...withoutObject(scalarCases('days')).filter(({ type }) => type !== 'array'),
    ],
  },
  {
    name: 'times',
    field: { type: 'RANGE', rangeElementType: { type: 'TIMESTAMP' } },
    select: 'times',
    cases: [
      // 1 October 2020, 12:00 at +08 is 1601524800 s since 1970; 31 December 2020, 12:00 at +08 is 1609387200 s.
      {
        type: 'object',
        json: '{"start":"2020-10-01 12:00:00+08","end":"2020-12-31 12:00:00+08"}',
        stored: '[1.6015248E9, 1.6093872E9)',
        source: nodeTest,
      },
      { type: 'string', json: '"[UNBOUNDED, NULL)"', stored: '[UNBOUNDED, UNBOUNDED)', source: rangeData },
      ...unsettled('RANGE<TIMESTAMP>', others),
      { type: 'array', json: '[1]', refused: notRepeated('times'), source: arrayRefused },
      { type: 'null', json: 'null', stored: null, source: reference },
      { type: 'missing', stored: null, source: reference },
    ],
  },
]
