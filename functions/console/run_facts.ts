/** Console: selects what table `audit` keeps of a run request: options of closed form. A condition or a subject can name a person. Pure. */
import { erasableFields } from '../../schemas/erasable_fields.ts'
import type { RunKind } from '../../schemas/run_request.ts'
import type { OperationFacts } from './record_operation.ts'

const kept = [
  'accept_removals',
  'accept_schema',
  'again',
  'days',
  'dry_run',
  'from',
  'outcomes',
  'rate',
  'to',
] as const

/** Of a valid request. */
export function runFacts(kind: RunKind, request: Readonly<Record<string, unknown>>): OperationFacts {
  const { subject, destination, sync, action, run } = request
  const fields =
    subject === undefined
      ? undefined
      : Object.keys(subject as object).filter((field) => erasableFields.includes(field))
  const target = [sync, action, destination, isMessageId(run) ? run : undefined].find(
    (each) => typeof each === 'string',
  )
  const detail = {
    ...Object.fromEntries(
      kept.flatMap((name) => (request[name] === undefined ? [] : [[name, request[name]]])),
    ),
    ...(fields && { fields }),
    ...(sync !== undefined && destination !== undefined && { destination }),
  }
  return {
    operation: kind,
    ...(target !== undefined && { target }),
    ...(Object.keys(detail).length > 0 && { detail }),
  }
}

/** Pub/Sub numbers messages. Any other text is not the id of a run. */
function isMessageId(run: unknown): boolean {
  return typeof run === 'string' && /^\d{1,32}$/.test(run)
}
