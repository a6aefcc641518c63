/** Attacks on the public doors: what a case is. */

export type DoorName = 'ingest' | 'translate' | 'hook' | 'console'

/** `right`: a token with the right for this door. `stranger`: a real one without any right. Another text is the whole header. */
export type Authorization = 'right' | 'stranger' | { header: string | undefined }

export interface Attack {
  door: DoorName
  what: string
  method: string
  /** Request target, byte for byte. */
  path: string
  authorization: Authorization
  headers: Readonly<Record<string, string>>
  body: Buffer | string
  /** Statuses, by hand. */
  expected: readonly number[]
}

/** Must never appear in a table, a log or an answer. */
export const canaryToken = 'canary-token-7c1fe0'
/** May be in `events` and `quarantine`, the owner's own tables, and nowhere else. */
export const canaryPerson = 'canary.person.7c1fe0@example.com'

/** The path of each door that does the most work. */
export const mainPath: Readonly<Record<DoorName, string>> = {
  ingest: '/v1/topics/view_content',
  translate: '/v1/translators/visits',
  hook: '/v1/hooks/visits',
  console: '/v1/console/explain',
}

export const doors = Object.keys(mainPath) as readonly DoorName[]

const json = { 'content-type': 'application/json' }

/** Fills what a case leaves open: a POST of an empty object to the door's main path, with the right. */
export function attack(
  door: DoorName,
  what: string,
  expected: readonly number[],
  more: Partial<Attack> = {},
): Attack {
  const usual = { method: 'POST', path: mainPath[door], authorization: 'right' as const, body: '{}' }
  return { door, what, expected, ...usual, ...more, headers: { ...json, ...more.headers } }
}
