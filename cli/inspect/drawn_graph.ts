/** Command line: runs the Pulumi program with the settings of a stack and returns its resources. No cloud is called. */
import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { ofType, types } from '../../infra/proof/graph.ts'
import { program } from '../../infra/program.ts'
import { unknownSecret } from '../../infra/settings/webhooks.ts'
import { emulator } from '../../local/pulumi/emulate.ts'
import type { Graph, Resource } from '../../local/pulumi/graph.ts'
import { nearest } from '../../schemas/nearest.ts'
import { runProgram } from '../../local/pulumi/run.ts'
import { readEncryptedConfig, readStackConfig } from '../../local/pulumi/settings.ts'
import { CliError } from '../terminal/cli_error.ts'

/** Folder with the Pulumi.<stack>.yaml. */
export const checkout = resolve(import.meta.dirname, '../..')

/** Stands for a secret, in settings as in what is printed. */
export const masked = unknownSecret

/** The stack that uses every setting: docs/graph.md and infra/locks are of it. */
export const documentedStack = 'example'

export interface GraphOptions {
  /** File with the settings, in place of `Pulumi.<stack>.yaml` of the checkout. */
  file?: string
  /** Address of a function. Default: a placeholder. */
  uriOf?: (functionName: string) => string
}

function placeholder(name: string): string {
  return `https://${name}-0123456789-ew.a.run.app`
}

/** Runs the program with the settings of `Pulumi.<stack>.yaml`, with placeholders for encrypted values. */
export async function drawnGraph(
  stack: string,
  { file = `Pulumi.${stack}.yaml`, uriOf = placeholder }: GraphOptions = {},
): Promise<Graph> {
  const path = resolve(checkout, file)
  if (!existsSync(path)) throw await missingStack(stack, path)
  const { config, secretKeys } = await readEncryptedConfig(path)
  return runProgram({
    // The warnings are for an update of this stack, not for drawing it.
    program: () => program({ warn: () => {} }),
    project: 'sluice',
    stack,
    config,
    secretKeys,
    emulate: emulator({ project: config['gcp:project'] ?? '', uriOf }),
  })
}

async function missingStack(stack: string, path: string): Promise<CliError> {
  const stacks = (await stackFiles()).map((name) => name.slice('Pulumi.'.length, -'.yaml'.length))
  const near = nearest(stack, stacks)
  const meant = near === undefined ? '' : ` Did you mean ${near}?`
  return new CliError(
    'NOT_FOUND',
    `${path} does not exist. --stack takes the <name> of a Pulumi.<name>.yaml.${meant} Stacks: ${stacks.join(', ')}.`,
  )
}

/** Names of the files with settings in the checkout. */
export async function stackFiles(): Promise<readonly string[]> {
  return (await readdir(checkout)).filter((name) => /^Pulumi\..+\.yaml$/.test(name)).toSorted()
}

/** The stack whose settings name the project. */
export async function stackOfProject(project: string): Promise<string> {
  const files = await stackFiles()
  for (const file of files) {
    const { config } = await readStackConfig(join(checkout, file), { thirdPartyUrl: '' })
    if (config['gcp:project'] === project) return file.slice('Pulumi.'.length, -'.yaml'.length)
  }
  throw new CliError(
    'NOT_FOUND',
    `No Pulumi.<stack>.yaml has gcp:project: ${project}. Found: ${files.join(', ')}`,
  )
}

/** The dataset of a graph and the region of its functions. */
export function datasetAndRegion(graph: Graph): { dataset: string; region: string } {
  const [dataset] = ofType(graph, types.dataset)
  const [store] = ofType(graph, types.function)
  return { dataset: String(dataset?.inputs['datasetId']), region: String(store?.inputs['location']) }
}

/** The graph without the values that are marked secret. */
export function withoutSecrets(graph: Graph): Graph {
  const open = (values: Resource['inputs'], secrets: readonly string[]) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [
        name,
        secrets.some((path) => path.split(/[.[]/, 1)[0] === name) ? masked : value,
      ]),
    )
  return {
    ...graph,
    resources: graph.resources.map((resource) => ({
      ...resource,
      inputs: open(resource.inputs, resource.secrets),
      outputs: open(resource.outputs, resource.secrets),
    })),
  }
}
