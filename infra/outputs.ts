/** Outputs: what `pulumi stack output` prints; one address for each door, whichever function or load balancer serves it. */
import { interpolate, type Input, type Output } from '@pulumi/pulumi'
import type { Edge } from './resources/edge.ts'

/** The doors of an environment. Each address works as it is printed, with a load balancer in front and without one. */
export interface Doors {
  /** Where producers POST events: `<baseUrl>/v1/topics/<topic>`. */
  baseUrl: Input<string>
  /** Where systems POST payloads of their own format: `<translatorUrl>/<translation>`. */
  translatorUrl: Input<string>
  /** Where webhooks are POSTed: `<hookUrl>/<translation>`; empty where the settings name none. */
  hookUrl: Input<string>
  /** The console, for people. */
  consoleUrl: Input<string>
}

export interface Outputs extends Doors {
  /** A records to make: domain → address; empty without an edge. */
  dns: Record<string, Output<string>>
  /** BigQuery dataset that holds every event. */
  dataset: Output<string>
  /** Where operators look: the dashboard in Cloud Monitoring. */
  dashboardUrl: Output<string>
  /** Opens Looker Studio with the view `delivery_funnel` as data source, read with the rights of the person who opens it. */
  lookerStudioUrl: string
  /** Topics that producers may publish to, by name. */
  topics: Record<string, Output<string>>
  /** Addresses of the functions, by name. */
  functions: Record<string, Output<string>>
}

/** A function, as far as it has an address of its own. */
interface Addressed {
  uri: Output<string>
}

/** The functions that are called from outside. */
export interface DoorHandlers {
  ingest: Addressed
  translate: Addressed
  hook: Addressed | undefined
  console: Addressed
}

/** One front for all doors where there is an edge; without one each function has an address of its own. */
export function doorsOf(edge: Edge | undefined, { ingest, translate, hook, console }: DoorHandlers): Doors {
  const front = (handler: Addressed): Input<string> => edge?.url ?? handler.uri
  return {
    baseUrl: front(ingest),
    translatorUrl: interpolate`${front(translate)}/v1/translators`,
    hookUrl: hook ? interpolate`${front(hook)}/v1/hooks` : '',
    consoleUrl: interpolate`${front(console)}/console/`,
  }
}
