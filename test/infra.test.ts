/** The Pulumi program as a whole: what every stack must hold, whatever its settings. */
import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { storage } from '@pulumi/gcp'
import { isSecret, output } from '@pulumi/pulumi'
import { Type } from 'typebox'
import { Value } from 'typebox/value'
import { readSettings } from '../infra/settings/index.ts'
import { Destination } from '../schemas/destination.ts'
import { environments, type FunctionName } from '../schemas/environment.ts'
import { tables } from '../schemas/warehouse.ts'
import { ofType, type Graph } from '../local/pulumi/graph.ts'
import { inputFaults } from './infra/provider_types.ts'
import { examples, project, run, stack, webhookSecret } from './infra/stack.ts'

const functionType = 'gcp:cloudfunctionsv2/function:Function'
const versionType = 'gcp:secretmanager/secretVersion:SecretVersion'
const tableType = 'gcp:bigquery/table:Table'
const datasetType = 'gcp:bigquery/dataset:Dataset'

function serviceConfigs(graph: Graph) {
  return ofType(graph, functionType).map(({ name, inputs }) => ({
    name,
    service: inputs['serviceConfig'] as {
      environmentVariables: Record<string, string>
      secretEnvironmentVariables: readonly { key: string; secret: string; version: string }[]
      timeoutSeconds: number
      availableMemory: string
      minInstanceCount: number
      maxInstanceCount: number
    },
  }))
}

/** The functions of a stack without webhooks and web doors. */
function names(all: object): readonly string[] {
  return Object.keys(all).filter((name) => name !== 'hook' && name !== 'collect')
}

