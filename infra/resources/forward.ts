/** Delivery: declares the function `forward` and its subscriptions: the topic `stored` → forward → third parties. Each destination has a subscription
 * that only receives events permitted for it. */
import { interpolate } from '@pulumi/pulumi'
import { permitFilter, permitInOrderFilter, subscriptions } from '../../schemas/bus.ts'
import { secretVariable } from '../../schemas/destination.ts'
import type { Declarations } from '../settings/declarations.ts'
import { declareDrain } from './drain_pool.ts'
import { grantForward, rolledTokenSecrets } from './forward_grants.ts'
import { FunctionResource } from './function.ts'
import type { PushSubscription } from './push_subscription.ts'
import type { RunsArgs } from './runs.ts'

interface Forwarding {
  forward: FunctionResource<'forward'>
  /** The subscriptions of the destinations; one with order has an ordered one, too. */
  forwarded: readonly PushSubscription[]
}

type ForwardArgs = Pick<RunsArgs, 'platform' | 'bus' | 'warehouse' | 'settings' | 'sharedEnvironment'> & {
  declared: Pick<Declarations, 'targets'> | undefined
}

export function declareForward({
  platform,
  bus,
  warehouse,
  settings,
  sharedEnvironment,
  declared,
}: ForwardArgs): Forwarding {
  const { project, region, instances, delivery, destinations } = settings
  const tokens = rolledTokenSecrets(destinations, declared)
  const forward = new FunctionResource('forward', {
    platform,
    project,
    region,
    instances,
    invokers: { push: bus.pusher.member },
    ingress: 'ALLOW_INTERNAL_ONLY',
    keptSecrets: tokens,
    environment: sharedEnvironment,
    isPooled: destinations.some(({ drained }) => drained),
    secrets: Object.fromEntries(
      destinations.flatMap(({ destination, secrets }) =>
        Object.entries(secrets).map(([setting, value]) => [secretVariable(destination.id, setting), value]),
      ),
    ),
  })
  const forwarding = grantForward(forward, warehouse, settings, tokens)
  const forwarded = destinations.flatMap(({ destination: { id, ordered }, paused, drained }) => {
    const pushedTo = {
      topic: bus.stored,
      to: forward,
      endpoint: interpolate`${forward.uri}/${id}`,
      delivery,
      paused,
      drained,
      after: forwarding,
    }
    // The plain one stays: it delivers events without an ordering key, and drains what waited when order was turned on.
    return [
      bus.push(subscriptions.forward(id), { ...pushedTo, filter: permitFilter(id) }),
      ...(ordered === undefined
        ? []
        : [
            bus.push(subscriptions.forwardInOrder(id), {
              ...pushedTo,
              filter: permitInOrderFilter(id),
              ordered: true,
            }),
          ]),
    ]
  })
  declareDrain({ platform, settings, of: forward, subscriptions: forwarded })
  return { forward, forwarded }
}
