/** The policies over the Pulumi program: every example stack obeys them, and each finds the fault it is there for. */
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
    it(`are obeyed by the stack ${settings}`, async () => {
      assert.deepEqual(policyViolations(await graphWith()), [])
    })
  }

  for (const { id, instruction } of policies) {
    it(`find what breaks ${id}`, async () => {
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

  it('have ids of their own, and each a way to obey it', () => {
    const ids = policies.map(({ id }) => id)
    assert.deepEqual(ids, [...new Set(ids)])
    for (const { id, instruction } of policies)
      assert.match(instruction, /^\S.{20,}\.$|^\S.{20,}support$/, id)
  })
})
