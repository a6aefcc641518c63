/** Outcomes: the meaning of a reason, for people. Pure. */
import { outcomes } from './outcome.ts'

/** One sentence; the meaning of the outcome if it has no reasons. */
export function reasonMeaning(outcome: string, reason: string | null): string {
  const about = Object.entries(outcomes).find(([name]) => name === outcome)?.[1]
  if (!about) return reason ?? ''
  const reasons = Object.entries<string>(about.reasons)
  return reasons.find(([name]) => name === reason)?.[1] ?? reason ?? about.meaning
}
