/** Console: lists and saves definitions. Versions are immutable: of two people who save the same one, one succeeds and the other gets the
 * name of the first. */
import { randomInt } from 'node:crypto'
import { columnText } from './rows.ts'
import { extendedViewName } from '../../schemas/definition_extension.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import {
  checkExpectation,
  conflict,
  forceToKeep,
  latestVersion,
  precedingVersion,
  type SavedRow,
} from './definition_expectations.ts'
import { changeFaults } from './definition_faults.ts'
import { readSave, type SaveRequest } from './definition_request.ts'
import {
  claimVersions,
  dropPending,
  kindColumnsOf,
  listVersions,
  insertPending,
  saversOf,
  versionKindsOf,
  versionsOf,
  type KnownVersions,
  type SavedDefinition,
} from './definition_queries.ts'
import { createExtendedView, createView } from './definition_views.ts'
import { accountQuery } from './queries/account.ts'
import { callerErrorResponse, concernsCaller, sectionError } from './query_error.ts'
import type { OperationFacts, OperationRecorder } from './record_operation.ts'
import type { QueryContext, QueryResult, RunStatement } from './run_query.ts'
import { emailOf, viewError, type FailedQuery } from './view_error.ts'

/** Facts of the environment that a page needs for SQL and URLs. */
interface EnvironmentInfo {
  project: string
  dataset: string
  /** URL of function `translate`, without a path. */
  translateUrl: string
  /** URL of function `hook`, without a path; empty if it is not deployed. */
  hookUrl: string
  /** Names of the translations with a webhook. */
  webhooks: readonly string[]
}

/** `GET /v1/console/definitions`: all versions of all definitions, the latest first. */
export async function listDefinitions(
  run: RunStatement,
  environment: EnvironmentInfo,
): Promise<HandlerResponse> {
  const [who, result] = await Promise.all([run(accountQuery), run(listVersions)])
  const email = emailOf(who)
  if (result.kind !== 'rows') return viewError(result, email)
  return json(200, {
    ...environment,
    account: email,
    versions: result.rows.map(({ definition, ...row }) => ({
      ...row,
      definition: JSON.parse(columnText(definition)) as unknown,
    })),
    truncated: result.truncated,
  })
}

/** `POST /v1/console/definitions`: saves the definitions of the body. 400 has the invalid field, 409 who was first or who else has the name, 403 the missing
 * permission. */
export async function saveDefinitions(
  body: Buffer,
  run: RunStatement,
  context: Pick<QueryContext, 'project' | 'dataset' | 'now'>,
  { record }: Pick<OperationRecorder, 'record'>,
): Promise<HandlerResponse> {
  const save = readSave(body)
  const before = await run(versionsOf(save))
  if (before.kind !== 'rows') return viewError(before, emailOf(await run(accountQuery)))
  const versions = before.rows as readonly object[] as readonly SavedRow[]
  const known = checkExpectation(save, versions)
  const existing = versions.find((row) => row.kind !== 'force' && save[row.kind]?.version === row.version)
  if (existing) throw alreadySaved(existing)
  changeFaults(save, (kind) => precedingVersion(save, versions, kind))
  const failure = await sampleFailure(save, run)
  if (failure) return viewError(failure, emailOf(await run(accountQuery)))
  const force = forceToKeep(save, versions)
  return record(saveFacts(save), async () => ({
    response: await saveVersions({ ...save, ...(force && { force }) }, { versions, known }, run, context),
  }))
}

/** Tries a connection on its sample. Loads the formats with the first one. */
async function sampleFailure(
  { translation, event, sample }: SaveRequest,
  run: RunStatement,
): Promise<FailedQuery | undefined> {
  if (!translation || !sample) return undefined
  const { checkSample } = await import('./check_sample.ts')
  return checkSample({ translation, event, sample }, run)
}

function saveFacts(save: SaveRequest): OperationFacts {
  const kinds = versionKindsOf(save)
  const target = [...new Set(kinds.map((kind) => `${save[kind]!.name}@${save[kind]!.version}`))].join(' ')
  return { operation: 'save', target, detail: { kinds } }
}