describe('the Pulumi program', () => {
  let graph: Graph
  before(async () => {
    graph = await stack()
  })

  it('is caught when an input is missing, of the wrong kind, unknown or not allowed', () => {
    const [store] = ofType(graph, functionType).filter(({ name }) => name === 'store')
    assert.ok(store)
    const { location: _, ...inputs } = store.inputs
    const serviceConfig = {
      ...(inputs['serviceConfig'] as object),
      maxInstanceCount: '20',
      maxInstances: 20,
      ingressSettings: 'ALLOW_INTERNAL',
    }
    const broken = { ...store, inputs: { ...inputs, serviceConfig } }
    assert.deepEqual(
      inputFaults(broken).map((fault) => fault.split(',')[0]),
      [
        'location: required',
        'serviceConfig.ingressSettings: expected one of ALLOW_ALL',
        'serviceConfig.maxInstanceCount: expected a number',
        'serviceConfig.maxInstances: unknown',
      ],
    )
  })

  it('deploys every file of functions/, and nothing else', async () => {
    const files = readdirSync('functions').filter((file) => file.endsWith('.ts'))
    assert.deepEqual(
      ofType(await stack(examples['with everything']), functionType)
        .map(({ name }) => `${name}.ts`)
        .toSorted(),
      files.toSorted(),
    )
  })

  it('tells each function what schemas/environment.ts says it is told', () => {
    for (const { name, service } of serviceConfigs(graph)) {
      const schema = environments[name as FunctionName]
      const told = Object.keys(service.environmentVariables)
      // There are no sources in this stack, so no function is told of any.
      assert.deepEqual(told.toSorted(), [...schema.required, 'NODE_OPTIONS'].toSorted())
      assert.ok(Value.Check(schema, service.environmentVariables), name)
    }
  })

  it('tells every function that asks the same destinations, in the form of schemas/destination.ts', () => {
    const [told = '', ...others] = new Set(
      serviceConfigs(graph).flatMap(({ service }) => service.environmentVariables['DESTINATIONS'] ?? []),
    )
    assert.deepEqual(others, [])
    const destinations: unknown = JSON.parse(told)
    assert.ok(Value.Check(Type.Array(Destination), destinations))
    assert.deepEqual(
      destinations.map(({ id }) => id),
      ['webhook_eu', 'topic_us'],
    )
  })

  it('lets no function that is pushed to work longer than Pub/Sub waits for it', () => {
    const deadlines = ofType(graph, 'gcp:pubsub/subscription:Subscription')
      .filter(({ inputs }) => inputs['pushConfig'] !== undefined)
      .map(({ inputs }) => Number(inputs['ackDeadlineSeconds']))
    for (const { name, service } of serviceConfigs(graph).filter(({ name }) =>
      /^(store|forward|act|sync|erase)$/.test(name),
    ))
      assert.ok(service.timeoutSeconds <= Math.min(...deadlines), name)
  })

  it('hands the value of a secret to Secret Manager', () => {
    const versions = ofType(graph, versionType).map(({ inputs }) => inputs['secretData'])
    assert.deepEqual(versions, [webhookSecret])
  })

  it('takes secrets from the settings as secrets, so that what is made of them stays one', async () => {
    const { outputs } = await run(async () => {
      const { destinations } = readSettings()
      const secrets = destinations.flatMap((destination) => Object.values(destination.secrets))
      return { marked: await Promise.all(secrets.map((secret) => isSecret(secret))) }
    })
    assert.deepEqual(outputs, { marked: [true] })
  })

  it('hands secrets to forward alone, by their version', () => {
    const ofTheWebhook = {
      key: 'SECRET_WEBHOOK_EU_SECRET',
      projectId: project,
      secret: 'secret-webhook-eu-secret',
      version: '1',
    }
    const secrets = serviceConfigs(graph).map(({ name, service }) => [
      name,
      service.secretEnvironmentVariables,
    ])
    assert.deepEqual(
      Object.fromEntries(secrets),
      Object.fromEntries(names(environments).map((name) => [name, name === 'forward' ? [ofTheWebhook] : []])),
    )
  })

  it('protects the dataset and its tables from deletion, in three ways', () => {
    const kept = [...ofType(graph, datasetType), ...ofType(graph, tableType)].filter(
      ({ inputs }) => !inputs['view'],
    )
    assert.deepEqual(kept.map(({ name }) => name).toSorted(), ['dataset', ...Object.keys(tables)].toSorted())
    for (const { name, type, protect, retainOnDelete, inputs } of kept) {
      assert.ok(protect && retainOnDelete, name)
      assert.equal(
        type === tableType ? inputs['deletionProtection'] : !inputs['deleteContentsOnDestroy'],
        true,
        name,
      )
    }
  })

  it('lets a stack of no value be destroyed', async () => {
    const { resources } = await stack({ 'sluice:protectData': 'false' })
    const kept = resources.filter(
      ({ protect, retainOnDelete, inputs }) =>
        protect || retainOnDelete || inputs['deletionProtection'] === true,
    )
    assert.deepEqual(
      kept.map(({ urn }) => urn),
      [],
    )
  })

  // https://cloud.google.com/run/quotas: CpuAllocPerProjectRegion 20000, MemAllocPerProjectRegion 42949672960.
  it('deploys into the quotas of a new project, and into as much memory when more instances are allowed', async () => {
    const gibibytes = (memory: string): number => Number.parseInt(memory) / (memory.endsWith('Mi') ? 1024 : 1)
    for (const { name, service } of serviceConfigs(await stack(examples['with everything']))) {
      assert.ok(service.maxInstanceCount <= 20, name)
      assert.ok(gibibytes(service.availableMemory) * service.maxInstanceCount <= 40, name)
    }
    const more = await stack({ 'sluice:instances': '{"min":15,"max":40}' })
    for (const { name, service } of serviceConfigs(more)) {
      const { minInstanceCount: min, maxInstanceCount: max, availableMemory } = service
      assert.deepEqual([min, max], name === 'translate' ? [10, 10] : [15, 40], name)
      assert.ok(gibibytes(availableMemory) * max <= 40, name)
    }
  })

  it('exports where producers, analysts and operators find things', () => {
    const { topics, lookerStudioUrl: _, dashboardUrl, ...outputs } = graph.outputs
    assert.deepEqual(outputs, {
      baseUrl: 'https://ingest-abc123-ew.a.run.app',
      translatorUrl: 'https://translate-abc123-ew.a.run.app/v1/translators',
      hookUrl: '',
      collectUrl: '',
      dns: {},
      dataset: 'sluice',
      consoleUrl: 'https://console-abc123-ew.a.run.app/console/',
      functions: Object.fromEntries(
        names(environments).map((name) => [name, `https://${name}-abc123-ew.a.run.app`]),
      ),
    })
    assert.match(
      String(dashboardUrl),
      /^https:\/\/console\.cloud\.google\.com\/monitoring\/dashboards\/builder\/dashboard-\w+\?project=acme-events$/,
    )
    assert.equal(
      (topics as Record<string, string>)['view_content'],
      `projects/${project}/topics/view_content`,
    )
  })

  it('exports in infra/index.ts all that it returns', async () => {
    const source = await readFile('infra/index.ts', 'utf8')
    const [, names = ''] = /export const \{([^}]*)\}\s*=\s*runOrReport/.exec(source) ?? []
    const exported = names.split(',').flatMap((name) => name.trim() || [])
    const { outputs } = await stack(examples['with an edge'])
    assert.deepEqual(exported.toSorted(), Object.keys(outputs).toSorted())
  })

  it('shows a failure inside an apply as its own, without the state of the SDK', async () => {
    const failing = run(() => ({ broken: output(1).apply(() => assert.fail('the apply failed')) }))
    await assert.rejects(failing, (error: Error) => {
      assert.equal(error.message, 'the apply failed')
      assert.deepEqual(Object.keys(error), [])
      return true
    })
  })

  it('names a type of resource that the local stack does not support', async () => {
    const failing = run(() => ({ id: new storage.HmacKey('key', { serviceAccountEmail: 'a@b.c' }).id }))
    await assert.rejects(failing, /gcp:storage\/hmacKey:HmacKey \(key\): unknown resource type/)
  })
})
