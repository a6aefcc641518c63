/** Actions: fires once per subject and window. A firing needs a row in `action_windows` first: a MERGE writes the firings without a
 * conflict, and only those that are read back afterwards fire. If BigQuery fails, it throws, and nothing fires. */
import { tables } from '../../schemas/warehouse.ts'
import type { Locate } from '../../schemas/views/view.ts'
import type { Warehouse } from '../google/warehouse.ts'
import { microsOf } from './timestamps.ts'

/** A firing that claims a window: at most one per subject within any duration of the window's length. */
interface Claim {
  firingId: string
  subject: string
  /** RFC 3339. */
  at: string
}

/** `held`: the firing is in the table. `taken`: it conflicts with another firing. */
type Claimed = { kind: 'held' } | { kind: 'taken'; by: string }

interface HeldWindow {
  firingId: string
  micros: number
}

/** Firings by subject. */
export type Windows = Map<string, HeldWindow[]>

/** Returns the firing that conflicts with another; undefined if none does. */
export function conflictingFiring(
  windows: Windows,
  { subject, at }: Pick<Claim, 'subject' | 'at'>,
  once: number,
): HeldWindow | undefined {
  return windows.get(subject)?.find(({ micros }) => Math.abs(micros - microsOf(at)) < once * 1_000_000)
}

function addFiring(windows: Windows, { firingId, subject, at }: Claim): void {
  const held = { firingId, micros: microsOf(at) }
  const others = windows.get(subject)
  if (others) others.push(held)
  else windows.set(subject, [held])
}

/** Sorts claims by time, then by id. */
export function sortByTime<Each extends Pick<Claim, 'at' | 'firingId'>>(
  claims: readonly Each[],
): readonly Each[] {
  return claims
    .map((claim) => ({ claim, micros: microsOf(claim.at) }))
    .toSorted((a, b) => a.micros - b.micros || (a.claim.firingId < b.claim.firingId ? -1 : 1))
    .map(({ claim }) => claim)
}

function windowsSql(locate: Locate): string {
  return `SELECT subject, firing_id, UNIX_MICROS(fired_at) AS micros
FROM ${locate(tables.action_windows.name)}
WHERE action = @action AND (subject = '' OR subject IN UNNEST(@subjects))`
}

/** Inserts claims without a conflict. Every claim updates the row of the action itself, so that BigQuery retries one of two concurrent claims. */
function claimSql(locate: Locate): string {
  return `MERGE ${locate(tables.action_windows.name)} AS held
USING (
  SELECT @action AS action, '' AS subject, CAST(NULL AS STRING) AS firing_id, CURRENT_TIMESTAMP() AS fired_at
  UNION ALL
  SELECT @action, claim.subject, claim.firing_id, claim.fired_at
  FROM (
    SELECT JSON_VALUE(each, '$.subject') AS subject, JSON_VALUE(each, '$.id') AS firing_id,
      TIMESTAMP(JSON_VALUE(each, '$.at')) AS fired_at
    FROM UNNEST(@claims) AS each
  ) AS claim
  WHERE NOT EXISTS (
    SELECT 1 FROM ${locate(tables.action_windows.name)} AS other
    WHERE other.action = @action AND other.subject = claim.subject
      AND ABS(TIMESTAMP_DIFF(other.fired_at, claim.fired_at, MICROSECOND)) < @once * 1000000
  )
) AS wanted
ON held.action = wanted.action AND held.subject = wanted.subject AND wanted.subject = ''
WHEN MATCHED THEN UPDATE SET fired_at = wanted.fired_at
WHEN NOT MATCHED THEN INSERT (action, subject, firing_id, fired_at)
  VALUES (wanted.action, wanted.subject, wanted.firing_id, wanted.fired_at)`
}

/** Inserts the row of the action itself, before its first claim. */
function insertActionRowSql(locate: Locate): string {
  return `MERGE ${locate(tables.action_windows.name)} AS held
USING (SELECT @action AS action) AS wanted ON held.action = wanted.action AND held.subject = ''
WHEN NOT MATCHED THEN INSERT (action, subject) VALUES (wanted.action, '')`
}

/** Reads the firings of some subjects, and whether the action has a row of its own. */
export async function readWindows(
  { rows, locate }: Warehouse,
  action: string,
  subjects: readonly string[],
): Promise<{ windows: Windows; hasActionRow: boolean }> {
  const firings = await rows(windowsSql(locate), {
    action: ['STRING', action],
    subjects: [['STRING'], [...new Set(subjects)]],
  })
  const windows: Windows = new Map()
  for (const row of firings) {
    const subject = String(row['subject'])
    if (subject === '') continue
    const held = { firingId: String(row['firing_id']), micros: Number(row['micros']) }
    windows.set(subject, [...(windows.get(subject) ?? []), held])
  }
  return { windows, hasActionRow: firings.some(({ subject }) => subject === '') }
}

/** Maximum number of attempts while other instances claim windows of the same subjects. */
const maxClaimAttempts = 6

/** Claims windows of `once` seconds. Returns one result per claim, by firing. */
export async function claimWindows(
  warehouse: Warehouse,
  action: string,
  once: number,
  claims: readonly Claim[],
): Promise<ReadonlyMap<string, Claimed>> {
  const { change, locate } = warehouse
  const ordered = sortByTime(claims)
  const subjects = claims.map(({ subject }) => subject)
  for (let round = 0; round < maxClaimAttempts; round++) {
    const { windows, hasActionRow } = await readWindows(warehouse, action, subjects)
    const results = new Map<string, Claimed>()
    const free: Claim[] = []
    const isHeld = ({ subject, firingId }: Claim): boolean =>
      windows.get(subject)?.some((held) => held.firingId === firingId) === true
    const held = ordered.filter(isHeld)
    for (const { firingId } of held) results.set(firingId, { kind: 'held' })
    for (const claim of ordered) {
      if (results.has(claim.firingId)) continue
      const other = conflictingFiring(windows, claim, once)
      if (other) results.set(claim.firingId, { kind: 'taken', by: other.firingId })
      else {
        free.push(claim)
        addFiring(windows, claim)
      }
    }
    if (free.length === 0) return results
    if (!hasActionRow) await change(insertActionRowSql(locate), { action: ['STRING', action] })
    await change(claimSql(locate), {
      action: ['STRING', action],
      once: ['INT64', once],
      claims: [['STRING'], free.map(({ firingId: id, subject, at }) => JSON.stringify({ id, subject, at }))],
    })
  }
  throw new Error(
    `Could not claim windows of action "${action}" in ${maxClaimAttempts} attempts. Nothing was sent; the batch is retried.`,
  )
}
