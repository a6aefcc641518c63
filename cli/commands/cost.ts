/** Command line: `sluice cost` estimates what a month of a stack costs. */
import type { Command } from 'commander'
import { topics } from '../../schemas/bus.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'
import { parseAmount } from '../terminal/values.ts'

interface CostOptions {
  events: number
  bytes: number
  destinations?: number
  stack: string
}

export function addCost(program: Command): void {
  const command = program
    .command('cost')
    .description('Estimates what a month of a stack costs, by service, in US dollars.')
    .option('--events <number>', 'events of a month: 50M, 200k or 1500 (required)', parseAmount)
    .option('--bytes <number>', 'bytes of an event as JSON', parseAmount, 550)
    .option(
      '--destinations <number>',
      'how many destinations an event goes to (default: as many as the stack has)',
      parseAmount,
    )
    .option('--stack <name>', 'the stack of Pulumi.<name>.yaml', 'example')
    .action(async ({ events, bytes, destinations, stack }: CostOptions, self: Command) => {
      requireOptions(self, 'events')
      const [{ drawnGraph }, { formatCost }, { monthlyCost }, { ofType, types }] = await Promise.all([
        import('../inspect/drawn_graph.ts'),
        import('../inspect/cost_text.ts'),
        import('../../infra/proof/cost.ts'),
        import('../../infra/proof/graph.ts'),
      ])
      const graph = await drawnGraph(stack)
      const own = ofType(graph, types.subscription).filter(({ inputs }) =>
        String(inputs['topic']).endsWith(`/topics/${topics.stored}`),
      )
      const usage = { events, bytes, destinations: destinations ?? own.length }
      const estimate = monthlyCost(graph, usage)
      outputOf(self).result({ usage, ...estimate }, formatCost(estimate, usage))
    })
  addExamples(command, [
    'npx sluice cost --events 50M',
    'npx sluice cost --events 200k --bytes 900 --destinations 3 --stack prod',
  ])
}
