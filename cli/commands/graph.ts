/** Command line: `sluice graph` draws what the Pulumi program makes of a stack. */
import { writeFile } from 'node:fs/promises'
import { addExamples } from '../terminal/help.ts'
import type { Command } from 'commander'
import { outputOf } from '../terminal/output.ts'

interface GraphCommandOptions {
  stack: string
  write?: boolean
}

export function addGraph(program: Command): void {
  const command = program
    .command('graph')
    .description('Draws how events flow through a stack, from the Pulumi program alone.')
    .option('--stack <name>', 'the stack of Pulumi.<name>.yaml', 'example')
    .option('--write', 'write the picture of the example stack to docs/graph.md')
    .action(async ({ stack, write }: GraphCommandOptions, self: Command) => {
      const [{ documentedStack, drawnGraph, withoutSecrets }, { mermaidDiagram }] = await Promise.all([
        import('../inspect/drawn_graph.ts'),
        import('../../infra/proof/mermaid.ts'),
      ])
      const output = outputOf(self)
      if (write) {
        const { documentFile, documentOf } = await import('../inspect/graph_document.ts')
        await writeFile(documentFile, documentOf(await drawnGraph(documentedStack)))
        return output.result({ written: [documentFile] }, `Wrote ${documentFile}.`)
      }
      const graph = await drawnGraph(stack)
      output.result(withoutSecrets(graph), mermaidDiagram(graph).trimEnd())
    })
  addExamples(
    command,
    ['npx sluice graph --stack prod', `npx sluice graph --json | jq '.resources[].urn'`],
    [
      'It prints a Mermaid picture (https://mermaid.js.org). --json prints every resource with its inputs; secrets are masked.',
    ],
  )
}
