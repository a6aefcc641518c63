/** Perturbations: an event with one fault reaches every target that can use it, and the outcome tells what it was sent without. */
import assert from 'node:assert/strict'
import * as targets from '../functions/targets/index.ts'
import { cellOf } from './perturbations/cell.ts'
import { orders } from './perturbations/orders.ts'
import { visitors } from './perturbations/visitors.ts'

/** A list takes the rows of syncs only. */
const names = Object.values(targets).flatMap(({ name, audience }) => (audience ? [] : [name]))

describe('an event with', () => {
  for (const perturbation of [...orders, ...visitors]) {
    it(`${perturbation.title} (${perturbation.base}) is sent with everything else`, async () => {
      const cells = await Promise.all(names.map((name) => cellOf(name, perturbation)))
      const expected = names.map((name) => `${name}: ${perturbation.expected[name] ?? 'sent'}`)
      assert.deepEqual(
        cells.map(({ cell }, index) => `${names[index]}: ${cell}`),
        expected,
      )
      assert.deepEqual(
        names.filter((_, index) => !cells[index]!.isValid),
        [],
        'sent fields that the schema refuses',
      )
    })
  }

  it('a misspelled target in this table is an error', () => {
    const listed = [...orders, ...visitors].flatMap(({ expected }) => Object.keys(expected))
    assert.deepEqual(
      listed.filter((name) => !names.includes(name)),
      [],
    )
  })
})
