/** Translation layer: tries a translation on records and checks the events as `store` does: for the creator, and before a connection is saved.
 * Pure; also runs in browsers. */
import type { Translation } from '../../schemas/translation.ts'
import { contextChecks } from '../event/checks.ts'
import type { Registry } from '../event/registry.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'
import { readAll } from './formats/records.ts'
import { FormatError } from './formats/reader.ts'
import { compileTranslation } from './translate.ts'

interface ResultViolation {
  field: string
  message: string
}

/** The result of one record, or of one element of the list that it is split by. */
export interface RecordResult {
  /** Index of the record. */
  record: number
  event?: Members
  /** What becomes of a record whose name is in no list of the translation, if it is not refused. */
  otherwise?: 'left out' | 'quarantine'
  violations: readonly ResultViolation[]
}

/** Maximum number of records of a sample that are tried. */
export const maxTriedRecords = 500

/** Returns the results of all records. Throws an Error if the translation is invalid. */
export function resultsOf(translation: Translation, records: readonly Members[]): readonly RecordResult[] {
  const translate = compileTranslation(translation)
  return records.flatMap((record, index) =>
    translate(record).map((each): RecordResult => {
      if ('isLeftOut' in each) return { record: index, otherwise: 'left out', violations: [] }
      if ('event' in each)
        return {
          record: index,
          event: each.event,
          ...(each.isUnnamed && { otherwise: 'quarantine' }),
          violations: [],
        }
      return {
        record: index,
        violations: each.violations.map(({ field, expected, got }) => ({
          field,
          message: `expected ${expected}, got ${got}`,
        })),
      }
    }),
  )
}

/** Adds the violations that `store` would report. */
export function checked(results: readonly RecordResult[], registry: Registry): readonly RecordResult[] {
  return results.map((result) =>
    result.event && result.otherwise === undefined
      ? { ...result, violations: violationsOf(result.event, registry) }
      : result,
  )
}

function violationsOf(event: Members, registry: Registry): readonly ResultViolation[] {
  const name = String(event['event_name'])
  const type = registry.get(name)
  if (!type) return [{ field: 'event_name', message: `${name} is not an event type yet` }]
  const moved: string[] = []
  const context = Object.entries(event).flatMap(([field, value]) => {
    const check = contextChecks.get(field)
    if (!check || value === null || check.accepts(value)) return []
    moved.push(field)
    return check.violationsOf(value)
  })
  const data = isPlainObject(event['event_data']) ? event['event_data'] : {}
  return [...context, ...type.violationsOf(data, moved)].map(({ field, expected, got }) => ({
    field: field.replace(/^event_data\./, ''),
    message: `expected ${expected}, got ${got}`,
  }))
}

/** What becomes of the results: numbers of events, of refusals, and of records with a name that is in no list. */
export interface Outcomes {
  passed: number
  refused: number
  leftOut: number
  quarantined: number
}

export function recordCounts(results: readonly RecordResult[]): Outcomes {
  const leftOut = results.filter(({ otherwise }) => otherwise === 'left out').length
  const quarantined = results.filter(({ otherwise }) => otherwise === 'quarantine').length
  const refused = results.filter(
    ({ otherwise, violations }) => otherwise === undefined && violations.length > 0,
  ).length
  return { passed: results.length - leftOut - quarantined - refused, refused, leftOut, quarantined }
}

/** What becomes of a text that the translation reads, and the first cause of a refusal. Throws an Error if the translation is invalid. */
export function triedOn(
  translation: Translation,
  text: string,
  registry: Registry,
): Outcomes & { cause?: string } {
  const { records, unread } = recordsIn(translation, text)
  const results = checked(resultsOf(translation, records.slice(0, maxTriedRecords)), registry)
  const outcomes = recordCounts(results)
  const violation = results.flatMap(({ violations }) => violations)[0]
  const cause = violation ? `${violation.field} ${violation.message}.` : unread[0]
  return { ...outcomes, refused: outcomes.refused + unread.length, ...(cause !== undefined && { cause }) }
}

/** The records of a text, and why others cannot be read. */
export function recordsIn(
  { input }: Pick<Translation, 'input'>,
  text: string,
): { records: readonly Members[]; unread: readonly string[] } {
  try {
    const read = readAll(input, text)
    return {
      records: read.flatMap((each) => ('record' in each && isPlainObject(each.record) ? [each.record] : [])),
      unread: read.flatMap((each) => ('problem' in each ? [each.problem] : [])),
    }
  } catch (error) {
    if (error instanceof FormatError) return { records: [], unread: [error.message] }
    throw error
  }
}
