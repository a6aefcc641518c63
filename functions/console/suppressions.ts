/** Console: `POST /v1/console/suppressions/<act>`: whether a person is on the suppression list, and puts them on it or lifts that, with the
 * caller's rights. The value that identifies the person comes in the body, and leaves the function only as a hash. */
import { hash } from 'node:crypto'
import { erasableFields } from '../../schemas/erasable_fields.ts'
import { nearest } from '../../schemas/nearest.ts'
import type { Operation } from '../../schemas/operation.ts'
import { readIdentities } from '../erase/identity.ts'
import { identityMatcher } from '../erase/matcher.ts'
import { listedForm, listedHashes } from '../privacy/suppression.ts'
import { json, StatusError, type HandlerResponse } from '../serving/answer.ts'
import { invalid, readObject } from './definition_request.ts'
import { accountQuery } from './queries/account.ts'
import type { OperationRecorder } from './record_operation.ts'
import type { RunStatement } from './run_query.ts'
import { textParameter, type Statement } from './statement.ts'
import { emailOf, viewError } from './view_error.ts'

const acts = ['look', 'add', 'lift'] as const
type Act = (typeof acts)[number]

interface SuppressionRequest {
  field: string
  /** Every hash by which the list may hold the value. */
  hashes: readonly string[]
  /** The hash that matches every way in which producers write the value. */
  listed: string
  reason: string
}

/** Answers `{suppressed, rows, bytes}`: the rows of the list, the latest first. `add` and `lift` answer `{changed}`, the number of rows that
 * they have added. */
export async function answerSuppression(
  { path, body }: { path: string; body: Buffer },
  run: RunStatement,
  { record }: Pick<OperationRecorder, 'record'>,
): Promise<HandlerResponse> {
  const act = actOf(path)
  const request = readSuppression(body, act)
  if (act === 'look') return look(request, run)
  const operation: Operation = act === 'add' ? 'suppress' : 'lift'
  return record({ operation, detail: { fields: [request.field] } }, async () => {
    const result = await run(act === 'add' ? insertSuppression(request) : insertLift(request))
    if (result.kind !== 'rows') return { response: viewError(result, emailOf(await run(accountQuery))) }
    return { response: json(200, { changed: result.affected ?? 0 }) }
  })
}

const prefix = '/v1/console/suppressions/'

function actOf(path: string): Act {
  const named = acts.find((act) => act === path.slice(prefix.length))
  if (named !== undefined) return named
  throw new StatusError('NOT_FOUND', `Expected one of ${acts.join(', ')} at the end of the path.`)
}

const maxReason = 200

/** Throws INVALID_ARGUMENT that names the field, never the value. */
function readSuppression(body: Buffer, act: Act): SuppressionRequest {
  const { field, value, reason = '', ...rest } = readObject(body)
  const [unknown] = Object.keys(rest)
  if (unknown !== undefined)
    throw invalid([
      { field: unknown.slice(0, 64), description: 'Unknown field. Use field, value and reason.' },
    ])
  if (typeof field !== 'string' || !erasableFields.includes(field)) {
    const meant = typeof field === 'string' ? nearest(field.slice(0, 64), erasableFields) : undefined
    const suggestion = meant === undefined ? '' : `Did you mean ${meant}? `
    throw invalid([
      { field: 'field', description: `${suggestion}Expected one of ${erasableFields.join(', ')}.` },
    ])
  }
  if (typeof value !== 'string' || value.trim() === '' || value.length > 2000)
    throw invalid([{ field: 'value', description: 'Expected a text of at most 2000 characters.' }])
  if (typeof reason !== 'string' || reason.length > maxReason || (act === 'look' && reason !== ''))
    throw invalid([
      {
        field: 'reason',
        description:
          act === 'look'
            ? 'Only adding and lifting have a reason.'
            : `Expected a text of at most ${maxReason} characters.`,
      },
    ])
  // Everybody who may read the list reads the reason.
  if (reason !== '' && identityMatcher(readIdentities({ [field]: value }))(reason))
    throw invalid([{ field: 'reason', description: 'Leave out what identifies the person.' }])
  const [first] = listedHashes(field, value)
  const isHash = first === value.trim().toLowerCase()
  const listed = isHash ? first : hash('sha256', listedForm(field, value))
  return { field, hashes: [...new Set([...listedHashes(field, value), listed])], listed, reason }
}

async function look(request: SuppressionRequest, run: RunStatement): Promise<HandlerResponse> {
  const result = await run(selectSuppressions(request))
  if (result.kind !== 'rows') return viewError(result, emailOf(await run(accountQuery)))
  const rows = result.rows.map(({ created_at, created_by, reason, lifted }) => ({
    created_at,
    created_by,
    reason,
    lifted,
  }))
  const suppressed = result.rows.some(({ is_latest: isLatest, lifted }) => isLatest === true && !lifted)
  return json(200, { suppressed, rows, bytes: result.bytes })
}

/** Newest first; of two equally new rows, the one that suppresses. As functions/privacy/suppression.ts decides. */
const newest = 'PARTITION BY LOWER(value_hash) ORDER BY created_at DESC, lifted'

function parametersOf({ field, hashes, reason }: SuppressionRequest): NonNullable<Statement['parameters']> {
  return {
    field: textParameter(field),
    hashes: { type: 'STRING', values: hashes },
    reason: textParameter(reason),
  }
}

function selectSuppressions(request: SuppressionRequest): Statement {
  const { reason: _, ...parameters } = parametersOf(request)
  return {
    name: 'suppression',
    sql: `SELECT created_at, created_by, reason, lifted, ROW_NUMBER() OVER (${newest}) = 1 AS is_latest
FROM suppressions
WHERE field = @field AND LOWER(value_hash) IN UNNEST(@hashes)
ORDER BY created_at DESC, lifted
LIMIT 100`,
    parameters,
  }
}

/** The hashes that are on the list now. */
const listedNow = `SELECT value_hash FROM (
  SELECT LOWER(value_hash) AS value_hash, lifted
  FROM suppressions
  WHERE field = @field AND LOWER(value_hash) IN UNNEST(@hashes)
  QUALIFY ROW_NUMBER() OVER (${newest}) = 1
) WHERE NOT lifted`

const insertColumns =
  'INSERT INTO suppressions (field, value_hash, created_at, created_by, reason, lifted)' as const

/** Adds the person unless they are listed. */
function insertSuppression(request: SuppressionRequest): Statement {
  return {
    name: 'suppress',
    sql: `${insertColumns}
SELECT @field, value_hash, CURRENT_TIMESTAMP(), SESSION_USER(), NULLIF(@reason, ''), FALSE
FROM UNNEST(@added) AS value_hash
WHERE value_hash NOT IN (${listedNow})`,
    parameters: { ...parametersOf(request), added: { type: 'STRING', values: [request.listed] } },
  }
}

/** Ends the suppression of every form in which the list holds the value. */
function insertLift(request: SuppressionRequest): Statement {
  return {
    name: 'lift',
    sql: `${insertColumns}
SELECT @field, value_hash, CURRENT_TIMESTAMP(), SESSION_USER(), NULLIF(@reason, ''), TRUE
FROM (${listedNow})`,
    parameters: parametersOf(request),
  }
}
