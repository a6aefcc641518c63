/** Destinations: keeps what the server says of the configured destinations, and of the targets for further ones. */
import { signal } from '@preact/signals'
import type { DestinationLinks, ShownDestination, ShownTarget } from '../../schemas/shown_destination.ts'
import type { ApiResult, Failure } from '../api.ts'
import { forgetWhenSignedOut, getSignedIn } from '../signed_in_api.ts'

interface Configured {
  destinations: readonly ShownDestination[]
  targets: readonly ShownTarget[]
}

export const configured = signal<Configured | undefined>(undefined)
export const configuredFailure = signal<Failure | undefined>(undefined)

forgetWhenSignedOut(configured, configuredFailure)

let latest = 0

/** Reads them. Only the latest request counts. */
export async function readConfigured(): Promise<void> {
  const request = ++latest
  const result = await getSignedIn<Configured>('/v1/console/destinations')
  if (request !== latest) return
  configuredFailure.value = result.ok ? undefined : result.failure
  if (result.ok) configured.value = result.body
}

/** Reads how the events become the target's. Never rejects. */
export function readLinks(id: string): Promise<ApiResult<DestinationLinks>> {
  return getSignedIn<DestinationLinks>(`/v1/console/destinations/${encodeURIComponent(id)}`)
}
