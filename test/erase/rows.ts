/** Test support: makes rows of each table, as the functions write them. */

const at = '2026-03-14T09:26:53Z'

export function event(event_id: string, more: object): object {
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

export function data(value: object): object {
  return { event_data: JSON.stringify(value) }
}

export function quarantined(event_id: string, original: string, part = 1, parts = 1): object {
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

export function letter(message_id: string, event_id: string | null, original: string): object {
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

export function delivery(event_id: string, more: object = {}): object {
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

export function firing(firing_id: string, subject: string, event_id: string | null): object {
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

/** A row of `action_windows`. */
export function greeted(subject: string, firing_id: string) {
  return { action: 'greet', subject, firing_id, fired_at: at }
}

export function delivered(row_key: string, event_id: string, row: object): object {
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

export function changed(event_id: string, row: object): object {
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

export function run(run_id: string, request: object, result: object): object {
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

export function counted(example_event_id: string | null, event_name: string) {
  return { hour: at, subject: 'events', event_name, pairs: 42, example_event_id, computed_at: at }
}

export function countedError(example_event_id: string | null, detail: string) {
  const figures = { occurrences: 42, events: 42, open_events: 42, last_seen: at }
  return { hour: at, source: 'delivery', event_name: 'purchase', detail, example_event_id, ...figures }
}

export function problem(example_event_id: string, summary: string) {
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

/** A person whose events are not forwarded; the reason can name another. */
export function suppressed(value_hash: string, reason: string) {
  const created_by = 'someone@shop.example'
  return { field: 'email', value_hash, created_at: at, created_by, reason, lifted: false }
}

/** Two identifiers that an event had together. */
export function linked(identifiers: { user_id?: string; anonymous_id?: string; email_sha256?: string }) {
  return { ...identifiers, seen_at: at }
}
