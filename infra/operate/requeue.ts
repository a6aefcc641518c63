/** Operating: `npx sluice requeue`: puts dead letters back on the bus, each to the one it could not be delivered to. */
import { parseArgs } from 'node:util'
import { attributes as names, topicOfStore, topics } from '../../schemas/bus.ts'
import { tables } from '../../schemas/warehouse.ts'
import {
  environmentHelp,
  environmentOptions,
  openEnvironment,
  runCommand,
  type CommandEnvironment,
} from './environment.ts'

const help = `npx sluice requeue [options]    puts dead letters back on the bus

  --destination <id>     only those for this destination
  --subscription <id>    only those of this subscription, such as events-store
  --from <time>          only those that died at this time or later (default: 31 days ago)
  --to <time>            only those that died before this time (default: now)
  --dry-run              only says how many there are
${environmentHelp}

A pair that was delivered since is left out. Run it once the cause is mended: what fails again becomes a dead letter again.`

interface DeadLetter {
  message_id: string
  subscription: string | null
  destination: string | null
  attributes: string
  original: Buffer
}

interface Choice {
  destination: string | null
  subscription: string | null
  from: string
  to: string
}

/** The parts of dead letters whose pair still is dead, oldest first; of each pair the latest letter. */
function query(project: string, dataset: string): string {
  return `
SELECT letter.message_id, letter.subscription, letter.destination,
  TO_JSON_STRING(letter.attributes) AS attributes, letter.original
FROM \`${project}.${dataset}.${tables.dead_letters.name}\` AS letter
LEFT JOIN \`${project}.${dataset}.delivery_state\` AS state
  ON state.event_id = letter.event_id AND state.destination = letter.destination
WHERE letter.dead_at >= TIMESTAMP(@from) AND letter.dead_at < TIMESTAMP(@to)
  AND (@destination IS NULL OR letter.destination = @destination)
  AND (@subscription IS NULL OR letter.subscription = @subscription)
  AND (letter.destination IS NULL OR state.outcome = 'dead')
QUALIFY RANK() OVER (
  PARTITION BY COALESCE(CONCAT(letter.destination, '/', letter.event_id), letter.message_id)
  ORDER BY letter.dead_at DESC, letter.message_id
) = 1
ORDER BY letter.dead_at, letter.message_id, letter.part`
}

async function deadLetters(
  { bigquery, project, dataset }: CommandEnvironment,
  choice: Choice,
): Promise<readonly DeadLetter[]> {
  const [rows] = await bigquery.query({
    query: query(project, dataset),
    params: choice,
    types: { destination: 'STRING', subscription: 'STRING', from: 'STRING', to: 'STRING' },
  })
  const letters = new Map<string, DeadLetter>()
  for (const { original, ...row } of rows as readonly DeadLetter[]) {
    const before = letters.get(row.message_id)?.original
    letters.set(row.message_id, { ...row, original: before ? Buffer.concat([before, original]) : original })
  }
  return [...letters.values()]
}

/** Where a dead letter belongs, and the attributes that bring it there: of a stored event only the permission for its own destination. */
function wayBack({ subscription, destination, attributes }: DeadLetter) {
  const known = Object.entries(JSON.parse(attributes) as Record<string, string>).filter(
    ([name]) => !name.startsWith('CloudPubSubDeadLetter'),
  )
  if (destination === null) {
    const topic = subscription === null ? undefined : topicOfStore(subscription)
    return topic === undefined ? undefined : { topic, attributes: Object.fromEntries(known) }
  }
  const own = names.permit(destination)
  const prefix = names.permit('')
  return {
    topic: topics.stored,
    attributes: Object.fromEntries(known.filter(([name]) => name === own || !name.startsWith(prefix))),
  }
}

async function requeue({ pubsub }: CommandEnvironment, letters: readonly DeadLetter[]): Promise<number> {
  const accepted = await Promise.all(
    letters.map(async (letter) => {
      const way = wayBack(letter)
      if (!way) return false
      await pubsub.topic(way.topic).publishMessage({ data: letter.original, attributes: way.attributes })
      return true
    }),
  )
  return accepted.filter(Boolean).length
}

await runCommand(async () => {
  const { values } = parseArgs({
    options: {
      ...environmentOptions,
      destination: { type: 'string' },
      subscription: { type: 'string' },
      from: { type: 'string', default: new Date(Date.now() - 31 * 86_400_000).toISOString() },
      to: { type: 'string', default: new Date().toISOString() },
      'dry-run': { type: 'boolean', default: false },
    },
  })
  if (values.help) return console.log(help)
  const { destination = null, subscription = null, from, to } = values
  for (const [option, time] of Object.entries({ from, to })) {
    if (Number.isNaN(Date.parse(time)))
      throw new Error(`--${option} must be a time such as 2026-03-14T09:00:00Z, got ${time}`)
  }
  const environment = await openEnvironment(values)
  const letters = await deadLetters(environment, { destination, subscription, from, to })
  if (values['dry-run']) console.log(`${letters.length} dead letters would be put back.`)
  else console.log(`${await requeue(environment, letters)} of ${letters.length} dead letters are put back.`)
  await environment.pubsub.close()
})
