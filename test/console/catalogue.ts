/** Test data: an hour of purchases, one of them with a violation, an own event type in two versions, an own field of a
 * standard one, and a name that nobody has defined. */
import { clientOf as bigQueryOf } from './client.ts'
import { load } from './seed.ts'
import { clientOf } from '../support/client.ts'
import type { StackInfo } from '../../local/stack_info.ts'

function levelReached(version: string, more: object = {}) {
  return {
    name: 'level_reached',
    version,
    description: 'A player reached a level.',
    fields: {
      player_level: { type: 'integer', description: 'Level that the player reached.', example: 12 },
      ...more,
    },
    required: ['player_level'],
  }
}

/** Loads the rows. */
export async function loadCatalogue(facts: StackInfo): Promise<void> {
  const received = Date.now() - 3_600_000
  const base = (id: string, name: string, index: number) => ({
    event_id: id,
    event_name: name,
    received_at: new Date(received + index).toISOString(),
    stored_at: new Date(received + index + 100).toISOString(),
    message_id: id,
    topic: 'events',
  })
  const purchase = (index: number) => ({
    ...base(`buy-${index}`, 'purchase', index),
    event_time: new Date(received).toISOString(),
    definition: 'purchase@1.0',
    hop: 0,
    ...(index < 3 && { connection: 'shop_orders@2.1' }),
    event_data: {
      transaction_id: `T-${index}`,
      currency: 'EUR',
      ...(index < 3 && { value: 10, margin: 2 }),
    },
    violations:
      index === 3 ? [{ field: 'event_data.value', code: 'missing', expected: 'a number', got: null }] : [],
  })
  const level = (index: number) => ({
    ...base(`level-${index}`, 'level_reached', index),
    event_time: new Date(received).toISOString(),
    definition: 'level_reached@1.1',
    hop: 0,
    event_data: { player_level: index },
  })
  const purchases = [0, 1, 2, 3].map(purchase)
  await load(bigQueryOf(facts).dataset(facts.dataset), {
    // The bus delivered one of them twice.
    events: [...purchases, purchase(0), level(1), level(2)],
    quarantine: [
      { ...base('odd-1', 'purchse', 1), reason: 'unknown_event', suggestion: 'purchase', part: 1, parts: 1 },
    ],
    deliveries: purchases.slice(0, 2).map(({ event_id, event_name, received_at, stored_at }) => ({
      event_id,
      event_name,
      received_at,
      stored_at,
      destination: 'webhook',
      target: 'webhook',
      outcome: 'delivered',
      attempt: 1,
      latency_ms: 20,
      settled_at: stored_at,
    })),
  })
  const { post } = clientOf(facts)
  const world = { type: 'string', description: 'World of the game.', example: 'lava' }
  const plan = { type: 'string', description: 'Plan that the user chose.', example: 'pro' }
  for (const body of [
    { event: levelReached('1.0') },
    { event: levelReached('1.1', { world }) },
    {
      extension: {
        name: 'sign_up',
        version: '1.0',
        description: 'Fields beside those of sign_up.',
        fields: { plan },
      },
    },
  ]) {
    const response = await post('/v1/console/definitions', body)
    if (!response.ok) throw new Error(`The definition was not saved: ${await response.text()}`)
  }
}
