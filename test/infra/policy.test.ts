/** Policy pack: runs like in the Pulumi engine and checks the same rules with the same ids and instructions. */
import assert from 'node:assert/strict'
import analyzerPb from '@pulumi/pulumi/proto/analyzer_pb.js'
import { runtime } from '@pulumi/pulumi'
import { policies } from '../../infra/proof/policies.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { startAnalyzer, type Analyzer } from './analyzer.ts'
import { sown } from './faults.ts'
import { changeInputs } from './mutations.ts'
import { examples, stack } from './stack.ts'

const { ADVISORY, MANDATORY } = analyzerPb.EnforcementLevel

/** Returns a resource as Google's provider does: null for unset members, and the long names of Compute resources. */
function asAnswered(graph: Graph): Graph {
  const byType = Map.groupBy(graph.resources, ({ type }) => type)
  return {
    ...graph,
    resources: graph.resources.map((resource) => {
      const unset = (byType.get(resource.type) ?? []).flatMap(({ inputs }) => Object.keys(inputs))
      const link = (value: unknown) =>
        typeof value === 'string' && resource.type.startsWith('gcp:compute/')
          ? value.replace(/^projects\//, 'https://www.googleapis.com/compute/v1/projects/')
          : value
      return {
        ...resource,
        outputs: {
          ...Object.fromEntries(unset.map((name) => [name, null])),
          ...Object.fromEntries(Object.entries(resource.outputs).map(([name, value]) => [name, link(value)])),
        },
      }
    }),
  }
}

describe('the policy pack', () => {
  let pack: Analyzer
  before(async () => {
    pack = await startAnalyzer()
  })
  after(() => pack.stop())

  it('has every policy with its id and instruction, all mandatory', async () => {
    const { name, policiesList } = await pack.info()
    assert.equal(name, 'sluice')
    assert.deepEqual(
      policiesList.map(({ name, description, enforcementlevel }) => ({
        name,
        description,
        enforcementlevel,
      })),
      policies.map(({ id, instruction }) => ({
        name: id,
        description: instruction,
        enforcementlevel: MANDATORY,
      })),
    )
  })

  for (const example of ['minimal', 'with its own key', 'with everything']) {
    it(`finds nothing in the stack ${example}, with the program’s inputs and with Google’s outputs`, async () => {
      const graph = await stack(examples[example])
      assert.deepEqual(await pack.analyzeStack(graph), [])
      assert.deepEqual(await pack.analyzeStack(asAnswered(graph)), [])
    })
  }

  for (const { id, instruction, broken } of policies) {
    it(`finds and names a violation of ${id}`, async () => {
      const graph = await stack()
      for (const [index, sow] of (sown[id] ?? []).entries()) {
        const faulty = sow(graph)
        const expected = broken(faulty).filter((resource) => !isOutOfSight(resource, faulty))
        assert.deepEqual(
          (await pack.analyzeStack(faulty, id)).map(({ policyname, urn, message, enforcementlevel }) => ({
            policyname,
            urn,
            message,
            enforcementlevel,
          })),
          expected.map(({ urn, type, name }) => ({
            policyname: id,
            urn,
            message: `${instruction}\n${type} ${name}`,
            enforcementlevel: MANDATORY,
          })),
          `fault ${index + 1}`,
        )
      }
    })
  }

  it('reports a policy that reads a value unknown in a preview as unchecked, and checks the others', async () => {
    const unknown = changeInputs(await stack(), 'Subscription events-store', { topic: runtime.unknownValue })
    const faulty = changeInputs(unknown, 'Bucket source', { publicAccessPrevention: 'inherited' })
    const found = await pack.analyzeStack(faulty)
    const by = (level: (typeof found)[number]['enforcementlevel']) =>
      found.filter(({ enforcementlevel }) => enforcementlevel === level).map(({ policyname }) => policyname)
    assert.deepEqual(by(MANDATORY), ['bucket-is-private'])
    assert.deepEqual(by(ADVISORY), [
      'topic-leads-somewhere',
      'entrance-opens-last',
      'publisher-follows-subscriptions',
      'destination-follows-subscription',
      'push-follows-function',
    ])
  })
})

/** Returns true if the difference is only in an option that the engine does not pass. */
function isOutOfSight({ urn }: { urn: string }, graph: Graph): boolean {
  const { protect, retainOnDelete } = graph.resources.find((each) => each.urn === urn) ?? {}
  return protect === true && retainOnDelete === false
}
