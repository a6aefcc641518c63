/** `npx sluice doctor`: asks a deployed environment, or the local stack, whether all is there as the program says. Changes nothing. */
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openEnvironment, runCommand } from '../infra/operate/environment.ts'
import { examineBus } from '../infra/proof/doctor/bus.ts'
import { deployedFunction, findFunctions, localFunction } from '../infra/proof/doctor/functions.ts'
import { ownRights } from '../infra/proof/doctor/rights.ts'
import { examineWarehouse } from '../infra/proof/doctor/warehouse.ts'
import { ofType, types, type Graph } from '../infra/proof/graph.ts'
import { drawnGraph, type GraphOptions } from './graph.ts'
import { readStackConfig } from './pulumi/settings.ts'

const root = join(import.meta.dirname, '..')

const help = `npx sluice doctor --project <id>    asks a deployed environment whether all is there as the program says

  --stack <name>    the environment of Pulumi.<name>.yaml, in place of --project
  --local           the stack that npm start runs (SLUICE_DATA_DIR, default .local)

It asks with your own rights (gcloud auth application-default login) and changes nothing. It ends with 1 when something is amiss.`

/** The stack whose settings name the project. */
async function stackOf(project: string): Promise<string> {
  const files = (await readdir(root)).filter((name) => /^Pulumi\..+\.yaml$/.test(name))
  for (const file of files) {
    const { config } = await readStackConfig(join(root, file), { thirdPartyUrl: '' })
    if (config['gcp:project'] === project) return file.slice('Pulumi.'.length, -'.yaml'.length)
  }
  throw new Error(`No Pulumi.<stack>.yaml has gcp:project: ${project}. Found: ${files.join(', ')}`)
}

function placeOf(graph: Graph) {
  const [dataset] = ofType(graph, types.dataset)
  const [store] = ofType(graph, types.function)
  return { dataset: String(dataset?.inputs['datasetId']), region: String(store?.inputs['location']) }
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      project: { type: 'string' },
      stack: { type: 'string' },
      local: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  const { project, local } = values
  if (values.help || (!local && project === undefined && values.stack === undefined)) {
    console.log(help)
    if (!values.help) process.exitCode = 1
    return
  }
  const stack = local ? 'local' : (values.stack ?? (await stackOf(project!)))
  const own = process.env['SLUICE_CONFIG']
  const settings: GraphOptions = local && own !== undefined ? { file: own } : {}
  const planned = await drawnGraph(stack, settings)
  const owner = String(ofType(planned, types.topic)[0]?.outputs['project'])
  const { pubsub, bigquery, uriOf } = await openEnvironment({ ...placeOf(planned), project: owner, local })

  const functions = await findFunctions(planned, local ? localFunction(uriOf) : deployedFunction(owner))
  // What pushes to a function expects its real address.
  const graph = await drawnGraph(stack, {
    ...settings,
    uriOf: (name) => functions.get(name)?.uri ?? 'https://nowhere',
  })
  const findings = [
    ...[...functions.values()].flatMap((found) => found.findings),
    ...(await examineBus(pubsub, graph)),
    ...(await examineWarehouse(bigquery, graph)),
  ]
  for (const { what, problem } of findings) console.log(`${what} ${problem}`)
  if (findings.length > 0) process.exitCode = 1
  const counts = [types.function, types.topic, types.subscription, types.table].map(
    (type) => `${ofType(graph, type).length} ${type.split(':').at(-1)?.toLowerCase()}s`,
  )
  console.log(
    findings.length === 0
      ? `${owner} is as the program says: ${counts.join(', ')}.`
      : `${findings.length} of ${owner} are not as the program says.`,
  )
  for (const sentence of await ownRights(pubsub)) console.log(sentence)
  await pubsub.close()
})
