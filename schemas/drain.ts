/** Drain mode: names the states of a subscription. A worker pool pulls the messages of a drained subscription, instead of being pushed them. */

/** What happens to the messages of a subscription. `push`: Pub/Sub pushes them to the function. `drain`: the worker pool pulls them. `paused`:
 * the subscription holds them. */
export type SubscriptionMode = 'push' | 'drain' | 'paused'

/** The label of a subscription that tells drained from paused: neither has a push configuration. */
export const modeLabel = 'mode'

/** Values of the label. `paused`: it is held, and `sluice resume` drains it again. */
export const modeLabels = { drain: 'drain', paused: 'drain-paused' } as const

/** The part of a subscription that tells its mode, as Pub/Sub and its clients return it. */
export interface ModeFacts {
  pushConfig?: { pushEndpoint?: string | null } | null | undefined
  labels?: Readonly<Record<string, string>> | null | undefined
}

export function modeOf({ pushConfig, labels }: ModeFacts): SubscriptionMode {
  if (pushConfig?.pushEndpoint) return 'push'
  return labels?.[modeLabel] === modeLabels.drain ? 'drain' : 'paused'
}

/** True if the subscription is drained, or was drained before it was paused. */
export function isDrainable({ labels }: ModeFacts): boolean {
  const label = labels?.[modeLabel]
  return label === modeLabels.drain || label === modeLabels.paused
}

/** Returns the labels with that of a drained subscription: its messages are pulled, or held. */
export function withMode(
  labels: ModeFacts['labels'],
  mode: keyof typeof modeLabels,
): Readonly<Record<string, string>> {
  return { ...labels, [modeLabel]: modeLabels[mode] }
}

/** The acknowledgement deadline of a drained subscription, in seconds. The worker pool renews it while it works on a message. It is short: the
 * messages of a killed instance come again while BigQuery still knows their insert ids, so they give no second rows. In order it is longer than a
 * request: the redelivery of a message, and later messages of its key, begin after the request ended. */
export const leaseSeconds = { plain: 15, ordered: 60 } as const

/** The functions whose messages a worker pool can pull. */
export const drainedFunctions = ['store', 'forward'] as const
export type DrainedFunction = (typeof drainedFunctions)[number]

/** Name of the worker pool of a function. */
export function poolName<Name extends DrainedFunction>(name: Name): `${Name}-drain` {
  return `${name}-drain`
}

/** Environment variable of a worker pool: the ids of the subscriptions that it drains, separated by commas. */
export const drainVariable = 'DRAIN'
