/** Storage tests, the corpus of awkward events: what a case is, and how its body is made. */

/** One event, as a producer might send it. */
export interface Awkward {
  name: string
  /** The body, byte for byte. */
  body: string
  /** Context fields that break their definition: they must lie in `event_data`, with a violation each. None unless told. */
  moved?: readonly string[]
  /** Context fields that are points in time, as BigQuery must show them: RFC 3339 in µs. */
  instants?: Readonly<Record<string, string>>
  /** `event_data` as BigQuery must show it, where that is not what came. */
  shown?: string
  /** It is JSON, but none that BigQuery keeps: it must lie in `quarantine`, byte for byte. */
  refusedByStorage?: true
}

/** Members as JSON text, behind the members that every event of the corpus has. */
export function body(...members: readonly string[]): string {
  return `{${['"event_name":"view_content"', ...members].join(',')}}`
}

export function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`
}

/** A value, given as JSON text, of an event-specific field. */
export function ofValue(name: string, json: string): Awkward {
  return { name, body: body(member('x', json)) }
}

/** A string, given as what it says. */
export function ofText(name: string, text: string): Awkward {
  return ofValue(name, JSON.stringify(text))
}

/** A name of an event-specific field, both beside the context fields and nested. */
export function ofKey(name: string, key: string): Awkward {
  return {
    name,
    body: body(member(key, '1'), member('nested', `{${member(key, '[2]')}}`)),
  }
}

/** A value, given as JSON text, of a context field that it fits. */
export function fitting(name: string, field: string, json: string): Awkward {
  return {
    name: `${field}: ${name}`,
    body: body(member(field, json)),
  }
}

/** A value, given as JSON text, of a context field that it does not fit. */
export function unfitting(name: string, field: string, json: string): Awkward {
  return {
    ...fitting(name, field, json),
    moved: [field],
  }
}
