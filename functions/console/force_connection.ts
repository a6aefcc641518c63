/** Console: `POST /v1/console/connections/<name>`: puts a major version of a connection in force, or retires it, with the caller's rights. */
import { maxForceReason, noVersion, readForce, servedVersion } from '../../schemas/force.ts'
import { translationChanges } from '../../schemas/definition_change.ts'
import { translationProblems, type Translation } from '../../schemas/translation.ts'
import type { DefinitionChange } from '../../schemas/version_change.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { conflict, type SavedRow } from './definition_expectations.ts'
import { insertForce, versionsOfConnection } from './definition_queries.ts'
import { invalid, readObject } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import type { OperationRecorder } from './record_operation.ts'
import type { QueryContext, RunStatement } from './run_query.ts'
import { emailOf, viewError } from './view_error.ts'

interface ForceRequest {
  /** null: the connection is retired. */
  major: number | null
  /** Told to senders of a retired connection. */
  reason: string
  /** What the caller has seen in force: the major version, `none`, or null if no row says. Undefined: not checked. */
  expects: string | null | undefined
  /** The name of the connection, typed: required if what comes now would be refused or read otherwise. */
  confirm: string | undefined
}

export async function forceConnection(
  { path, body }: { path: string; body: Buffer },
  run: RunStatement,
  { now }: Pick<QueryContext, 'now'>,
  { record }: Pick<OperationRecorder, 'record'>,
): Promise<HandlerResponse> {
  const name = nameOf(path)
  const request = readForceRequest(body)
  const result = await run(versionsOfConnection(name))
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)))
  const rows = result.rows as readonly object[] as readonly SavedRow[]
  const versions = validVersions(rows)
  if (versions.size === 0) throw new StatusError('NOT_FOUND', `No connection has the name "${name}".`)
  const latest = rows.filter(({ kind }) => kind === 'force').at(-1)
  if (request.expects !== undefined && request.expects !== (latest?.version ?? null))
    throw changedForce(latest, name)
  const before = readForce(latest?.definition ?? '')
  const serves = before?.major === null ? undefined : servedVersion([...versions.keys()], before)
  const willServe = servedVersion([...versions.keys()], request)
  if (request.major !== null && willServe === undefined)
    throw invalid([
      { field: 'major', description: `The connection ${name} has no valid version ${request.major}.x.` },
    ])
  requireConfirmation(request, name, changesOf(versions, serves, willServe))
  const version = request.major === null ? noVersion : String(request.major)
  const facts = {
    operation: 'force',
    target: `${name}@${version}`,
    detail: { from: latest?.version ?? null },
  } as const
  return record(facts, async () => {
    const { major, reason } = request
    const written = await run(insertForce({ name, version, major, reason }, new Date(now()).toISOString()))
    if (written.kind !== 'rows') return { response: viewError(written, emailOf(await run(accountQuery))) }
    return { response: json(200, { name, in_force: version, serves: willServe ?? null }) }
  })
}

const prefix = '/v1/console/connections/'

function nameOf(path: string): string {
  const name = path.slice(prefix.length)
  if (/^[a-z][a-z0-9_]{2,63}$/.test(name)) return name
  throw new StatusError('NOT_FOUND', 'The path has no name of a connection.')
}

/** Throws INVALID_ARGUMENT with the name of the field. */
function readForceRequest(body: Buffer): ForceRequest {
  const { major, reason = '', expects, confirm, ...rest } = readObject(body)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw invalid([
      { field: unknown.slice(0, 64), description: 'Unknown field. Use major, reason, expects and confirm.' },
    ])
  const isMajor = Number.isInteger(major) && (major as number) >= 0 && (major as number) <= 9999
  const faults = [
    ...(major === null || isMajor
      ? []
      : [
          {
            field: 'major',
            description: 'Expected the number of a major version, or null to retire the connection.',
          },
        ]),
    ...(typeof reason === 'string' && reason.length <= maxForceReason
      ? []
      : [{ field: 'reason', description: `Expected a text of at most ${maxForceReason} characters.` }]),
    ...(major === null && (typeof reason !== 'string' || reason.trim() === '')
      ? [{ field: 'reason', description: 'Expected the reason: senders get it with 410.' }]
      : []),
    ...(expects === undefined ||
    expects === null ||
    (typeof expects === 'string' && /^(?:\d{1,4}|none)$/.test(expects))
      ? []
      : [{ field: 'expects', description: 'Expected the major version that is in force, none, or null.' }]),
    ...(confirm === undefined || typeof confirm === 'string'
      ? []
      : [{ field: 'confirm', description: 'Expected the name of the connection.' }]),
  ]
  if (faults.length > 0) throw invalid(faults)
  return { major, reason: (reason as string).trim(), expects, confirm } as ForceRequest
}

/** Version → translation. The oldest row of a version counts. */
function validVersions(rows: readonly SavedRow[]): ReadonlyMap<string, Translation> {
  const valid = new Map<string, Translation>()
  for (const { kind, version, definition = '' } of rows) {
    if (kind !== 'translation' || valid.has(version)) continue
    const value: unknown = JSON.parse(definition)
    if (translationProblems(value).length === 0) valid.set(version, value as Translation)
  }
  return valid
}

/** What would no longer be read as it is now. */
function changesOf(
  versions: ReadonlyMap<string, Translation>,
  from: string | undefined,
  to: string | undefined,
): readonly DefinitionChange[] {
  const [before, after] = [versions.get(from ?? ''), versions.get(to ?? '')]
  if (!before) return []
  if (!after) return [{ field: '', bump: 'major', why: 'everything that comes is refused with 410.' }]
  return translationChanges(before, after).filter(({ bump }) => bump === 'major')
}

function requireConfirmation(
  { confirm }: ForceRequest,
  name: string,
  changes: readonly DefinitionChange[],
): void {
  if (changes.length === 0 || confirm === name) return
  const why = changes.map((change) => `${change.field} ${change.why}`.trim()).join(' ')
  throw invalid([
    {
      field: 'confirm',
      description: `Expected ${name}, typed, because what comes now would be refused or read otherwise: ${why}`,
    },
  ])
}

function changedForce(latest: SavedRow | undefined, name: string): StatusError {
  const metadata = { name, in_force: latest?.version ?? '' }
  return conflict(
    latest
      ? `What is in force of ${name} was changed to ${latest.version} by ${latest.created_by} at ${latest.created_at}. Load the page again.`
      : `Nobody has put a version of ${name} in force. Load the page again.`,
    'FORCE_CHANGED',
    metadata,
  )
}
