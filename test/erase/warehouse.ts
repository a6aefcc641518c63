/** Test support: a warehouse with Jane in every table and in every notation, among others with similar identities. */
import { tables, type TableName } from '../../schemas/warehouse.ts'
import type { TestWarehouse } from '../support/warehouse.ts'

/** The person to erase. */
export const jane = { email: 'Jane.Doe@Acme.example', user_id: '42' }
/** `printf jane.doe@acme.example | sha256sum` */
export const janesHash = '7f0da4d2d19e78ed57e07f9f61e86546aadd5cf806dd1f724bd11fecd55c700c'

const at = '2026-03-14T09:26:53Z'

function event(event_id: string, more: object): object {
  return {
    event_id,
    event_name: 'login',
    event_time: at,
    received_at: at,
    stored_at: at,
    topic: 'login',
    message_id: `m-${event_id}`,
    definition: 'login@1.0',
    hop: 0,
    violations: [],
    decisions: [],
    ...more,
  }
}

function data(value: object): object {
  return { event_data: JSON.stringify(value) }
}

function quarantined(event_id: string, original: string, part = 1, parts = 1): object {
  return {
    received_at: at,
    stored_at: at,
    topic: 'events',
    message_id: `m-${event_id}`,
    event_id,
    part,
    parts,
    reason: 'not_json',
    violations: [],
    original: Buffer.from(original).toString('base64'),
  }
}

function letter(message_id: string, event_id: string | null, original: string): object {
  return {
    dead_at: at,
    stored_at: at,
    message_id,
    event_id,
    part: 1,
    parts: 1,
    original: Buffer.from(original).toString('base64'),
  }
}

function delivery(event_id: string, more: object = {}): object {
  return {
    event_id,
    event_name: 'login',
    destination: 'crm',
    target: 'webhook',
    outcome: 'delivered',
    attempt: 1,
    latency_ms: 1,
    received_at: at,
    stored_at: at,
    settled_at: at,
    ...more,
  }
}

function firing(firing_id: string, subject: string, event_id: string | null): object {
  return {
    firing_id,
    action: 'greet',
    state: 'live',
    destination: 'crm',
    subject,
    event_id,
    hop: 1,
    outcome: 'fired',
    reason: 'fired',
    fired_at: at,
  }
}

function delivered(row_key: string, event_id: string, row: object): object {
  return {
    sync: 'people',
    destination: 'crm',
    row_key,
    row_hash: 'h',
    row_data: JSON.stringify(row),
    event_id,
    run_id: 'r',
    delivered_at: at,
  }
}

function changed(event_id: string, row: object): object {
  return {
    run_id: 'r',
    sync: 'people',
    destination: 'crm',
    change: 'added',
    row_count: 1,
    event_id,
    row_key: JSON.stringify({ id: event_id }),
    row_data: JSON.stringify(row),
  }
}

function run(run_id: string, request: object, result: object): object {
  return {
    run_id,
    kind: 'replay',
    state: 'finished',
    dry_run: true,
    request: JSON.stringify(request),
    counts: '{}',
    result: JSON.stringify(result),
    requested_at: at,
    started_at: at,
    updated_at: at,
    finished_at: at,
    cancel_requested: false,
  }
}

function counted(example_event_id: string | null, event_name: string) {
  return { hour: at, subject: 'events', event_name, pairs: 42, example_event_id, computed_at: at }
}

function problem(example_event_id: string, summary: string) {
  const command = 'npx sluice replay --destination crm --from 2026-03-14T09:00:00Z'
  return {
    alert: 'destination-failing',
    subject: 'crm',
    opened_at: at,
    last_seen: at,
    summary,
    example_event_id,
    command,
  }
}

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
    hers: [{ action: 'greet', subject: '42', firing_id: 'f-1', fired_at: at }],
    others: [
      { action: 'greet', subject: '', firing_id: 'f-1', fired_at: at },
      { action: 'greet', subject: '421', firing_id: 'f-3', fired_at: at },
    ],
  },
  runs: {
    hers: [run('r-1', { where: "email = 'jane.doe@acme.example'" }, { samples: [{ user_id: '42' }] })],
    others: [run('r-2', { where: 'TRUE' }, { samples: [{ user_id: '421' }] })],
  },
  hourly_counts: {
    hers: [counted('by-email', 'purchase'), counted('q-1', 'jane.doe@acme.example')],
    others: [counted('joann', 'purchase'), counted(null, 'purchase')],
  },
  health_alerts: {
    hers: [
      problem('by-id', 'crm did not get 20 events.'),
      problem('q-1', 'Most are named "jane.doe@acme.example".'),
    ],
    others: [problem('product', 'crm did not get 42 events.')],
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
