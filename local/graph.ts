/** `npx sluice graph`: what the Pulumi program would make of a stack, as JSON or as a picture of how events flow. No cloud is asked. */
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { runCommand } from '../infra/operate/environment.ts'
import { program } from '../infra/program.ts'
import { mermaidDiagram } from '../infra/proof/mermaid.ts'
import { unknownSecret } from '../infra/settings/webhooks.ts'
import { emulator } from './pulumi/emulate.ts'
import type { Graph, Resource } from './pulumi/graph.ts'
import { runProgram } from './pulumi/run.ts'
import { readEncryptedConfig } from './pulumi/settings.ts'

const help = `npx sluice graph [--stack <name>] [--json]    what the program makes of Pulumi.<name>.yaml (default: example)

  --json     every resource with its inputs, secrets masked; else a Mermaid picture (https://mermaid.js.org)
  --write    writes docs/graph.md anew`

/** Stands for a secret, in settings as in what is printed. */
export const masked = unknownSecret

/** The stack that uses every setting is the one that docs/graph.md shows. */
export const documentedStack = 'example'
export const documentFile = resolve(import.meta.dirname, '../docs/graph.md')

export interface GraphOptions {
  /** File with the settings, in place of `Pulumi.<stack>.yaml`. */
  file?: string
  /** Where a function answers; in an address that is none, where nobody knows. */
  uriOf?: (functionName: string) => string
}

function placeholder(name: string): string {
  return `https://${name}-0123456789-ew.a.run.app`
}

/** Runs the program with the settings of `Pulumi.<stack>.yaml`; what Pulumi keeps encrypted there is a placeholder here. */
export async function drawnGraph(
  stack: string,
  { file = `Pulumi.${stack}.yaml`, uriOf = placeholder }: GraphOptions = {},
): Promise<Graph> {
  const path = resolve(import.meta.dirname, '..', file)
  if (!existsSync(path))
    throw new Error(`There is no ${path}: --stack takes the <name> of a Pulumi.<name>.yaml.`)
  const { config, secretKeys } = await readEncryptedConfig(path)
  return runProgram({
    program,
    project: 'sluice',
    stack,
    config,
    secretKeys,
    emulate: emulator({ project: config['gcp:project'] ?? '', uriOf }),
  })
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

/** The text of docs/graph.md. */
export function documentOf(graph: Graph): string {
  return `# The graph

Drawn by \`npx sluice graph --write\` from what the Pulumi program registers for \`Pulumi.example.yaml\`; a test keeps it current.
An arrow from a topic is a subscription with its filter, any other arrow a right: to call, to publish or to write; a dotted one the
right to read.

\`\`\`mermaid
${mermaidDiagram(graph)}\`\`\`

\`npx sluice graph --stack <name>\` draws another stack, \`--json\` prints every resource with its inputs.
`
}

async function command(): Promise<void> {
  const { values } = parseArgs({
    options: {
      stack: { type: 'string', default: documentedStack },
      json: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return console.log(help)
  if (values.write) return writeFile(documentFile, documentOf(await drawnGraph(documentedStack)))
  const graph = await drawnGraph(values.stack)
  console.log(values.json ? JSON.stringify(withoutSecrets(graph), null, 2) : mermaidDiagram(graph))
}

if (import.meta.main) await runCommand(command)
