/** Example stacks: checks rules that hold for every stack, whatever its settings. */
import assert from 'node:assert/strict'
import type { Graph } from '../../local/pulumi/graph.ts'
import { ignoredTypes } from '../../local/pulumi/ignored_types.ts'
import { inputFaults } from './provider_types.ts'
import { examples, stack, webhookSecret } from './stack.ts'

const channelType = 'gcp:monitoring/notificationChannel:NotificationChannel'
/** The inputs of a notification channel that Cloud Monitoring keeps: its token or password. */
const channelSecrets = new Set(['labels.url', 'sensitiveLabels.authToken', 'sensitiveLabels.password'])
const versionType = 'gcp:secretmanager/secretVersion:SecretVersion'

function faultsOf(graph: Graph): string[] {
  return graph.resources
    .filter(({ custom }) => custom)
    .flatMap((resource) =>
      inputFaults(resource).map((fault) => `${resource.type} ${resource.name}: ${fault}`),
    )
}

for (const [example, changes] of Object.entries(examples)) {
  describe(`the stack ${example}`, () => {
    it('gives every resource inputs that the provider accepts', async () => {
      assert.deepEqual(faultsOf(await stack(changes)), [])
    })

    it('registers the same resources in a preview, with unknown values, as in an update', async () => {
      const urns = ({ resources }: Graph) => resources.map(({ urn }) => urn).toSorted()
      const preview = await stack(changes, { preview: true })
      assert.deepEqual(urns(preview), urns(await stack(changes)))
    })

    it('puts every resource into a component', async () => {
      const stray = (await stack(changes)).resources.filter(
        ({ custom, parent }) => custom && parent.includes('::pulumi:pulumi:Stack::'),
      )
      assert.deepEqual(
        stray.map(({ urn }) => urn),
        [],
      )
    })

    it('has secrets only in Secret Manager and in notification channels, marked as secret', async () => {
      const { resources, outputs } = await stack(changes)
      const holders = resources.filter(
        (resource) =>
          resource.type !== versionType &&
          JSON.stringify([resource.inputs, resource.outputs]).includes(webhookSecret),
      )
      assert.deepEqual(
        holders.map(({ urn }) => urn),
        [],
      )
      assert.ok(!JSON.stringify(outputs).includes(webhookSecret))
      for (const { type, secrets } of resources) {
        const others = secrets.filter((name) => type !== channelType || !channelSecrets.has(name))
        assert.deepEqual(others, type === versionType ? ['secretData'] : [])
      }
    })
  })
}

describe('ignored resource types', () => {
  it('are all made by the program', async () => {
    const { resources } = await stack(examples['with everything'])
    const made = new Set(resources.map(({ type }) => type))
    assert.deepEqual(
      [...ignoredTypes].filter((type) => !made.has(type)),
      [],
    )
  })
})
