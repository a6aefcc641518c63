/** Command line: `sluice pause` holds the events of one destination in its subscription. */
import type { Command } from 'commander'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addPause(program: Command): void {
  const command = program
    .command('pause')
    .argument('<destination>', 'id of a destination')
    .description('Holds the events of a destination in its subscription, for up to 31 days.')
    .action(async (destination: string, options: ConsoleOptions, self: Command) => {
      const [{ openEnvironment }, { recorded }, { changeOfMode, changeSubscriptions }] = await Promise.all([
        import('../environment/environment.ts'),
        import('../environment/recorded.ts'),
        import('../inspect/destinations.ts'),
      ])
      const { note, result } = outputOf(self)
      const environment = await openEnvironment(options, note)
      const { project } = environment
      const pubsub = await environment.pubsub()
      const facts = { operation: 'pause', target: destination } as const
      const subscription = await recorded(environment, options.console, facts, () =>
        changeSubscriptions(pubsub, { destination, project }, changeOfMode(undefined)),
      )
      result(
        { destination, subscription, paused: true },
        `Paused ${destination}: its events are held in ${subscription}.`,
      )
    })
  addExamples(
    addConsoleOptions(command),
    ['npx sluice pause crm --project acme-events-prod'],
    [
      '"pulumi up --refresh", and the next "pulumi up" that changes the subscription, resumes the destination. To keep it paused:',
      "  pulumi config set --path 'sluice:destinations.<destination>.paused' true",
    ],
  )
}
