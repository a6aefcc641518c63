/** Creator: tries a new version of a connection on what there is of the past: what the version before makes of the sample, which paths it reads,
 * and what was refused lately. Pure. */
import type { Translation } from '../../schemas/translation.ts'
import { readPaths } from '../../functions/translation/unmapped_fields.ts'

/** The paths that the version before reads, and the new one does not: also not as a field of its own. */
export function noLongerRead(before: Translation, after: Translation): readonly string[] {
  const { rest, drop = [] } = after
  const [was, is] = [before, after].map(pathsRead)
  return [...was!].filter(
    (path) => !is!.has(path) && (rest === 'drop' || drop.some((each) => isAt(path, each))),
  )
}

function isAt(path: string, parent: string): boolean {
  return path === parent || path.startsWith(`${parent}.`)
}

function pathsRead({ link, event: { name } }: Translation): ReadonlySet<string> {
  return new Set([...readPaths(link), ...('from' in name ? [name.from] : [])])
}

/** A refusal of a receipt, which has no value. */
export interface Refusal {
  field: string | null
  code: string
}

/** What the new version does with records that were refused for a field: asks for the same, for something else, or for nothing; unknown if the
 * field alone does not tell. */
export type RefusalOutcome = 'same' | 'other' | 'nothing' | 'unknown'

/** `code` as in table `receipts`: `missing` names a field of the event, `invalid` a field of the record or of the event. */
export function judged({ field, code }: Refusal, before: Translation, after: Translation): RefusalOutcome {
  if (field === null) return 'unknown'
  if (code === 'missing') {
    const asked = [before, after].map(
      ({ required = [] }) => field === 'event_name' || required.includes(field),
    )
    if (field === 'event_name') return sameText(before.event, after.event) ? 'same' : 'other'
    if (!asked[0]) return 'unknown'
    if (!asked[1]) return 'nothing'
    return sameText(before.link[field], after.link[field]) ? 'same' : 'other'
  }
  if (code !== 'invalid') return 'unknown'
  const [was, is] = [before.fields[field], after.fields[field]]
  if (was === undefined) return 'unknown'
  if (sameText(was, is)) return 'same'
  return is === undefined || is === 'text' ? 'nothing' : 'other'
}

function sameText(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}
