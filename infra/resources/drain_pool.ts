/** Drain: deploys the worker pool that pulls what a function is otherwise pushed. It runs the function's own image, account, variables and
 * secrets. https://cloud.google.com/run/docs/deploy-worker-pools */
import { cloudrunv2 } from '@pulumi/gcp'
import { ComponentResource, interpolate, type ComponentResourceOptions, type Output } from '@pulumi/pulumi'
import { drainVariable, poolName, type DrainedFunction } from '../../schemas/drain.ts'
import { drainInstanceOf } from '../../schemas/instance.ts'
import { functionName } from '../naming.ts'
import type { Settings } from '../settings/index.ts'
import { grantSubscriber, grantSubscriptionViewer } from './access.ts'
import type { FunctionResource } from './function.ts'
import type { Platform } from './platform.ts'
import type { PushSubscription } from './push_subscription.ts'

interface DrainPoolArgs<Name extends DrainedFunction> {
  platform: Platform
  settings: Settings
  /** The function whose messages it pulls. */
  of: FunctionResource<Name>
  /** The subscriptions that it drains. */
  subscriptions: readonly PushSubscription[]
}

/** Returns undefined, and declares nothing, if no subscription is drained. */
export function declareDrain<Name extends DrainedFunction>(
  args: DrainPoolArgs<Name>,
): DrainPool<Name> | undefined {
  const subscriptions = args.subscriptions.filter(({ isDrained }) => isDrained)
  return subscriptions.length === 0
    ? undefined
    : new DrainPool(poolName(args.of.name), { ...args, subscriptions })
}

class DrainPool<Name extends DrainedFunction> extends ComponentResource {
  readonly pool: cloudrunv2.WorkerPool

  constructor(name: string, args: DrainPoolArgs<Name>, options?: ComponentResourceOptions) {
    super('sluice:index:DrainPool', name, {}, options)
    const { platform, settings, of, subscriptions } = args
    const { project, region, drain } = settings
    const child = { parent: this }
    const { cpu, memoryMiB } = drainInstanceOf(of.name)
    const grants = subscriptions.flatMap(({ name: id, subscription }) => [
      grantSubscriber(of, id, subscription, child),
      grantSubscriptionViewer(of, id, subscription, child),
    ])
    const drained = subscriptions.map((each) => each.name).join(',')
    const { variables, secrets, ready } = of.container
    this.pool = new cloudrunv2.WorkerPool(
      name,
      {
        name: functionName(name),
        location: region,
        deletionProtection: false,
        scaling: {
          scalingMode: 'AUTOMATIC',
          minInstanceCount: 1,
          maxInstanceCount: drain.maxInstances,
        },
        template: {
          serviceAccount: of.email,
          ...(platform.key !== undefined && { encryptionKey: platform.key }),
          containers: [
            {
              image: imageOf(of, { project, region }, this),
              resources: { limits: { cpu: String(cpu), memory: `${memoryMiB}Mi` } },
              envs: [
                ...Object.entries({ ...variables, [drainVariable]: drained }).map(([key, value]) => ({
                  name: key,
                  value,
                })),
                ...secrets.map(({ key, secret, version }) => ({
                  name: key,
                  valueSource: { secretKeyRef: { secret, version } },
                })),
              ],
            },
          ],
        },
      },
      { ...child, dependsOn: [...platform.ready, ...ready, ...grants] },
    )
    this.registerOutputs({})
  }
}

/** Returns the image that Cloud Build made of the function, requested after the function is deployed. */
function imageOf(
  { service }: FunctionResource,
  { project, region }: { project: string; region: string },
  parent: ComponentResource,
): Output<string> {
  const found = cloudrunv2.getServiceOutput({ project, location: region, name: service }, { parent })
  return interpolate`${found.templates.apply((templates) => templates[0]?.containers[0]?.image ?? '')}`
}
