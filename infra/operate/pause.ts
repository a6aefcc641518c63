/** Operating: `npx sluice pause` and `npx sluice resume`: holds the events of one destination in its subscription, and lets them go again. */
import { parseArgs } from 'node:util'
import { subscriptions } from '../../schemas/bus.ts'
import { serviceAccountId } from '../naming.ts'
import {
  environmentHelp,
  environmentOptions,
  openEnvironment,
  runCommand,
  type CommandEnvironment,
} from './environment.ts'

const help = `npx sluice pause <destination> [options]     holds its events, for up to 31 days
npx sluice resume <destination> [options]    delivers them, those held first

${environmentHelp}

"pulumi up --refresh", and the next "pulumi up" that changes the subscription, resumes it. To keep a destination paused, set it:
  pulumi config set --path 'sluice:destinations.<destination>.paused' true`

async function pause({ pubsub }: CommandEnvironment, destination: string): Promise<string> {
  const subscription = pubsub.subscription(subscriptions.forward(destination))
  await subscription.modifyPushConfig({ pushEndpoint: '' })
  return `${destination} is paused: its events are held in ${subscription.name}.`
}

async function resume({ pubsub, project, uriOf }: CommandEnvironment, destination: string): Promise<string> {
  const uri = await uriOf('forward')
  await pubsub.subscription(subscriptions.forward(destination)).modifyPushConfig({
    pushEndpoint: `${uri}/${destination}`,
    oidcToken: {
      serviceAccountEmail: `${serviceAccountId('push')}@${project}.iam.gserviceaccount.com`,
      audience: uri,
    },
  })
  return `${destination} is resumed: what was held is delivered now.`
}

await runCommand(async () => {
  const { values, positionals } = parseArgs({ options: environmentOptions, allowPositionals: true })
  const [command, destination, ...others] = positionals
  if (values.help || !destination || others.length > 0) {
    console.log(help)
    if (!values.help) process.exitCode = 1
    return
  }
  const environment = await openEnvironment(values)
  console.log(await (command === 'resume' ? resume : pause)(environment, destination))
  await environment.pubsub.close()
})
