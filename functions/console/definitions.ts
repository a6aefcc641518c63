/** Console: saved definitions: lists all versions, and saves new ones. A version never changes, so of two people who save the same
 * one, one wins and the other is told who it was. */
import { randomInt } from 'node:crypto'
import { compareVersions, type Definition } from '../../schemas/definition.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { changeFaults } from './definition_faults.ts'
import { readSave, type SaveRequest } from './definition_request.ts'
import {
  claimVersions,
  dropPending,
  kindColumnsOf,
  listVersions,
  createView,
  insertPending,
  saversOf,
  versionsOf,
  type DefinitionKind,
} from './definition_queries.ts'
import { accountQuery } from './queries/account.ts'
import { callerErrorResponse, concernsCaller, sectionError } from './query_error.ts'
import type { QueryContext, QueryResult, RunStatement } from './run_query.ts'

/** What a page must know of the environment to write SQL and addresses. */
export interface EnvironmentInfo {
  project: string
  dataset: string
  /** Address of the function translate, without a path. */
  translateUrl: string
  /** Address of the function hook, without a path; empty where there is none. */
  hookUrl: string
  /** Translations that take webhooks. */
  webhooks: readonly string[]
}

/** All versions of all definitions, the latest first. */
export async function listDefinitions(run: RunStatement, told: EnvironmentInfo): Promise<HandlerResponse> {
  const [who, result] = await Promise.all([run(accountQuery), run(listVersions)])
  const email = emailOf(who)
  if (result.kind !== 'rows') return viewError(result, email)
  return json(200, {
    ...told,
    account: email,
    versions: result.rows.map(({ definition, ...row }) => ({
      ...row,
      definition: JSON.parse(String(definition)) as unknown,
    })),
    truncated: result.truncated,
  })
}

/** A row of `definitions` without its content. */
interface Version {
  kind: DefinitionKind
  name: string
  version: string
  created_at: string
  created_by: string
  definition?: string
}

/** Saves what the body holds. 400 names the field that is wrong, 409 who was first, 403 which right is missing. */
export async function saveDefinitions(
  body: Buffer,
  run: RunStatement,
  place: Pick<QueryContext, 'project' | 'dataset' | 'now'>,
): Promise<HandlerResponse> {
  const save = readSave(body)
  const before = await run(versionsOf(save))
  if (before.kind !== 'rows') return viewError(before, emailOf(await run(accountQuery)))
  const known = before.rows as readonly object[] as readonly Version[]
  const taken = known.find((row) => save[row.kind]?.version === row.version)
  if (taken) throw alreadySaved(taken)
  changeFaults(save, (kind) => latestOf(known, kind))

  const at = momentOf(place.now())
  const refused = await claim(save, at, run)
  if (refused) return viewError(refused, emailOf(await run(accountQuery)))
  const email = emailOf(await run(accountQuery))
  return json(200, {
    saved: kindColumnsOf(save).map((kind) => ({
      kind,
      name: save[kind]!.name,
      version: save[kind]!.version,
    })),
    created_at: at,
    created_by: email,
    ...(save.event && { view: await viewOf(save.event, known, run, place, email) }),
  })
}

type Unanswered = Exclude<QueryResult, { kind: 'rows' }>

/** A moment that two saves of one person in the same millisecond do not share. */
function momentOf(now: number): string {
  return new Date(now).toISOString().replace('Z', `${String(randomInt(1000)).padStart(3, '0')}Z`)
}

/** How often a claim is made again that BigQuery has given up after three conflicts of its own. */
const mostClaims = 3

/** Writes the rows, then makes them count. Gives what BigQuery did not do; throws when another one was first. */
async function claim(save: SaveRequest, at: string, run: RunStatement): Promise<Unanswered | undefined> {
  const placed = await run(insertPending(save, save.comment ?? '', at))
  if (placed.kind !== 'rows') return placed
  let claimed = await run(claimVersions(save, at))
  for (let again = 1; again < mostClaims && isConflict(claimed); again++)
    claimed = await run(claimVersions(save, at))
  if (claimed.kind === 'rows' && claimed.affected === kindColumnsOf(save).length) return undefined
  const [savers] = await Promise.all([run(saversOf(save)), run(dropPending(at))])
  if (claimed.kind !== 'rows' && !isConflict(claimed)) return claimed
  if (savers.kind !== 'rows') return savers
  const [first] = savers.rows as readonly object[] as readonly Version[]
  throw first
    ? alreadySaved(first)
    : new StatusError('ABORTED', 'Others have saved at the same moment. Nothing was saved: save once more.')
}

/** https://cloud.google.com/bigquery/docs/error-messages: "Could not serialize access to table … due to concurrent update" */
function isConflict(result: QueryResult): boolean {
  return result.kind === 'refused' && /could not serialize access|concurrent update/i.test(result.body)
}

function latestOf(rows: readonly Version[], kind: DefinitionKind): Version | undefined {
  return rows.filter((row) => row.kind === kind).toSorted((a, b) => compareVersions(b.version, a.version))[0]
}

function alreadySaved({ kind, name, version, created_by: by, created_at: at }: Version): StatusError {
  return new StatusError(
    'ALREADY_EXISTS',
    `Version ${version} of the ${kind === 'event' ? 'event type' : 'translation'} ${name} was saved by ${by} at ${at}. ` +
      'A version never changes: save yours as the next one.',
    {
      details: [
        {
          '@type': 'type.googleapis.com/google.rpc.ErrorInfo',
          reason: 'VERSION_EXISTS',
          domain: 'sluice',
          metadata: { kind, name, version, created_by: by, created_at: at },
        },
      ],
    },
  )
}

/** Events are stored with or without their view, so a view that cannot be made undoes nothing. */
async function viewOf(
  event: Definition,
  known: readonly Version[],
  run: RunStatement,
  place: Pick<QueryContext, 'project' | 'dataset'>,
  email: string | undefined,
): Promise<{ name: string; error?: string }> {
  const isFirst = latestOf(known, 'event') === undefined
  const made = await run(createView(event, place, isFirst))
  return made.kind === 'rows' ? { name: event.name } : { name: event.name, error: wordsOf(made, email) }
}

function wordsOf(result: Exclude<QueryResult, { kind: 'rows' }>, email: string | undefined): string {
  if (!concernsCaller(result)) return sectionError(result).message
  return (JSON.parse(String(callerErrorResponse(result, email).body)) as { error: { message: string } }).error
    .message
}

/** What BigQuery did not do, as the caller reads it. */
export function viewError(
  result: Exclude<QueryResult, { kind: 'rows' }>,
  email: string | undefined,
): HandlerResponse {
  if (concernsCaller(result)) return callerErrorResponse(result, email)
  const { message, reason } = sectionError(result)
  throw new StatusError(reason === 'unreachable' ? 'UNAVAILABLE' : 'FAILED_PRECONDITION', message)
}

export function emailOf(result: QueryResult): string | undefined {
  const email = result.kind === 'rows' ? result.rows[0]?.['email'] : undefined
  return typeof email === 'string' ? email : undefined
}
