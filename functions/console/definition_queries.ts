/** Console: makes the statements for saved definitions. They run with the caller's rights, so Google checks who may read and write. */
import type { Definition } from '../../schemas/definition_schema.ts'
import type { Force } from '../../schemas/force.ts'
import type { Translation } from '../../schemas/translation.ts'
import { identifier } from '../../schemas/views/view.ts'
import { textParameter, timestampParameter, type Statement } from './statement.ts'

/** A row of kind `force` (schemas/force.ts). */
interface SavedForce extends Force {
  name: string
  /** Number of the major version, or `none`. */
  version: string
}

/** What one request saves atomically: an event, a translation or both, and with a translation what is in force. */
export interface SavedDefinition {
  event?: Definition
  /** Fields beside those of a standard event type (schemas/definition_extension.ts). */
  extension?: Definition
  translation?: Translation
  force?: SavedForce
}

export type DefinitionKind = keyof SavedDefinition

/** Kinds of versions. Of the other kind, `force`, the latest row counts. */
export type VersionKind = Exclude<DefinitionKind, 'force'>

export const listVersions: Statement = {
  name: 'definitions',
  sql: `SELECT kind, name, version, created_at, created_by, comment, TO_JSON_STRING(definition) AS definition
FROM definitions
WHERE kind IN ('event', 'extension', 'translation')
ORDER BY created_at DESC
LIMIT 5000`,
}

export function kindColumnsOf(saved: SavedDefinition): readonly DefinitionKind[] {
  return (['event', 'extension', 'translation', 'force'] as const).filter((kind) => saved[kind] !== undefined)
}

/** The kinds of the saved versions. Any number of rows may say what is in force. */
export function versionKindsOf(saved: SavedDefinition): readonly VersionKind[] {
  return kindColumnsOf(saved).filter((kind) => kind !== 'force')
}

function isOneOf(saved: SavedDefinition): string {
  return versionKindsOf(saved)
    .map((kind) => `(kind = '${kind}' AND name = @${kind}_name AND version = @${kind}_version)`)
    .join(' OR ')
}

function identity(
  saved: SavedDefinition,
  kinds: readonly DefinitionKind[] = versionKindsOf(saved),
): NonNullable<Statement['parameters']> {
  return Object.fromEntries(
    kinds.flatMap((kind) => [
      [`${kind}_name`, textParameter(saved[kind]!.name)],
      [`${kind}_version`, textParameter(saved[kind]!.version)],
    ]),
  )
}

/** Selects all versions with these names, and what is in force. */
export function versionsOf(saved: SavedDefinition): Statement {
  return {
    name: 'definition_versions',
    sql: `SELECT kind, name, version, created_at, created_by, TO_JSON_STRING(definition) AS definition
FROM definitions
WHERE ${versionKindsOf(saved)
      .map(
        (kind) =>
          `(kind ${kind === 'translation' ? "IN ('translation', 'force')" : `= '${kind}'`} AND name = @${kind}_name)`,
      )
      .join(' OR ')}
ORDER BY created_at`,
    parameters: Object.fromEntries(
      Object.entries(identity(saved)).filter(([parameter]) => parameter.endsWith('_name')),
    ),
  }
}

/** Prefix of the kind of an unclaimed row. Readers of the table ignore such kinds. */
const pending = 'pending_'

/** Inserts pending rows, unless one of these versions exists. Uses a statement instead of streaming, so that the table's metadata
 * changes, which cached tables watch, and so that the rows can be updated at once. */
export function insertPending(saved: SavedDefinition, comment: string, at: string): Statement {
  return {
    name: 'place_definition',
    sql: `INSERT INTO definitions (kind, name, version, created_at, created_by, definition, comment)
SELECT saved.kind, saved.name, saved.version, @at, SESSION_USER(), PARSE_JSON(saved.definition), NULLIF(@comment, '')
FROM (
  ${kindColumnsOf(saved)
    .map(
      (kind) =>
        `SELECT '${pending}${kind}' AS kind, @${kind}_name AS name, @${kind}_version AS version, @${kind}_definition AS definition`,
    )
    .join('\n  UNION ALL ')}
) AS saved
WHERE NOT EXISTS (SELECT 1 FROM definitions WHERE ${isOneOf(saved)})`,
    parameters: {
      ...identity(saved, kindColumnsOf(saved)),
      ...Object.fromEntries(
        kindColumnsOf(saved).map((kind) => [`${kind}_definition`, textParameter(contentOf(saved, kind))]),
      ),
      at: timestampParameter(at),
      comment: textParameter(comment),
    },
  }
}

