/** Local stack: compares the graph of the in-process runner with that of the SDK's own runner, which the Pulumi CLI uses. */
import assert from 'node:assert/strict'
import { secretKeys } from '../../infra/settings/parse.ts'
import { emulator } from '../../local/pulumi/emulate.ts'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { cliPreview, hasCli } from './cli.ts'
import { runAsPulumi, type Run } from './engine.ts'
import { project, stack } from './stack.ts'

function options(config: Readonly<Record<string, string>>) {
  return {
    project: 'sluice',
    stack: 'test',
    config: { 'gcp:project': project, ...config },
    secretKeys,
    emulate: emulator({ project, uriOf: (name) => `https://${name}-abc123-ew.a.run.app` }),
  }
}

const destinations = {
  crm: {
    target: 'webhook',
    settings: { url: 'https://crm.example/events' },
    secrets: { secret: 'whsec_dGhpcyBpcyBubyByZWFsIHNlY3JldA==' },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
  },
}

const config = { 'sluice:destinations': JSON.stringify(destinations) }
const others = { 'sluice:producers': undefined, 'sluice:analysts': undefined }

/** Sorts the resources, because their order depends on the order of responses. */
function inOrder({ resources }: Graph) {
  return resources
    .map((resource) => ({ ...resource, dependencies: resource.dependencies.toSorted() }))
    .toSorted((a, b) => a.urn.localeCompare(b.urn))
}

describe('the in-process runner', () => {
  let own: Graph
  let sdk: Run

  before(async () => {
    ;[own, sdk] = await Promise.all([stack({ ...others, ...config }), runAsPulumi(options(config))])
  })

  it('registers the same resources as the SDK’s own runner', () => {
    assert.deepEqual(sdk.errors, [])
    assert.equal(sdk.code, 0, sdk.printed)
    assert.deepEqual(inOrder(sdk.graph), inOrder(own))
  })

  it('binds hooks that the engine can call, and that do not wait without new grants', () => {
    const functions = ofType(sdk.graph, 'gcp:cloudfunctionsv2/function:Function')
    assert.deepEqual(
      sdk.called.toSorted(),
      functions.map(({ name }) => `functions-await-grants ${name}`).toSorted(),
    )
  })

  it('exports what infra/index.ts exports', () => {
    assert.deepEqual(sdk.graph.outputs, own.outputs)
  })

  it('previews the same resources as the SDK’s own runner', async () => {
    const [local, sdk] = await Promise.all([
      stack({ ...others, ...config }, { preview: true }),
      runAsPulumi({ ...options(config), preview: true }),
    ])
    assert.equal(sdk.code, 0, sdk.printed)
    assert.deepEqual(inOrder(sdk.graph), inOrder(local))
  })

  it('has a program whose error the CLI shows as one sentence', async () => {
    const { code, errors, graph } = await runAsPulumi(options({ 'sluice:region': 'Europe' }))
    // nodeJSProcessExitedAfterLoggingUserActionableMessage
    assert.equal(code, 32)
    assert.deepEqual(errors, [
      'sluice:region has the wrong form, got "Europe". Expected: a Cloud Run region, for example "europe-west1"',
    ])
    assert.deepEqual(
      graph.resources.filter(({ custom }) => custom),
      [],
    )
  })

  it('agrees with `pulumi preview`', async function () {
    if (!hasCli()) {
      console.log('      skipped: pulumi is not on the PATH')
      this.skip()
    }
    this.timeout(300_000)
    const { urns, errors } = await cliPreview(options(config))
    assert.deepEqual(errors, [])
    assert.deepEqual(urns, own.resources.map(({ urn }) => urn).toSorted())
  })
})
