/** Decision layer: tells a producer which consent an event does not state, and what follows. Pure. */
import { consentSignals } from '../../schemas/link.ts'
import type { TargetPurpose } from '../targets/target.ts'
import { consentByPurpose } from './consent.ts'

/** Advice about an event that is stored, but that not every destination gets. */
export interface ConsentHint {
  field: 'consent'
  description: string
}

/** Returns at most one hint. A signal that the person has denied is no reason for one. */
export function consentHints({ consent }: Readonly<Record<string, unknown>>): readonly ConsentHint[] {
  const stated = typeof consent === 'object' && consent !== null ? consent : {}
  const absent = consentSignals.filter((signal) => !Object.hasOwn(stated, signal))
  const purposes = (Object.keys(consentByPurpose) as TargetPurpose[]).filter((purpose) =>
    consentByPurpose[purpose].some((signal) => absent.includes(signal)),
  )
  if (purposes.length === 0) return []
  const needed = absent.filter((signal) => purposes.some((each) => consentByPurpose[each].includes(signal)))
  const description =
    `The event does not state ${needed.join(', ')}, which counts as not granted: destinations for ${purposes.join(', ')} get no such event, ` +
    'unless their settings need no consent or a default of the region grants it.'
  return [{ field: 'consent', description }]
}
