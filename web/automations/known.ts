/** Automations: keeps what the server says of the syncs and actions. */
import { signal } from '@preact/signals'
import type { ShownAutomation } from '../../schemas/shown_automation.ts'
import type { Failure } from '../api.ts'
import { forgetWhenSignedOut, getSignedIn } from '../signed_in_api.ts'

/** Syncs, then actions, the configured ones first. Undefined until they are read. */
export const knownAutomations = signal<readonly ShownAutomation[] | undefined>(undefined)
export const automationsFailure = signal<Failure | undefined>(undefined)

forgetWhenSignedOut(knownAutomations, automationsFailure)

let latest = 0

/** Reads them. Only the latest request counts. */
export async function loadKnownAutomations(): Promise<void> {
  const request = ++latest
  const result = await getSignedIn<{ automations: readonly ShownAutomation[] }>('/v1/console/automations')
  if (request !== latest) return
  automationsFailure.value = result.ok ? undefined : result.failure
  if (result.ok) knownAutomations.value = result.body.automations
}
