/** Command line: `sluice resume` delivers the events that `sluice pause` holds. */
import type { Command } from 'commander'
import { addEnvironmentOptions, type EnvironmentOptions } from '../environment/options.ts'
import { addExamples } from '../terminal/help.ts'
import { outputOf } from '../terminal/output.ts'

export function addResume(program: Command): void {
  const command = program
    .command('resume')
    .argument('<destination>', 'id of a destination')
    .description('Delivers the events of a paused destination, oldest first.')
    .action(async (destination: string, options: EnvironmentOptions, self: Command) => {
      const [{ openEnvironment }, { changeSubscriptions }, { serviceAccountId }] = await Promise.all([
        import('../environment/environment.ts'),
        import('../inspect/destinations.ts'),
        import('../../infra/naming.ts'),
      ])
      const { note, result } = outputOf(self)
      const { pubsub: openPubsub, project, uriOf } = await openEnvironment(options, note)
      const uri = await uriOf('forward')
      const pubsub = await openPubsub()
      const subscription = await changeSubscriptions(pubsub, { destination, project }, (each) =>
        each.modifyPushConfig({
          pushEndpoint: `${uri}/${destination}`,
          oidcToken: {
            serviceAccountEmail: `${serviceAccountId('push')}@${project}.iam.gserviceaccount.com`,
            audience: uri,
          },
        }),
      )
      result(
        { destination, subscription, paused: false },
        `Resumed ${destination}: the events that were held are delivered now.`,
      )
    })
  addExamples(addEnvironmentOptions(command), ['npx sluice resume crm --project acme-events-prod'])
}
