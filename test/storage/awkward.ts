/** Storage tests, corpus of awkward events: the type of a case, and functions that build its body. */

/** One event, as a producer might send it. */
export interface Awkward {
  name: string
  /** The body, byte for byte. */
  body: string
  /** Context fields that break their definition: expected in `event_data`, with a violation each. Default: none. */
  moved?: readonly string[]
  /** Context fields that are points in time, as BigQuery must show them: RFC 3339 in µs. */
  instants?: Readonly<Record<string, string>>
  /** `event_data` as BigQuery must show it. Default: as it was sent. */
  shown?: string
  /** BigQuery refuses this JSON: expected in `quarantine`, byte for byte. */
  refusedByStorage?: true
}

/** The body of an event with these members, as JSON text. */
export function body(...members: readonly string[]): string {
  return `{${['"event_name":"view_content"', ...members].join(',')}}`
}

export function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`
}

/** A case with this JSON text as the value of an event field. */
export function ofValue(name: string, json: string): Awkward {
  return { name, body: body(member('x', json)) }
}

/** A case with this string as the value of an event field. */
export function ofText(name: string, text: string): Awkward {
  return ofValue(name, JSON.stringify(text))
}

/** A case with this name of an event field, at the top level and nested. */
export function ofKey(name: string, key: string): Awkward {
  return {
    name,
    body: body(member(key, '1'), member('nested', `{${member(key, '[2]')}}`)),
  }
}

/** A case with this JSON text as a valid value of a context field. */
export function fitting(name: string, field: string, json: string): Awkward {
  return {
    name: `${field}: ${name}`,
    body: body(member(field, json)),
  }
}

/** A case with this JSON text as an invalid value of a context field. */
export function unfitting(name: string, field: string, json: string): Awkward {
  return {
    ...fitting(name, field, json),
    moved: [field],
  }
}
