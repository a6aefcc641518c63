/** Inputs: checks that the comparison with the provider's declarations finds wrong inputs in every part of the program. */
import assert from 'node:assert/strict'
import type { Graph } from '../../local/pulumi/graph.ts'
import { changeInputs, changePart } from './mutations.ts'
import { inputFaults } from './provider_types.ts'
import { examples, stack } from './stack.ts'

function faultsOf(graph: Graph): readonly string[] {
  return graph.resources
    .filter(({ custom }) => custom)
    .flatMap((resource) => inputFaults(resource).map((fault) => `${resource.name}: ${fault}`))
}

function everything() {
  return stack(examples['with everything'])
}

const sown: readonly (readonly [string, (graph: Graph) => Graph])[] = [
  // Declarations that list the values in backticks, and in plain text.
  [
    'edge: minTlsVersion: expected one of TLS_1_0, TLS_1_1, TLS_1_2, TLS_1_3, got TLS_1_9',
    (graph) => changeInputs(graph, 'SSLPolicy edge', { minTlsVersion: 'TLS_1_9' }),
  ],
  [
    'events: timePartitioning.type: expected one of DAY, HOUR, MONTH, YEAR, got WEEK',
    (graph) => changePart(graph, 'Table events', 'timePartitioning', { type: 'WEEK' }),
  ],
  [
    'source: publicAccessPrevention: expected a string, got a boolean',
    (graph) => changeInputs(graph, 'Bucket source', { publicAccessPrevention: true }),
  ],
  ['events: nam: unknown', (graph) => changeInputs(graph, 'Topic events', { nam: 'events' })],
  [
    'events-store: pushConfig.pushEndpoint: required',
    (graph) => changeInputs(graph, 'Subscription events-store', { pushConfig: { oidcToken: undefined } }),
  ],
]

describe('the check of inputs', () => {
  it('finds nothing in the program', async () => {
    assert.deepEqual(faultsOf(await everything()), [])
  })

  for (const [fault, sow] of sown) {
    it(`finds ${fault}`, async () => {
      const found = faultsOf(sow(await everything()))
      assert.ok(found.includes(fault), found.join('\n'))
    })
  }
})
