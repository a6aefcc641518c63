/** Test support: arranges rows of table `definitions`, as the console saves them. */
import type { Client } from './client.ts'

export interface SavedDefinition {
  name: string
  version: string
  [member: string]: unknown
}

/** Returns a translation that makes a page view of each payload. */
export function pageViews(name: string): SavedDefinition {
  const translation = {
    name,
    version: '1.0',
    input: { format: 'json' },
    fields: {},
    event: { name: { const: 'page_view' } },
    link: {},
    rest: 'keep',
  }
  return translation
}

/** Arranges which major version the address of a translation serves, as the console does; null retires it. */
export async function arrangeForce(
  { arrange }: Pick<Client, 'arrange'>,
  name: string,
  major: number | null,
  reason: string,
): Promise<void> {
  const text = JSON.stringify(JSON.stringify({ major, reason }))
  await arrange(
    `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
     VALUES ('force', '${name}', '${major ?? 'none'}', CURRENT_TIMESTAMP(), 'ada@example.com', PARSE_JSON(${text}))`,
  )
}

export async function arrangeDefinition(
  { arrange }: Pick<Client, 'arrange'>,
  kind: 'event' | 'translation',
  definition: SavedDefinition,
  createdBy = 'ada@example.com',
): Promise<void> {
  const { name, version } = definition
  // Text of a GoogleSQL literal: https://cloud.google.com/bigquery/docs/reference/standard-sql/lexical#quoted_literals
  const text = JSON.stringify(JSON.stringify(definition))
  await arrange(
    `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
     VALUES ('${kind}', '${name}', '${version}', CURRENT_TIMESTAMP(), '${createdBy}', PARSE_JSON(${text}))`,
  )
}
