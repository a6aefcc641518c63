/** Casts: the result of each for some values; undefined for a value that cannot be cast. */
import type { Cast } from '../../schemas/link.ts'

export const castCases: Readonly<Record<Cast, readonly (readonly [value: unknown, result: unknown])[]>> = {
  string: [
    ['a', 'a'],
    [59.8, '59.8'],
    [false, 'false'],
    [[{ id: 1 }], '[{"id":1}]'],
  ],
  number: [
    [1.5, 1.5],
    [' 3 ', 3],
    ['3 pieces', undefined],
    ['Infinity', undefined],
    [true, undefined],
    [[1], undefined],
  ],
  integer: [
    ['2.5', 3],
    [2.4, 2],
    [1e300, undefined],
    ['x', undefined],
  ],
  negative: [
    [29.9, -29.9],
    ['-29.9', -29.9],
    [0, 0],
    ['x', undefined],
  ],
  boolean: [
    [true, true],
    ['false', false],
    [1, undefined],
    ['yes', undefined],
  ],
  json: [
    ['a', '"a"'],
    [{ a: 1 }, '{"a":1}'],
  ],
  upper: [
    ['gb', 'GB'],
    [5, '5'],
  ],
  lower: [['GB', 'gb']],
  money: [
    [59.8, '59.80'],
    [1.005, '1.01'],
    ['8.325', '8.33'],
    [-1.005, '-1.01'],
    [-0.001, '0.00'],
    [1e-7, '0.00'],
    [12, '12.00'],
    [1e20, undefined],
    ['EUR 5', undefined],
  ],
  flat: [
    [
      { method: 'email', gift: { wrap: 'red', box: { size: 2 } } },
      { method: 'email', gift_wrap: 'red', gift_box_size: 2 },
    ],
    [
      { 'my-param': 1, 'price (EUR)': 2, größe: 'L' },
      { my_param: 1, price_EUR_: 2, größe: 'L' },
    ],
    [{ a: null, b: '', c: [], d: {}, e: { f: null }, g: false }, { g: false }],
    [
      { tags: ['new', 2], list: [{ id: 1 }] },
      { tags: 'new,2', list: [{ id: 1 }] },
    ],
    // A name that another member has.
    [
      { a: { b: 1 }, a_b: 2, 'a.b': 3 },
      { 'a.b': 1, a_b: 2, 'a.b.': 3 },
    ],
    [
      [{ a: { b: 1 } }, 5],
      [{ a_b: 1 }, 5],
    ],
    ['a', undefined],
  ],
  seconds: [
    ['1773480413', 1773480413],
    ['1773480413589', 1773480413],
    ['42', undefined],
    ['2026-03-14T09:26:53.999999Z', 1773480413],
    ['2026-03-14T10:26:53+01:00', 1773480413],
    [1773480413, 1773480413],
    [1773480413589, 1773480413],
    ['yesterday', undefined],
    [true, undefined],
  ],
  milliseconds: [['2026-03-14T09:26:53.589793Z', 1773480413589]],
  microseconds: [
    ['2026-03-14T09:26:53.589793Z', 1773480413589793],
    [1773480413589, 1773480413589000],
  ],
  iso: [
    ['2026-03-14T09:26:53.589793Z', '2026-03-14T09:26:53.589Z'],
    ['1990-12-10', '1990-12-10T00:00:00.000Z'],
  ],
  date: [
    ['2026-03-14T23:26:53-02:00', '2026-03-15'],
    ['1990-12-10', '1990-12-10'],
    ['1990-02-31', undefined],
  ],
}
