/** Chaos: the events of a run: purchases, and one in fifty that is hostile. */
import { randomUUID } from 'node:crypto'
import type { Random } from '../ingest/random.ts'

export interface ChaosEvent {
  id: string
  value: number
  isHostile: boolean
  text: string
}

const deep = `${'{"a":'.repeat(400)}1${'}'.repeat(400)}`

/** The rest of a hostile event, after its id. Each is accepted by the front door; where it ends up is for the store to decide. */
const hostile = [
  `"event_name":"no_such_event"`,
  `"event_name":"purchase","value":"not a number"`,
  `"event_name":"purchase","__proto__":{"value":1},"constructor":{"prototype":{}}`,
  `"event_name":"purchase","value":1e400`,
  `"event_name":"purchase","event_data":${deep}`,
  `"event_name":"purchase","value":1,"value":2,"event_data":{"value":3}`,
  `"event_name":"purchase","currency":"\\ud83d","coupon":"\\u0000"`,
  `"event_name":"purchase","email":"ann@${'a'.repeat(600)}!"`,
  `"event_name":"purchase","event_time":"9999-99-99T99:99:99Z"`,
  `"event_name":["purchase"]`,
] as const

export function chaosEvents(total: number, random: Random): readonly ChaosEvent[] {
  return Array.from({ length: total }, () => {
    const id = randomUUID()
    const value = random.below(100)
    const isHostile = random.below(50) === 0
    const text = isHostile
      ? `{"event_id":"${id}",${random.pick(hostile)}}`
      : JSON.stringify({
          event_id: id,
          event_name: 'purchase',
          anonymous_id: 'anon-7f3a91',
          transaction_id: id,
          value,
          currency: 'EUR',
          items: [{ item_id: 'SKU-1842', price: value, quantity: 1 }],
        })
    return { id, value, isHostile, text }
  })
}
