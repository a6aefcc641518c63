/** Test support: a sync over table `people`, and ids of what it sends. */
import { decimal, text } from '../../schemas/context/field.ts'
import { defineEvent } from '../../schemas/event_type.ts'
import { defineSync, type SyncDefinition } from '../../schemas/sync.ts'
import type { Body } from './fixture.ts'

/** Makes a sync of all people. */
export function peopleSync(more: Partial<SyncDefinition> = {}) {
  return defineSync({
    name: 'people',
    description: 'All people.',
    model: (locate) => `SELECT user_id, email, plan, spent, consent FROM ${locate('people')} -- all of them`,
    key: ['user_id'],
    mode: 'upsert',
    event: defineEvent({
      name: 'people',
      description: 'A person has changed.',
      fields: { plan: text('What they pay for.', 'free'), spent: decimal('What they have paid.', 5) },
      examples: [],
    }),
    rowsPerSecond: 1000,
    ...more,
  })
}

export function folk(count: number, plan = 'free') {
  return Array.from({ length: count }, (_, n) => ({ user_id: `u${n}`, plan }))
}

export function idOf(body: Body): string {
  return String(body['user_id'])
}

export function idsOf(bodies: readonly Body[]): readonly string[] {
  return bodies.map(idOf).toSorted()
}
