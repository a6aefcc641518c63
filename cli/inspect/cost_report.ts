/** Command line: gathers what `sluice cost` calculates with: a stack's graph, and the month of an environment if no number of events is given. */
import { topics } from '../../schemas/bus.ts'
import { calculate, type CostCalculation } from '../../infra/proof/calculation.ts'
import type { Usage } from '../../infra/proof/cost.ts'
import { ofType, types, type Graph } from '../../infra/proof/graph.ts'
import { tierOf, tiers } from '../../infra/proof/price_places.ts'
import { webCeiling, type WebCeiling } from '../../infra/proof/web_ceiling.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { CommandEnvironment } from '../environment/command_environment.ts'
import { openEnvironment, openLocal } from '../environment/environment.ts'
import { chosenLocalStack } from '../environment/local_stack.ts'
import type { EnvironmentOptions } from '../environment/options.ts'
import { CliError } from '../terminal/cli_error.ts'
import { readBilledCosts, type BilledCosts } from './billed_costs.ts'
import { datasetAndRegion, documentedStack, drawnGraph, stackOfProject } from './drawn_graph.ts'
import { readMonth, type RealMonth } from './real_month.ts'

export interface CostOptions extends Pick<EnvironmentOptions, 'project' | 'local' | 'dataDir'> {
  events?: number
  bytes?: number
  destinations?: number
  perRequest: number
  mode?: 'push' | 'drain'
  region?: string
  /** Days. */
  retention?: number
  /** Bytes. */
  queries?: number
  compression?: number
  eventsPerUser: number
  /** `project.dataset.table` */
  billingTable?: string
  stack?: string
}

/** Bytes of an event as JSON, if nothing says otherwise. */
export const usualBytes = 550

export interface CostReport {
  calculation: CostCalculation
  /** What the number of events was read from. */
  real: RealMonth | undefined
  billed: BilledCosts | undefined
  webDoors: WebCeiling | undefined
}

export async function costReport(options: CostOptions, note: (line: string) => void): Promise<CostReport> {
  checkRegion(options.region)
  const { graph, environment } = await graphAndEnvironment(options, note)
  const now = Date.now()
  const real = options.events === undefined && environment ? await readMonth(environment, now) : undefined
  const { bytes, perRequest, mode, region, retention, queries, compression, eventsPerUser } = options
  const usage: Usage = {
    events: options.events ?? real?.events ?? 0,
    bytes: bytes ?? (real?.bytes || usualBytes),
    destinations: options.destinations ?? real?.destinations ?? destinationsOf(graph),
    perRequest,
    ...(mode !== undefined && { mode }),
    ...(region !== undefined && { region }),
  }
  return {
    calculation: calculate(graph, usage, {
      eventsPerUser,
      ...(retention !== undefined && { retention }),
      ...(queries !== undefined && { queriedTib: queries / 2 ** 40 }),
      ...(compression !== undefined && { compression }),
    }),
    real,
    billed:
      options.billingTable !== undefined && environment
        ? await readBilledCosts(environment, options.billingTable, now)
        : undefined,
    webDoors: webCeiling(graph, usage.destinations),
  }
}

function checkRegion(region: string | undefined): void {
  if (region === undefined || tierOf(region) !== undefined) return
  const meant = nearest(region, [...tiers[1], ...tiers[2]])
  throw new CliError(
    'INVALID_ARGUMENT',
    `No source shows the prices of --region ${region}.${meant === undefined ? '' : ` Did you mean ${meant}?`} Regions: ${[...tiers[1], ...tiers[2]].toSorted().join(', ')}.`,
  )
}

/** Opens an environment only if something must be read there. */
async function graphAndEnvironment(
  options: CostOptions,
  note: (line: string) => void,
): Promise<{ graph: Graph; environment?: CommandEnvironment }> {
  const reads = options.events === undefined || options.billingTable !== undefined
  const { stack } = options
  if (options.local || (reads && stack === undefined)) {
    const local = await chosenLocalStack(options, note)
    if (local) {
      const graph = await drawnGraph('local', { file: local.configFile })
      return { graph, environment: openLocal(local) }
    }
  }
  const project = options.project ?? process.env['GOOGLE_CLOUD_PROJECT']
  if (!reads) return { graph: await drawnGraph(stack ?? (await stackNamed(options.project))) }
  if (stack === undefined && !project) throw new CliError('INVALID_ARGUMENT', nothingToRead)
  const graph = await drawnGraph(stack ?? (await stackOfProject(project!)))
  const own = String(ofType(graph, types.topic)[0]?.outputs['project'])
  const place = { ...datasetAndRegion(graph), project: options.project ?? own }
  return { graph, environment: await openEnvironment(place, note) }
}

const nothingToRead =
  'Missing --events <number>, or an environment whose month is read: pass --project <id>, --stack <name> or --local. No local stack is running here.'

async function stackNamed(project: string | undefined): Promise<string> {
  return project === undefined ? documentedStack : stackOfProject(project)
}

function destinationsOf(graph: Graph): number {
  return ofType(graph, types.subscription).filter(({ inputs }) =>
    String(inputs['topic']).endsWith(`/topics/${topics.stored}`),
  ).length
}
