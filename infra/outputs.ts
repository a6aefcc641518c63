/** Outputs: describes what `pulumi stack output` prints: one address per public endpoint, with or without a load balancer. */
import { interpolate, type Input, type Output } from '@pulumi/pulumi'
import type { Edge } from './resources/edge.ts'

/** The public endpoints of an environment. Each address works as printed, with and without a load balancer. */
interface Doors {
  /** Where producers POST events: `<baseUrl>/v1/topics/<topic>`. */
  baseUrl: Input<string>
  /** Where systems POST payloads of their own format: `<translatorUrl>/<translation>`. */
  translatorUrl: Input<string>
  /** Where webhooks are POSTed: `<hookUrl>/<translation>`; empty if none is configured. */
  hookUrl: Input<string>
  /** Where web pages of a source POST events: `<collectUrl>/<source>`; empty if no source has a web door. */
  collectUrl: Input<string>
  /** The console, for people. */
  consoleUrl: Input<string>
}

export interface Outputs extends Doors {
  /** DNS A records to create: domain → address; empty without a load balancer. */
  dns: Record<string, Output<string>>
  /** BigQuery dataset that holds every event. */
  dataset: Output<string>
  /** The dashboard in Cloud Monitoring. */
  dashboardUrl: Output<string>
  /** Opens Looker Studio with the view `delivery_funnel` as data source, read with the viewer's permissions. */
  lookerStudioUrl: string
  /** Topics that producers may publish to, by name. */
  topics: Record<string, Output<string>>
  /** Addresses of the functions, by name. */
  functions: Record<string, Output<string>>
}

/** A function with an address. */
interface Addressed {
  uri: Output<string>
}

/** The functions that are called from outside. */
interface DoorHandlers {
  ingest: Addressed
  translate: Addressed
  hook: Addressed | undefined
  collect: Addressed | undefined
  console: Addressed
}

/** Returns the address of each endpoint: that of the load balancer if there is one, else of the function. */
export function doorsOf(
  edge: Edge | undefined,
  { ingest, translate, hook, collect, console }: DoorHandlers,
): Doors {
  const front = (handler: Addressed): Input<string> => edge?.url ?? handler.uri
  return {
    baseUrl: front(ingest),
    translatorUrl: interpolate`${front(translate)}/v1/translators`,
    hookUrl: hook ? interpolate`${front(hook)}/v1/hooks` : '',
    collectUrl: collect ? interpolate`${front(collect)}/v1/collect` : '',
    consoleUrl: interpolate`${front(console)}/console/`,
  }
}

/** Returns the addresses of the deployed functions by name. */
export function urisOf(
  functions: Readonly<Record<string, Addressed | undefined>>,
): Record<string, Output<string>> {
  return Object.fromEntries(
    Object.entries(functions).flatMap(([name, deployed]) => (deployed ? [[name, deployed.uri]] : [])),
  )
}