function contentOf({ force, ...definitions }: SavedDefinition, kind: DefinitionKind): string {
  if (kind !== 'force') return JSON.stringify(definitions[kind])
  const { major, reason } = force!
  return JSON.stringify({ major, reason } satisfies Force)
}

const ownPending = `STARTS_WITH(kind, '${pending}') AND created_at = @at AND created_by = SESSION_USER()`

/** The rows that a save was decided by. */
export interface KnownVersions {
  kind: VersionKind
  rows: number
}

/** Turns the pending rows into versions, unless one of these versions exists or, with `known`, another was saved meanwhile. BigQuery runs INSERTs, and MERGEs that only insert,
 * concurrently and without seeing each other. Of two statements that update the same partition, it retries one on the result of the other.
 * The table has one partition, so only one of two people claims a version, and the other one finds it.
 * https://cloud.google.com/bigquery/docs/data-manipulation-language#dml_statement_conflicts */
export function claimVersions(saved: SavedDefinition, at: string, known?: KnownVersions): Statement {
  const isUnchanged = ` AND @known = (SELECT COUNT(*) FROM definitions WHERE kind = '${known?.kind}' AND name = @${known?.kind}_name)`
  return {
    name: 'claim_definition',
    sql: `UPDATE definitions SET kind = SUBSTR(kind, ${pending.length + 1})
WHERE ${ownPending} AND NOT EXISTS (SELECT 1 FROM definitions WHERE ${isOneOf(saved)})${known ? isUnchanged : ''}`,
    parameters: {
      ...identity(saved),
      at: timestampParameter(at),
      ...(known && { known: { type: 'INT64', value: String(known.rows) } }),
    },
  }
}

/** Deletes pending rows that could not be claimed. */
export function dropPending(at: string): Statement {
  return {
    name: 'drop_definition',
    sql: `DELETE FROM definitions WHERE ${ownPending}`,
    parameters: { at: timestampParameter(at) },
  }
}

/** Selects who saved these versions. */
export function saversOf(saved: SavedDefinition): Statement {
  return {
    name: 'definition_savers',
    sql: `SELECT kind, name, version, created_at, created_by
FROM definitions
WHERE ${isOneOf(saved)}
ORDER BY created_at, created_by`,
    parameters: identity(saved),
  }
}

/** Selects the versions of a connection and what is in force, oldest first. */
export function versionsOfConnection(name: string): Statement {
  return {
    name: 'connection_versions',
    sql: `SELECT kind, name, version, created_at, created_by, TO_JSON_STRING(definition) AS definition
FROM definitions
WHERE kind IN ('translation', 'force') AND name = @name
ORDER BY created_at`,
    parameters: { name: textParameter(name) },
  }
}

/** Inserts what is in force of a connection. Of two rows, the later one counts. */
export function insertForce(force: SavedForce, at: string): Statement {
  return {
    name: 'force_version',
    sql: `INSERT INTO definitions (kind, name, version, created_at, created_by, definition)
VALUES ('force', @name, @version, @at, SESSION_USER(), PARSE_JSON(@definition))`,
    parameters: {
      name: textParameter(force.name),
      version: textParameter(force.version),
      at: timestampParameter(at),
      definition: textParameter(contentOf({ force }, 'force')),
    },
  }
}

/** Selects the events from these messages in the view of their type. */
export function arrivals(eventName: string, messageIds: readonly string[], since: string): Statement {
  return {
    name: 'arrivals',
    sql: `SELECT * FROM ${identifier(eventName)}
WHERE received_at >= @since AND event_id IN (
  SELECT event_id FROM events
  WHERE received_at >= @since AND event_name = @event_name AND message_id IN UNNEST(SPLIT(@messages, ','))
)
LIMIT 20`,
    parameters: {
      event_name: textParameter(eventName),
      messages: textParameter(messageIds.join(',')),
      since: timestampParameter(since),
    },
  }
}

/** Selects why these messages are in quarantine. */
export function quarantineReasonsOf(messageIds: readonly string[], since: string): Statement {
  return {
    name: 'quarantine_reasons',
    sql: `SELECT message_id, reason, suggestion FROM quarantine
WHERE received_at >= @since AND message_id IN UNNEST(SPLIT(@messages, ','))
LIMIT 20`,
    parameters: { messages: textParameter(messageIds.join(',')), since: timestampParameter(since) },
  }
}
