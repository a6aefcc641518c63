/** Command line: the text of docs/graph.md, the drawn resources of the documented stack. */
import { join } from 'node:path'
import { mermaidDiagram } from '../../infra/proof/mermaid.ts'
import type { Graph } from '../../local/pulumi/graph.ts'
import { checkout } from './drawn_graph.ts'

export const documentFile = join(checkout, 'docs/graph.md')

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
