/** Times: normalizes the times that producers write. */
import assert from 'node:assert/strict'
import { normalTime } from '../../functions/event/time.ts'

describe('normalTime', () => {
  const times: readonly (readonly [unknown, string | undefined])[] = [
    ['2026-03-14T09:26:53Z', '2026-03-14T09:26:53.000000Z'],
    ['2026-03-14t09:26:53z', '2026-03-14T09:26:53.000000Z'],
    ['2026-03-14 09:26:53Z', '2026-03-14T09:26:53.000000Z'],
    ['2026-03-14T09:26:53.5Z', '2026-03-14T09:26:53.500000Z'],
    ['2026-03-14T09:26:53.123456789Z', '2026-03-14T09:26:53.123456Z'],
    ['2026-03-14T00:30:00+05:30', '2026-03-13T19:00:00.000000Z'],
    ['2024-02-29T00:00:00Z', '2024-02-29T00:00:00.000000Z'],
    ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000000Z'],
    ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    [0, '1970-01-01T00:00:00.000000Z'],
    [1773480413, '2026-03-14T09:26:53.000000Z'],
    [1773480413.589, '2026-03-14T09:26:53.589000Z'],
    [1773480413589, '2026-03-14T09:26:53.589000Z'],
    [1773480413589123, '2026-03-14T09:26:53.589123Z'],
    ['2026-02-31T00:00:00Z', undefined],
    ['2025-02-29T00:00:00Z', undefined],
    ['2026-13-01T00:00:00Z', undefined],
    ['2026-00-10T00:00:00Z', undefined],
    ['2026-03-14T24:30:00Z', undefined],
    ['2026-03-14T09:60:00Z', undefined],
    ['2026-03-14T09:26:53', undefined],
    ['2026-03-14', undefined],
    ['0001-01-01T00:00:00+01:00', undefined],
    ['9999-12-31T23:59:59-01:00', undefined],
    ['1773480413', undefined],
    ['yesterday', undefined],
    ['', undefined],
    [-1, undefined],
    [Number.NaN, undefined],
    [Number.POSITIVE_INFINITY, undefined],
    [1e300, undefined],
    [true, undefined],
    [null, undefined],
    [{}, undefined],
  ]
  for (const [written, normal] of times) {
    it(`maps ${JSON.stringify(written)} to ${normal}`, () => assert.equal(normalTime(written), normal))
  }
})
