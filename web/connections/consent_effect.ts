/** Connections: tells which consent signals a connection states, and what follows for a destination. Pure. */
import { consentSignals, type ConsentSignal, type Source } from '../../schemas/link.ts'
import type { ShownDestination } from '../../schemas/shown_destination.ts'
import type { Translation } from '../../schemas/translation.ts'
import { usesOf } from '../../functions/linkage/uses.ts'

/** How a connection states a signal: by fields of the record, or the same for everybody. */
export type StatedConsent = { by: 'fields'; fields: readonly string[] } | { by: 'constant'; value: string }

/** Returns the signals that a connection states. A signal that is missing counts as not granted. */
export function statedSignals({
  link,
}: Pick<Translation, 'link'>): ReadonlyMap<ConsentSignal, StatedConsent> {
  const stated = new Map<ConsentSignal, StatedConsent>()
  for (const signal of consentSignals) {
    const source = link[`consent.${signal}`] ?? link['consent']
    if (source !== undefined && source !== null) stated.set(signal, statementOf(source))
  }
  return stated
}

function statementOf(source: Source): StatedConsent {
  const fields = [...new Set(usesOf({ consent: source }, undefined).map(({ path }) => path))]
  if (fields.length > 0) return { by: 'fields', fields }
  const value = typeof source === 'object' && 'const' in source ? String(source.const) : ''
  return { by: 'constant', value }
}

/** What follows from the statements for a destination. `never`: it gets nothing, unless a default of the region grants the signals. */
export type ConsentEffect =
  { kind: 'not needed' | 'always' | 'by record' } | { kind: 'never'; signals: readonly ConsentSignal[] }

export function consentEffect(
  { consent }: Pick<ShownDestination, 'consent'>,
  stated: ReadonlyMap<ConsentSignal, StatedConsent>,
): ConsentEffect {
  if (consent.length === 0) return { kind: 'not needed' }
  const signals = consent.filter((signal) => {
    const statement = stated.get(signal)
    return !statement || (statement.by === 'constant' && statement.value !== 'granted')
  })
  if (signals.length > 0) return { kind: 'never', signals }
  return { kind: consent.every((signal) => stated.get(signal)?.by === 'constant') ? 'always' : 'by record' }
}