/** The request, and what it does beside. */
type Save = SaveRequest & SavedDefinition

async function saveVersions(
  save: Save,
  { versions, known }: { versions: readonly SavedRow[]; known: KnownVersions | undefined },
  run: RunStatement,
  context: Pick<QueryContext, 'project' | 'dataset' | 'now'>,
): Promise<HandlerResponse> {
  const at = uniqueTimestamp(context.now())
  const failure = await claim(save, at, known, run)
  if (failure) return viewError(failure, emailOf(await run(accountQuery)))
  const email = emailOf(await run(accountQuery))
  return json(200, {
    saved: versionKindsOf(save).map((kind) => ({
      kind,
      name: save[kind]!.name,
      version: save[kind]!.version,
    })),
    created_at: at,
    created_by: email,
    ...((save.event ?? save.extension) && { view: await viewOf(save, versions, run, context, email) }),
  })
}

/** Returns a time with random microseconds: two saves of one person in the same millisecond differ. */
function uniqueTimestamp(now: number): string {
  return new Date(now).toISOString().replace('Z', `${String(randomInt(1000)).padStart(3, '0')}Z`)
}

/** Maximum number of claims. BigQuery itself gives up after three conflicts. */
const maxClaims = 3

/** Writes pending rows, then claims the versions. Returns a failed query; throws ALREADY_EXISTS if another save was first. */
async function claim(
  save: Save,
  at: string,
  known: KnownVersions | undefined,
  run: RunStatement,
): Promise<FailedQuery | undefined> {
  const inserted = await run(insertPending(save, save.comment ?? '', at))
  if (inserted.kind !== 'rows') return inserted
  let claimed = await run(claimVersions(save, at, known))
  for (let attempt = 1; attempt < maxClaims && isConflict(claimed); attempt++)
    claimed = await run(claimVersions(save, at, known))
  if (claimed.kind === 'rows' && claimed.affected === kindColumnsOf(save).length) return undefined
  const [savers] = await Promise.all([run(saversOf(save)), run(dropPending(at))])
  if (claimed.kind !== 'rows' && !isConflict(claimed)) return claimed
  if (savers.kind !== 'rows') return savers
  const [first] = savers.rows as readonly object[] as readonly SavedRow[]
  throw first
    ? alreadySaved(first)
    : new StatusError('ABORTED', 'Others saved at the same time. Nothing was saved: save again.')
}

const nouns = {
  event: 'event type',
  extension: 'extension of',
  translation: 'translation',
  force: 'version in force of',
} as const

/** https://cloud.google.com/bigquery/docs/error-messages: "Could not serialize access to table … due to concurrent update" */
function isConflict(result: QueryResult): boolean {
  return result.kind === 'refused' && /could not serialize access|concurrent update/i.test(result.body)
}

function alreadySaved({ kind, name, version, created_by: by, created_at: at }: SavedRow): StatusError {
  return conflict(
    `Version ${version} of the ${nouns[kind]} ${name} was saved by ${by} at ${at}. ` +
      'Versions are immutable: save yours as the next version.',
    'VERSION_EXISTS',
    { kind, name, version, created_by: by, created_at: at },
  )
}

/** Creates the view of the event type or of the extension. A failure is only reported: events are stored without their view too. */
async function viewOf(
  { event, extension }: SaveRequest,
  versions: readonly SavedRow[],
  run: RunStatement,
  context: Pick<QueryContext, 'project' | 'dataset'>,
  email: string | undefined,
): Promise<{ name: string; error?: string }> {
  const isFirst = (kind: 'event' | 'extension'): boolean => latestVersion(versions, kind) === undefined
  const [name, statement] = event
    ? [event.name, createView(event, context, isFirst('event'))]
    : [extendedViewName(extension!.name), createExtendedView(extension!, context, isFirst('extension'))]
  const created = await run(statement)
  return created.kind === 'rows' ? { name } : { name, error: messageOf(created, email) }
}

function messageOf(result: FailedQuery, email: string | undefined): string {
  if (!concernsCaller(result)) return sectionError(result).message
  return (JSON.parse(String(callerErrorResponse(result, email).body)) as { error: { message: string } }).error
    .message
}
