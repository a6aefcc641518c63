/** Command line: examines the functions, topics, subscriptions, tables and views of an environment, and compares them with the program. */
import { examineBus } from '../../infra/proof/doctor/bus.ts'
import type { Finding } from '../../infra/proof/doctor/finding.ts'
import { deployedFunction, findFunctions, localFunction } from '../../infra/proof/doctor/functions.ts'
import { examinePools } from '../../infra/proof/doctor/pools.ts'
import { ownRights } from '../../infra/proof/doctor/rights.ts'
import { examineWarehouse } from '../../infra/proof/doctor/warehouse.ts'
import { ofType, types, type Graph } from '../../infra/proof/graph.ts'
import { openEnvironment, openLocal } from '../environment/environment.ts'
import { chosenLocalStack } from '../environment/local_stack.ts'
import type { EnvironmentOptions } from '../environment/options.ts'
import { CliError } from '../terminal/cli_error.ts'
import { datasetAndRegion, drawnGraph, stackOfProject, type GraphOptions } from './drawn_graph.ts'

export interface DoctorOptions extends Pick<EnvironmentOptions, 'project' | 'local' | 'dataDir'> {
  /** Name of a Pulumi.<stack>.yaml. */
  stack?: string
}

export interface Examination {
  project: string
  /** What differs from the program; empty when nothing does. */
  findings: readonly Finding[]
  /** `functions` → how many the program has. */
  counts: Readonly<Record<string, number>>
  /** What the caller may do there, in sentences. */
  rights: readonly string[]
}

export async function examine(options: DoctorOptions, note: (line: string) => void): Promise<Examination> {
  const local = options.stack === undefined ? await chosenLocalStack(options, note) : undefined
  const { stack, settings } = local
    ? { stack: 'local', settings: { file: local.configFile } }
    : { stack: await stackNameOf(options), settings: {} }
  const planned = await drawnGraph(stack, settings)
  const project = String(ofType(planned, types.topic)[0]?.outputs['project'])
  const environment = local
    ? openLocal(local)
    : await openEnvironment({ ...datasetAndRegion(planned), project }, note)
  const pubsub = await environment.pubsub()
  try {
    const functions = await findFunctions(
      planned,
      local ? localFunction(environment.uriOf) : deployedFunction(project),
    )
    // What pushes to a function expects its real address.
    const uriOf = (name: string): string => functions.get(name)?.uri ?? 'https://nowhere'
    const graph = await drawnGraph(stack, { ...settings, uriOf } satisfies GraphOptions)
    const findings = [
      ...[...functions.values()].flatMap((each) => each.findings),
      // A local worker pool has no address. Its subscriptions show a backlog if it does not run.
      ...(local ? [] : await examinePools(graph)),
      ...(await examineBus(pubsub, graph)),
      ...(await examineWarehouse(await environment.bigquery(), graph)),
    ]
    return { project, findings, counts: countsOf(graph), rights: await ownRights(pubsub) }
  } finally {
    await pubsub.close()
  }
}

async function stackNameOf({ stack, project }: DoctorOptions): Promise<string> {
  if (stack !== undefined) return stack
  const chosen = project ?? process.env['GOOGLE_CLOUD_PROJECT']
  if (chosen) return stackOfProject(chosen)
  throw new CliError(
    'INVALID_ARGUMENT',
    'Missing environment: pass --project <id> or --stack <name>, or set GOOGLE_CLOUD_PROJECT. No local stack is running here; "npx sluice start" starts one.',
  )
}

/** `{functions: 7, topics: 12, subscriptions: 14, tables: 30}` */
function countsOf(graph: Graph): Readonly<Record<string, number>> {
  return Object.fromEntries(
    [types.function, types.topic, types.subscription, types.table].map((type) => [
      `${type.split(':').at(-1)?.toLowerCase()}s`,
      ofType(graph, type).length,
    ]),
  )
}
