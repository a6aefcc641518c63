/** Handler: one deployed function with its own identity, told by its environment what it needs to know. */
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
import { ackDeadlineSeconds } from './push_subscription.ts'
import { Secrets } from './secrets.ts'
import type { Settings } from '../settings/index.ts'

export interface HandlerArgs<Name extends FunctionName> {
  platform: Platform
  project: string
  region: string
  instances: Settings['instances']
  environment: Record<keyof Environment<Name> & string, Input<string>>
  /** Further variables whose values are secret. */
  secrets?: Readonly<Record<string, Output<string>>>
  /** Who may call it, as IAM members, by a name for each. */
  invokers: Readonly<Record<string, Input<string>>>
  /** What one instance has, where it is not the usual: for a function that takes large bodies one at a time. */
  instance?: {
    memory: string
    concurrency: number
    timeoutSeconds: number
    /** There are never more of it, whatever the settings allow. */
    maxInstances?: number
  }
  /** ALLOW_INTERNAL_ONLY lets Pub/Sub of the same project through, and nobody from the internet; ALLOW_INTERNAL_AND_GCLB also what
   * comes through the load balancer. */
  ingress: 'ALLOW_ALL' | 'ALLOW_INTERNAL_AND_GCLB' | 'ALLOW_INTERNAL_ONLY'
  /** Resources that must exist before the function is deployed or updated: the subscriptions on what it publishes. */
  after?: readonly Resource[]
}

/** Eighty short requests at a time, each done before the bus would deliver it again. */
const usualInstance: NonNullable<HandlerArgs<FunctionName>['instance']> = {
  memory: '512Mi',
  concurrency: 80,
  timeoutSeconds: ackDeadlineSeconds,
}

export class FunctionResource<Name extends FunctionName = FunctionName> extends ComponentResource {
  readonly name: Name
  /** The function's own identity, as an IAM member. */
  readonly member: Output<string>
  /** The email address of that identity. */
  readonly email: Output<string>
  /** Address of the function, without a path. */
  readonly uri: Output<string>
  /** Name of the Cloud Run service that it is. */
  readonly service: Output<string>
  /** The grants by which its callers may call it. */
  readonly invokers: readonly Resource[]

  constructor(name: Name, args: HandlerArgs<Name>, options?: ComponentResourceOptions) {
    super('sluice:index:Handler', name, {}, options)
    this.name = name
    const {
      platform,
      project,
      region,
      instances,
      instance = usualInstance,
      environment,
      ingress,
      after = [],
    } = args
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
      { platform, project, region, values: args.secrets ?? {}, reader: account.member },
      child,
    )
    // Its name is generated from the content: a new bundle is a new object, which is what makes Google build again.
    const source = new storage.BucketObject(
      name,
      { bucket: platform.build.bucket, source: new asset.FileArchive(bundleOf(name)) },
      child,
    )
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
        },
        serviceConfig: {
          // More than one request at a time takes a whole CPU.
          // https://cloud.google.com/functions/docs/configuring/concurrency
          availableCpu: '1',
          availableMemory: instance.memory,
          maxInstanceRequestConcurrency: instance.concurrency,
          minInstanceCount: Math.min(instances.min, maxInstances),
          maxInstanceCount: maxInstances,
          timeoutSeconds: instance.timeoutSeconds,
          ingressSettings: ingress,
          allTrafficOnLatestRevision: true,
          serviceAccountEmail: account.email,
          environmentVariables: environment,
          secretEnvironmentVariables: secrets.variables,
        },
      },
      {
        ...child,
        dependsOn: [...platform.ready, ...platform.build.ready, ...secrets.ready, ...after],
        // A function whose first build fails stays failed, and nothing that the next update changes would build it again.
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
