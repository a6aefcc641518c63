/** Automations: explains the guard that blocked a sync, and which request lets its run through once. Pure. */
import type { RunSummary } from '../../schemas/run_summary.ts'

interface GuardAdvice {
  /** What to do, in one sentence. */
  advice: string
  /** Members of a run request that let one run through. Undefined if the guard does not allow that. */
  once?: Readonly<Record<string, true>>
}

/** By the code at the start of the reason (functions/sync/guards.ts). */
const guards: Readonly<Record<string, GuardAdvice>> = {
  too_many_removed: {
    advice: 'If these rows are to be removed, look at them and let one run through.',
    once: { accept_removals: true },
  },
  schema_changed: {
    advice: 'If the new columns are as intended, let one run through: every row is sent again.',
    once: { accept_schema: true },
  },
  no_rows: { advice: 'Correct the query. The guard allowEmpty of the sync permits an empty result.' },
  keyless: { advice: 'Correct the query: every row needs all columns of the key.' },
  duplicate: { advice: 'Correct the query: a key may stand in one row only.' },
  too_many_bytes: {
    advice: 'Filter the query by received_at, or raise the guard maximumBytesBilled of the sync.',
  },
}

/** Undefined unless a guard has blocked the run. */
export function guardOf({
  state,
  reason,
}: Pick<RunSummary, 'state' | 'reason'>): (GuardAdvice & { message: string }) | undefined {
  if (state !== 'blocked' || reason === null) return undefined
  const [code = '', ...message] = reason.split(': ')
  const advice = Object.hasOwn(guards, code) ? guards[code] : undefined
  return advice ? { ...advice, message: message.join(': ') } : undefined
}
