/** Addresses: checks that each address in the outputs and on the console's page reaches the function that serves it. */
import assert from 'node:assert/strict'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { functionAt } from './routes.ts'
import { examples, stack } from './stack.ts'

const everything = examples['with everything']
// A web door needs the edge.
const { 'sluice:edge': _, 'sluice:sources': __, ...withoutEdge } = everything!

/** Address that is built from each output (docs/deploy.md#addresses) → the function that answers. */
const calls: readonly (readonly [output: string, path: string, answers: string])[] = [
  ['baseUrl', '/v1/topics/view_content', 'ingest'],
  ['baseUrl', '/v1/topics', 'ingest'],
  ['baseUrl', '/v1/limits', 'ingest'],
  ['translatorUrl', '/shop_orders', 'translate'],
  ['translatorUrl', '/shop_orders@1.0', 'translate'],
  ['hookUrl', '/shop_orders', 'hook'],
  ['consoleUrl', '', 'console'],
  ['consoleUrl', 'console.js', 'console'],
]

function consoleEnvironment(graph: Graph): Readonly<Record<string, string>> {
  const console = ofType(graph, 'gcp:cloudfunctionsv2/function:Function').find(
    ({ name }) => name === 'console',
  )
  const { environmentVariables } = console!.inputs['serviceConfig'] as {
    environmentVariables: Record<string, string>
  }
  return environmentVariables
}

describe('the addresses of an environment', () => {
  for (const [name, settings] of [
    ['without an edge', withoutEdge],
    ['with an edge', everything!],
  ] as const) {
    describe(name, () => {
      let graph: Graph
      before(async () => {
        graph = await stack(settings)
      })

      for (const [output, path, answers] of calls)
        it(`reach ${answers} from the output ${output}${path && `, followed by ${path}`}`, () => {
          assert.equal(functionAt(graph, `${String(graph.outputs[output])}${path}`), answers)
        })

      it('are the same on the page of the console', () => {
        const { TRANSLATE_URL: translators, HOOK_URL: hooks } = consoleEnvironment(graph)
        assert.equal(functionAt(graph, `${translators}/v1/translators/shop_orders`), 'translate')
        assert.equal(functionAt(graph, `${hooks}/v1/hooks/shop_orders`), 'hook')
        assert.equal(`${translators}/v1/translators`, graph.outputs['translatorUrl'])
        assert.equal(`${hooks}/v1/hooks`, graph.outputs['hookUrl'])
      })
    })
  }

  it('do not reach translate from the base URL without a load balancer', async () => {
    const graph = await stack(withoutEdge)
    const address = `${String(graph.outputs['baseUrl'])}/v1/translators/shop_orders`
    assert.equal(functionAt(graph, address), 'ingest')
  })

  it('have no hook if no webhook is configured', async () => {
    const { outputs } = await stack(examples['with an edge'])
    assert.equal(outputs['hookUrl'], '')
  })
})
