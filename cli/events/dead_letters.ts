/** Command line: reads dead letters from the warehouse and publishes them again. */
import { attributes as names, topicOfStore, topics } from '../../schemas/bus.ts'
import { tables } from '../../schemas/warehouse.ts'
import type { CommandEnvironment } from '../environment/command_environment.ts'

export interface DeadLetter {
  message_id: string
  subscription: string | null
  destination: string | null
  attributes: string
  original: Buffer
}

export interface DeadLetterChoice {
  /** Null for all. */
  destination: string | null
  subscription: string | null
  /** RFC 3339. */
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

export async function readDeadLetters(
  { bigquery, project, dataset }: CommandEnvironment,
  choice: DeadLetterChoice,
): Promise<readonly DeadLetter[]> {
  const client = await bigquery()
  const [rows] = await client.query({
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

/** The topic that a dead letter is published to, and its attributes: of a stored event only the permission for its own destination. It is sent
 * without order: events that followed it have been delivered. */
function returnPath({ subscription, destination, attributes }: DeadLetter) {
  const known = Object.entries(JSON.parse(attributes) as Record<string, string>).filter(
    ([name]) => !name.startsWith('CloudPubSubDeadLetter'),
  )
  if (destination === null) {
    const topic = subscription === null ? undefined : topicOfStore(subscription)
    return topic === undefined ? undefined : { topic, attributes: Object.fromEntries(known) }
  }
  const permits = [names.permit(''), names.permitInOrder('')]
  const others = known.filter(([name]) => !permits.some((prefix) => name.startsWith(prefix)))
  return {
    topic: topics.stored,
    attributes: { ...Object.fromEntries(others), [names.permit(destination)]: '1' },
  }
}

/** Publishes the letters; resolves to how many Pub/Sub has accepted. `onProgress` gets that number as it grows. */
export async function republishDeadLetters(
  { pubsub: openPubsub }: CommandEnvironment,
  letters: readonly DeadLetter[],
  onProgress: (accepted: number) => void,
): Promise<number> {
  const pubsub = await openPubsub()
  let accepted = 0
  try {
    await Promise.all(
      letters.map(async (letter) => {
        const path = returnPath(letter)
        if (!path) return
        await pubsub.topic(path.topic).publishMessage({ data: letter.original, attributes: path.attributes })
        onProgress(++accepted)
      }),
    )
  } finally {
    await pubsub.close()
  }
  return accepted
}
