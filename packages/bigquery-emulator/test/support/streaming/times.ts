/** Cases of insertAll: dates and times. */
import { scalarCases, unsettled, type StreamingColumn } from './case.ts'
import { dataTypes, invalidDate, millisecondsText, open, outOfRange, samples, seconds } from './sources.ts'

export const timeColumns: readonly StreamingColumn[] = [
  {
    name: 'instant',
    field: { type: 'TIMESTAMP' },
    select: "FORMAT_TIMESTAMP('%FT%H:%M:%E*SZ', instant)",
    cases: [
      {
        type: 'string',
        json: '"2026-03-14T09:26:53.589793Z"',
        stored: '2026-03-14T09:26:53.589793Z',
        source: dataTypes,
      },
      {
        type: 'string',
        json: '"2026-03-14 10:26:53+01:00"',
        stored: '2026-03-14T09:26:53Z',
        source: dataTypes,
      },
      { type: 'string', json: '"1773480413"', stored: '2026-03-14T09:26:53Z', source: millisecondsText },
      {
        type: 'string',
        json: '"1571872447237"',
        refused: 'Timestamp field value is out of range: 1571872447236999936',
        source: millisecondsText,
      },
      {
        type: 'string',
        json: '"0000-12-31T00:00:00Z"',
        refused:
          "Could not parse '0000-12-31T00:00:00Z' as a timestamp. Required format is YYYY-MM-DD HH:MM[:SS[.SSSSSS]] or YYYY/MM/DD HH:MM[:SS[.SSSSSS]]",
        source: open,
      },
      { type: 'integer', json: '1773480413', stored: '2026-03-14T09:26:53Z', source: seconds },
      {
        type: 'integer',
        json: '1625786389637',
        refused: 'Timestamp field value is out of range: 1625786389636999936',
        source: outOfRange,
      },
      { type: 'fraction', json: '1773480413.5', stored: '2026-03-14T09:26:53.5Z', source: seconds },
      ...unsettled('TIMESTAMP', ['wide integer', 'boolean']),
      ...scalarCases('instant'),
    ],
  },
  {
    name: 'day',
    field: { type: 'DATE' },
    select: 'CAST(day AS STRING)',
    cases: [
      { type: 'string', json: '"2024-02-29"', stored: '2024-02-29', source: samples },
      { type: 'string', json: '"2023-07-26Z"', refused: "Invalid date: '2023-07-26Z'", source: invalidDate },
      { type: 'string', json: '"2024-02-30"', refused: "Invalid date: '2024-02-30'", source: invalidDate },
      ...unsettled('DATE', ['integer', 'wide integer', 'fraction', 'boolean']),
      ...scalarCases('day'),
    ],
  },
  {
    name: 'clock',
    field: { type: 'TIME' },
    select: 'CAST(clock AS STRING)',
    cases: [
      { type: 'string', json: '"09:26:53.5"', stored: '09:26:53.500', source: samples },
      { type: 'string', json: '"25:00:00"', refused: 'Invalid time string "25:00:00"', source: open },
      ...unsettled('TIME', ['integer', 'wide integer', 'fraction', 'boolean']),
      ...scalarCases('clock'),
    ],
  },
  {
    name: 'civil',
    field: { type: 'DATETIME' },
    select: 'CAST(civil AS STRING)',
    cases: [
      { type: 'string', json: '"2026-03-14T09:26:53"', stored: '2026-03-14 09:26:53', source: samples },
      { type: 'string', json: '"tomorrow"', refused: 'Invalid datetime string "tomorrow"', source: open },
      ...unsettled('DATETIME', ['integer', 'wide integer', 'fraction', 'boolean']),
      ...scalarCases('civil'),
    ],
  },
]
