/** Console: saved definitions: lists all versions, and saves new ones. A version never changes, so of two people who save the same
 * one, one wins and the other is told who it was. */
import { compareVersions, type Definition } from '../../schemas/definition.ts'
import { json, StatusError, type Answer } from '../serving/answer.ts'
import { changeFaults } from './definition_faults.ts'
import { readSave } from './definition_request.ts'
import {
  insertVersions,
  kindsOf,
  listVersions,
  makeView,
  saversOf,
  versionsOf,
  type Kind,
  type Saved,
} from './definition_queries.ts'
import { account } from './queries/account.ts'
import { callerAnswer, concernsCaller, sectionError } from './refusal.ts'
import type { Row } from './rows.ts'
import type { Place, Result, Run } from './run_query.ts'

/** What a page must know of the environment to write SQL and addresses. */
export interface Told {
  project: string
  dataset: string
  /** Address of the function translate, without a path. */
  translateUrl: string
}

/** All versions of all definitions, the latest first. */
export const listDefinitions = async (run: Run, told: Told): Promise<Answer> => {
  const [who, result] = await Promise.all([run(account), run(listVersions)])
  const email = emailOf(who)
  if (result.kind !== 'rows') return refusal(result, email)
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
  kind: Kind
  name: string
  version: string
  created_at: string
  created_by: string
  definition?: string
}

/** Saves what the body holds. 400 names the field that is wrong, 409 who was first, 403 which right is missing. */
export const saveDefinitions = async (
  body: Buffer,
  run: Run,
  place: Pick<Place, 'project' | 'dataset' | 'now'>,
): Promise<Answer> => {
  const save = readSave(body)
  const before = await run(versionsOf(save))
  if (before.kind !== 'rows') return refusal(before, emailOf(await run(account)))
  const known = before.rows as readonly object[] as readonly Version[]
  const taken = known.find((row) => save[row.kind]?.version === row.version)
  if (taken) throw alreadySaved(taken)
  changeFaults(save, (kind) => latestOf(known, kind))

  const at = new Date(place.now()).toISOString()
  const inserted = await run(insertVersions(save, save.comment ?? '', at))
  if (inserted.kind !== 'rows') return refusal(inserted, emailOf(await run(account)))
  const [first, email] = await Promise.all([run(saversOf(save)), run(account).then(emailOf)])
  if (first.kind !== 'rows') return refusal(first, email)
  const lost = lostTo(save, first.rows, { at, email, isWritten: (inserted.affected ?? 0) > 0 })
  if (lost) throw alreadySaved(lost)
  return json(200, {
    saved: kindsOf(save).map((kind) => ({ kind, name: save[kind]!.name, version: save[kind]!.version })),
    created_at: at,
    created_by: email,
    ...(save.event && { view: await viewOf(save.event, known, run, place, email) }),
  })
}

const latestOf = (rows: readonly Version[], kind: Kind): Version | undefined =>
  rows.filter((row) => row.kind === kind).toSorted((a, b) => compareVersions(b.version, a.version))[0]

/** The row that was first, where it is not this one. Two queries that run at the same moment can both write; the first row counts
 * everywhere, so whoever wrote the second one has lost all the same. */
const lostTo = (
  save: Saved,
  rows: readonly Row[],
  own: { at: string; email: string | undefined; isWritten: boolean },
): Version | undefined => {
  for (const kind of kindsOf(save)) {
    const first = rows.find((row) => row['kind'] === kind) as Version | undefined
    const isOwn = own.isWritten && first?.created_at === own.at && first.created_by === own.email
    if (first && !isOwn) return first
  }
  return undefined
}

const alreadySaved = ({ kind, name, version, created_by: by, created_at: at }: Version): StatusError =>
  new StatusError(
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

/** Events are stored with or without their view, so a view that cannot be made undoes nothing. */
const viewOf = async (
  event: Definition,
  known: readonly Version[],
  run: Run,
  place: Pick<Place, 'project' | 'dataset'>,
  email: string | undefined,
): Promise<{ name: string; error?: string }> => {
  const isFirst = latestOf(known, 'event') === undefined
  const made = await run(makeView(event, place, isFirst))
  return made.kind === 'rows' ? { name: event.name } : { name: event.name, error: wordsOf(made, email) }
}

const wordsOf = (result: Exclude<Result, { kind: 'rows' }>, email: string | undefined): string => {
  if (!concernsCaller(result)) return sectionError(result).message
  return (JSON.parse(String(callerAnswer(result, email).body)) as { error: { message: string } }).error
    .message
}

/** What BigQuery did not do, as the caller reads it. */
export const refusal = (result: Exclude<Result, { kind: 'rows' }>, email: string | undefined): Answer => {
  if (concernsCaller(result)) return callerAnswer(result, email)
  const { message, reason } = sectionError(result)
  throw new StatusError(reason === 'unreachable' ? 'UNAVAILABLE' : 'FAILED_PRECONDITION', message)
}

export const emailOf = (result: Result): string | undefined => {
  const email = result.kind === 'rows' ? result.rows[0]?.['email'] : undefined
  return typeof email === 'string' ? email : undefined
}
