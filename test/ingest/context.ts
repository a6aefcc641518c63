/** Front door: the context and helpers of its tests. */
import type { Bus } from '../support/bus.ts'
import type { BusProxy } from '../support/bus_proxy.ts'
import type { Answered, FrontDoor } from '../support/front_door.ts'

export interface Context {
  bus: Bus
  /** Between the front door and the bus. */
  proxy: BusProxy
  door: FrontDoor
  /** Token of an account that may publish. */
  token: string
}

/** A topic id with all rare characters. https://cloud.google.com/pubsub/docs/pubsub-basics#resource_names */
export const rareTopic = 'a.b+c~d%e'

/** Topics that exist. Event type `purchase`, for example, has no topic. */
export const topicNames = ['events', 'view_content', 'custom_topic', rareTopic, 'source-shop']

/** What the source of the last one may send. */
export const sources = { shop: { events: ['view_content', 'lead'] } }

export function idsOf({ json }: Answered): readonly string[] {
  return (json as { messageIds: readonly string[] }).messageIds
}

/** Returns the reason in the google.rpc.ErrorInfo of an error. */
/** True if the front door refused the request because it would wait for long, as on a busy machine: nothing was published. */
export function isOverloaded(answered: Answered): boolean {
  return answered.status === 503 && reasonOf(answered) === 'OVERLOADED'
}

export function reasonOf({ json }: Pick<Answered, 'json'>): string | undefined {
  return (json as { error?: { details?: readonly { reason?: string }[] } } | undefined)?.error?.details?.[0]
    ?.reason
}
