/** Demo: reads what the deployed functions of the stack go by, so that the history is made as they would have made it. */
import { actions } from '../../schemas/derived_types.ts'
import type { ConsentDefaults } from '../../schemas/consent_defaults.ts'
import type { Destination } from '../../schemas/destination.ts'
import { assignedActions, type DeployedAction } from '../../functions/act/triggers.ts'
import { compileDecisions, type Decide } from '../../functions/decision/decide.ts'
import { compileDerive, type Derive } from '../../functions/event/derive.ts'
import {
  readActions,
  readConsentDefaults,
  readDerivedFields,
  readDestinations,
} from '../../functions/serving/settings.ts'
import { withTarget } from '../../functions/targets/registry.ts'
import { functionsOf } from '../apply/functions.ts'
import { ofType, type Graph } from '../pulumi/graph.ts'

export interface HistorySettings {
  destinations: readonly Destination[]
  /** Environment of `forward`, with the secrets of the destinations. */
  forwardEnvironment: Readonly<Record<string, string>>
  consentDefaults: ConsentDefaults
  derive: Derive | undefined
  decide: Decide
  /** Those on events without requirements: the others would read a warehouse that is still empty. */
  actions: readonly DeployedAction[]
  /** Attempts until a message becomes a dead letter, and the delays between two of them in ms. */
  delivery: { maxAttempts: number; minimumBackoff: number; maximumBackoff: number }
}

/** Reads the settings from the resources of the program. */
export function historySettings(graph: Graph): HistorySettings {
  const environments = new Map(functionsOf(graph).map(({ name, env }) => [name, env]))
  const store = environments.get('store')!
  const destinations = readDestinations(store['DESTINATIONS']!)
  const consentDefaults = readConsentDefaults(store['CONSENT_DEFAULTS']!)
  return {
    destinations,
    forwardEnvironment: environments.get('forward')!,
    consentDefaults,
    derive: compileDerive(readDerivedFields(store['DERIVED_FIELDS']!)),
    decide: compileDecisions(destinations.map(withTarget), consentDefaults),
    actions: assignedActions(readActions(store['ACTIONS']!), actions).filter(
      ({ action }) => action.requires.length === 0,
    ),
    delivery: deliveryOf(graph, destinations[0]!.id),
  }
}

interface Retries {
  deadLetterPolicy: { maxDeliveryAttempts: number }
  retryPolicy: { minimumBackoff: string; maximumBackoff: string }
}

function deliveryOf(graph: Graph, destination: string): HistorySettings['delivery'] {
  const forward = ofType(graph, 'gcp:pubsub/subscription:Subscription').find(
    ({ inputs }) => inputs['name'] === `forward-${destination}`,
  )!
  const { deadLetterPolicy, retryPolicy } = forward.inputs as unknown as Retries
  return {
    maxAttempts: deadLetterPolicy.maxDeliveryAttempts,
    minimumBackoff: Number.parseFloat(retryPolicy.minimumBackoff) * 1000,
    maximumBackoff: Number.parseFloat(retryPolicy.maximumBackoff) * 1000,
  }
}
