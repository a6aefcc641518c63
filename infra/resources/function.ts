/** Function: deploys one function with its own service account, environment variables and secrets. */
import { cloudfunctionsv2, serviceaccount, storage } from '@pulumi/gcp'
import {
  asset,
  ComponentResource,
  type ComponentResourceOptions,
  type Input,
  type Output,
  type Resource,
} from '@pulumi/pulumi'
import type { Environment, FunctionName } from '../../schemas/environment.ts'
import { grantInvoker } from './access.ts'
import { bundleOf, functionName, serviceAccountId } from '../naming.ts'
import type { Platform } from './platform.ts'
import { instances as instanceOf, nodeOptionsOf } from '../../schemas/instance.ts'
import { Secrets } from './secrets.ts'
import type { Settings } from '../settings/index.ts'

interface HandlerArgs<Name extends FunctionName> {
  platform: Platform
  project: string
  region: string
  instances: Settings['instances']
  environment: { [Variable in keyof Environment<Name>]: Input<string> }
  /** Secret environment variables. */
  secrets?: Readonly<Record<string, Output<string>>>
  /** Ids of the secrets whose versions the function itself reads and writes. Default: none. */
  keptSecrets?: readonly string[]
  /** IAM members that can call it, by a name for each. */
  invokers: Readonly<Record<string, Input<string>>>
  /** ALLOW_INTERNAL_ONLY admits Pub/Sub of the same project and rejects the internet; ALLOW_INTERNAL_AND_GCLB also admits the load
   * balancer. */
  ingress: 'ALLOW_ALL' | 'ALLOW_INTERNAL_AND_GCLB' | 'ALLOW_INTERNAL_ONLY'
  /** True if a worker pool runs its image, which must then be complete: without a base image that Google replaces. */
  isPooled?: boolean
  /** Resources that must exist before the function is deployed or updated: the subscriptions that receive its messages. */
  after?: readonly Resource[]
}

export class FunctionResource<Name extends FunctionName = FunctionName> extends ComponentResource {
  readonly name: Name
  /** The function's service account, as an IAM member. */
  readonly member: Output<string>
  /** Email address of the service account. */
  readonly email: Output<string>
  /** Address of the function, without a path. */
  readonly uri: Output<string>
  /** Name of its Cloud Run service. */
  readonly service: Output<string>
  /** The grants of its callers. */
  readonly invokers: readonly Resource[]
  /** What a worker pool needs to run the same: the environment variables, and the grants on the secrets among them. */
  readonly container: {
    readonly variables: Readonly<Record<string, Input<string>>>
    readonly secrets: Secrets['variables']
    readonly ready: readonly Resource[]
  }

  constructor(name: Name, args: HandlerArgs<Name>, options?: ComponentResourceOptions) {
    super('sluice:index:Handler', name, {}, options)
    this.name = name
    const { platform, project, region, instances, environment, ingress, after = [] } = args
    const instance = instanceOf[name]
    const child = { parent: this }
    const account = new serviceaccount.Account(
      name,
      { accountId: serviceAccountId(name), displayName: `Runs the function ${name}` },
      { ...child, dependsOn: [...platform.ready] },
    )
    this.member = account.member
    this.email = account.email
    const secrets = new Secrets(
      name,
      {
        platform,
        project,
        region,
        values: args.secrets ?? {},
        kept: args.keptSecrets ?? [],
        reader: account.member,
      },
      child,
    )
    // The object's name is generated from its content: a new bundle is a new object, which triggers a build.
    const source = new storage.BucketObject(
      name,
      { bucket: platform.build.bucket, source: new asset.FileArchive(bundleOf(name)) },
      child,
    )
    const variables = { ...environment, NODE_OPTIONS: nodeOptionsOf(name) }
    this.container = { variables, secrets: secrets.variables, ready: secrets.ready }
    const maxInstances = Math.min(instances.max, instance.maxInstances ?? instances.max)
    const deployed = new cloudfunctionsv2.Function(
      name,
      {
        name: functionName(name),
        location: region,
        ...(platform.key !== undefined && { kmsKeyName: platform.key }),
        buildConfig: {
          runtime: 'nodejs24',
          entryPoint: name,
          serviceAccount: platform.build.serviceAccount,
          dockerRepository: platform.build.repository,
          source: { storageSource: { bucket: platform.build.bucket, object: source.name } },
          // https://cloud.google.com/functions/docs/configuring/runtime-updates
          ...(args.isPooled && { onDeployUpdatePolicy: {} }),
        },
        serviceConfig: {
          // Concurrent requests require at least one CPU.
          // https://cloud.google.com/functions/docs/configuring/concurrency
          availableCpu: '1',
          availableMemory: `${instance.memoryMiB}Mi`,
          maxInstanceRequestConcurrency: instance.concurrency,
          minInstanceCount: Math.min(instances.min, maxInstances),
          maxInstanceCount: maxInstances,
          timeoutSeconds: instance.timeoutSeconds,
          ingressSettings: ingress,
          allTrafficOnLatestRevision: true,
          serviceAccountEmail: account.email,
          environmentVariables: variables,
          secretEnvironmentVariables: secrets.variables,
        },
      },
      {
        ...child,
        dependsOn: [...platform.ready, ...platform.build.ready, ...secrets.ready, ...after],
        // Wait for the grants: after a failed first build the function stays failed, and an unchanged update does not rebuild it.
        hooks: platform.propagation.user,
        customTimeouts: { create: '20m', update: '20m' },
      },
    )
    this.service = deployed.name
    this.uri = deployed.serviceConfig.apply((service) => service?.uri ?? '')
    const service = { project, location: region, name: deployed.name }
    this.invokers = Object.entries(args.invokers).map(([caller, member]) =>
      grantInvoker({ name: caller, member }, name, service, child),
    )
    this.registerOutputs({})
  }
}
