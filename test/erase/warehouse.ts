/** Test support: a warehouse with Jane in every table and in every notation, among others with similar identities. */
import { tables, type TableName } from '../../schemas/warehouse.ts'
import type { TestWarehouse } from '../support/warehouse.ts'
import {
  changed,
  counted,
  countedError,
  data,
  delivered,
  delivery,
  event,
  firing,
  greeted,
  letter,
  linked,
  problem,
  quarantined,
  run,
  suppressed,
} from './rows.ts'

/** The person to erase. */
export const jane = { email: 'Jane.Doe@Acme.example', user_id: '42' }
/** `printf jane.doe@acme.example | sha256sum` */
export const janesHash = '7f0da4d2d19e78ed57e07f9f61e86546aadd5cf806dd1f724bd11fecd55c700c'

/** Rows of Jane, and rows that are not hers. */
export const content: Readonly<
  Partial<Record<TableName, { hers: readonly object[]; others: readonly object[] }>>
> = {
  events: {
    hers: [
      event('by-email', { email: ' JANE.doe@acme.example ' }),
      event('by-id', { user_id: '42' }),
      event('by-number', data({ user_id: 42 })),
      event('deep', data({ people: [{ name: 'J', contact: 'jane.doe@acme.example' }] })),
      event('in-words', data({ note: 'Mail jane.doe@acme.example, please.' })),
      event('in-address', { page_url: 'https://shop.example/?e=Jane.Doe%40acme.example&userId=42' }),
      // printf jane.doe@acme.example | base64
      event('as-base64', data({ ref: 'amFuZS5kb2VAYWNtZS5leGFtcGxl' })),
      event('as-hash', data({ email_sha256: janesHash.toUpperCase() })),
    ],
    others: [
      event('joann', { email: 'Mary-Jane.Doe@acme.example' }),
      event('joann-2', { email: 'jane.doe@acme.example.org' }),
      event('product', { user_id: '421', ...data({ product_id: '42', quantity: 42 }) }),
      event('nobody', {}),
    ],
  },
  quarantine: {
    hers: [
      quarantined('in-parts', '{"email":"jane\\u002eDoe\\u0040ac', 1, 2),
      quarantined('in-parts', 'me.example"', 2, 2),
      quarantined('as-form', 'name=J&email=jane.doe%40acme.example&x=1'),
      quarantined('short', '{"user_id": 42, "email": '),
    ],
    others: [quarantined('form', 'email=joann%40acme.example'), quarantined('amount', '{"quantity": 42')],
  },
  dead_letters: {
    hers: [letter('l-1', null, '{"note":"\\"Jane.Doe@acme.example\\""}'), letter('l-2', 'by-id', '{}')],
    others: [letter('l-3', 'product', '{"product_id":"42"}')],
  },
  deliveries: {
    hers: [
      delivery('by-email'),
      delivery('deep'),
      delivery('s-1'),
      delivery('x', { detail: 'jane.doe@acme.example?' }),
      delivery('y', { detail: '400 {"error":"unknown ?e=Jane.Doe%40acme.example"}' }),
    ],
    others: [delivery('joann'), delivery('product', { detail: '42' }), delivery('s-2')],
  },
  sync_state: {
    hers: [delivered('{"id":"42"}', 's-1', { id: '42', city: 'Ghent' })],
    others: [delivered('{"id":"421"}', 's-2', { id: '421', visits: 42 })],
  },
  sync_changes: {
    hers: [changed('c-1', { mail: 'jane.doe@acme.example' })],
    others: [changed('c-2', { mail: 'joann@acme.example' })],
  },
  action_firings: {
    hers: [firing('f-1', '42', null), firing('f-2', 'cart-7', 'by-email')],
    others: [firing('f-3', '421', 'product')],
  },
  action_windows: {
    hers: [greeted('42', 'f-1')],
    others: [greeted('', 'f-1'), greeted('421', 'f-3')],
  },
  runs: {
    hers: [run('r-1', { where: "email = 'jane.doe@acme.example'" }, { samples: [{ user_id: '42' }] })],
    // Jane works here, too: that she asked for a run stays.
    others: [
      { ...run('r-3', { where: 'TRUE' }, {}), requested_by: 'jane.doe@acme.example' },
      run('r-2', { where: 'TRUE' }, { samples: [{ user_id: '421' }] }),
    ],
  },
  hourly_counts: {
    hers: [counted('by-email', 'purchase'), counted('q-1', 'jane.doe@acme.example')],
    others: [counted('joann', 'purchase'), counted(null, 'purchase')],
  },
  hourly_errors: {
    hers: [
      countedError('by-email', 'the total is not a number'),
      countedError('q-1', 'no such person: jane.doe@acme.example'),
    ],
    others: [countedError('joann', 'the total is not a number')],
  },
  health_alerts: {
    hers: [
      problem('by-id', 'crm did not get 20 events.'),
      problem('q-1', 'Most are named "jane.doe@acme.example".'),
    ],
    others: [problem('product', 'crm did not get 42 events.')],
  },
  identity_links: {
    hers: [
      linked({ user_id: '42', anonymous_id: 'a-1' }),
      linked({ anonymous_id: 'a-2', email_sha256: janesHash }),
    ],
    others: [
      linked({ user_id: '421', anonymous_id: 'a-3' }),
      linked({ anonymous_id: '42', email_sha256: 'b'.repeat(64) }),
    ],
  },
  suppressions: {
    hers: [suppressed('a'.repeat(64), 'Ticket 7 of jane.doe@acme.example.')],
    others: [suppressed('b'.repeat(64), 'Ticket 42 of joann@acme.example.')],
  },
  definitions: { hers: [], others: [] },
}

/** Makes all tables and fills them. */
export async function fill({ createTable, call, dataset }: TestWarehouse): Promise<void> {
  for (const table of Object.values(tables)) {
    await createTable(table)
    const { hers = [], others = [] } = content[table.name as TableName] ?? {}
    const rows = [...hers, ...others].map((json) => ({ json }))
    if (rows.length === 0) continue
    const answer = await call('POST', `/datasets/${dataset}/tables/${table.name}/insertAll`, { rows })
    if ('insertErrors' in (answer as object)) throw new Error(JSON.stringify(answer))
  }
}
