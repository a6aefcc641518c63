/** Creator: lists the events that the payload may be, best first. */
import { computed } from '@preact/signals'
import type { Translation } from '../../schemas/translation.ts'
import { chosenName } from './choices.ts'
import { source } from './source.ts'

export interface ShownCandidate {
  name: Translation['event']['name']
  title: string
  /** Why the payload may be this event, and what it lacks. */
  evidence: string
  /** True if it leads clearly, so that it is chosen unless the user chooses another. */
  isClear: boolean
}

/** Number of candidates shown. */
const maxShown = 4

export const candidates = computed<readonly ShownCandidate[]>(() => {
  const { candidates: found = [], isChosen = false } = source.value?.event ?? {}
  return found.slice(0, maxShown).map(({ name, type, reasons, missing }, index): ShownCandidate => {
    const lacks = missing.length > 0 ? ` It lacks ${missing.join(', ')}.` : ''
    return {
      name,
      title: titleOf(name, type),
      evidence: `${reasons.map(asSentence).join(' ')}${lacks}`,
      isClear: isChosen && chosenName.value === undefined && index === 0,
    }
  })
})

function titleOf(name: ShownCandidate['name'], type: string): string {
  if ('const' in name) return name.const
  const names = [...new Set(Object.values(name.values ?? {}))]
  return `${names.slice(0, 3).join(', ') || type || 'The events'}, by the field ${name.from}`
}

function asSentence(reason: string): string {
  const text = reason.trim()
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`
}
