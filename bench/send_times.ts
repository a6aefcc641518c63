/** Bench, process of `forward`: reports when it begins each request to a webhook. The time of arrival would depend on how busy the machine is. */
import { subscribe } from 'node:diagnostics_channel'

/** A request that a process has begun. `at`: ms of the monotonic clock that all processes share. */
export interface Begun {
  path: string
  at: number
}

subscribe('undici:request:create', (message) => {
  const { path, headers } = (message as { request: { path: string; headers: readonly string[] } }).request
  if (headers.includes('webhook-id'))
    process.send?.({ path, at: Number(process.hrtime.bigint()) / 1e6 } satisfies Begun)
})
