/** Policies: checks that every example stack follows them, and that each finds the violations it is for. */
import assert from 'node:assert/strict'
import { policies, policyViolations } from '../../infra/proof/policies.ts'
import { drawnGraph } from '../../cli/inspect/drawn_graph.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { sown } from './faults.ts'
import { examples, stack } from './stack.ts'

const stacks: Readonly<Record<string, () => Promise<Graph>>> = {
  ...Object.fromEntries(Object.entries(examples).map(([name, changes]) => [name, () => stack(changes)])),
  'with nothing of value in it': () => stack({ 'sluice:protectData': 'false' }),
  'of Pulumi.example.yaml': () => drawnGraph('example'),
}

describe('the policies', () => {
  for (const [settings, graphWith] of Object.entries(stacks)) {
    it(`find nothing in the stack ${settings}`, async () => {
      assert.deepEqual(policyViolations(await graphWith()), [])
    })
  }

  for (const { id, instruction } of policies) {
    it(`find a violation of ${id}`, async () => {
      const graph = await stack()
      const faults = sown[id]
      assert.ok(faults, `sow a fault for the policy ${id} in test/infra/faults.ts`)
      for (const [index, sow] of faults.entries()) {
        const found = policyViolations(sow(graph)).filter(({ policy }) => policy === id)
        assert.ok(found.length > 0, `${id} does not find fault ${index + 1}`)
        assert.equal(found[0]?.instruction, instruction)
      }
    })
  }

  it('have unique ids and an instruction each', () => {
    const ids = policies.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)])
    for (const { id, instruction } of policies)
      assert.match(instruction, /^\S.{20,}\.$|^\S.{20,}support$/, id)
  })
})
