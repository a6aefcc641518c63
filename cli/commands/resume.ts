/** Command line: `sluice resume` delivers the events that `sluice pause` holds. */
import type { Command } from 'commander'
import { addConsoleOptions, type ConsoleOptions } from '../runs/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addResume(program: Command): void {
  const command = program
    .command('resume')
    .argument('<destination>', 'id of a destination')
    .description('Delivers the events of a paused destination, oldest first.')
    .action(async (destination: string, options: ConsoleOptions, self: Command) => {
      const [{ openEnvironment }, { recorded }, { changeOfMode, changeSubscriptions }, { serviceAccountId }] =
        await Promise.all([
          import('../environment/environment.ts'),
          import('../environment/recorded.ts'),
          import('../inspect/destinations.ts'),
          import('../../infra/naming.ts'),
        ])
      const { note, result } = outputOf(self)
      const environment = await openEnvironment(options, note)
      const { project } = environment
      const uri = await environment.uriOf('forward')
      const pubsub = await environment.pubsub()
      const facts = { operation: 'resume', target: destination } as const
      const subscription = await recorded(environment, options.console, facts, () =>
        changeSubscriptions(
          pubsub,
          { destination, project },
          changeOfMode({
            pushEndpoint: `${uri}/${destination}`,
            oidcToken: {
              serviceAccountEmail: `${serviceAccountId('push')}@${project}.iam.gserviceaccount.com`,
              audience: uri,
            },
          }),
        ),
      )
      result(
        { destination, subscription, paused: false },
        `Resumed ${destination}: the events that were held are delivered now.`,
      )
    })
  addExamples(addConsoleOptions(command), ['npx sluice resume crm --project acme-events-prod'])
}
