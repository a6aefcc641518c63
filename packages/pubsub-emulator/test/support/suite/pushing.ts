/** Builds the cases on pushing. */
import { area, docs } from '../case.ts'
import type { Json, Session } from '../session.ts'

export const push = area('push', docs.push)
export const needs = ['push'] as const

/** Creates a topic with a push subscription to an endpoint. */
export async function pushing(
  session: Session,
  endpoint: { url: string },
  config: Json = {},
  settings: Json = {},
) {
  const topic = await session.topic()
  const pushConfig = { pushEndpoint: `${endpoint.url}/push?token=1`, ...config }
  return { topic, subscription: await session.subscription(topic, { pushConfig, ...settings }) }
}
