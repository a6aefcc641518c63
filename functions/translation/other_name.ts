/** Translation layer: reads the name of an event, and tells what becomes of a record whose name the translation does not list. Pure. */
import type { Source } from '../../schemas/link.ts'
import type { OtherName, Translation } from '../../schemas/translation.ts'
import { isPlainObject, type Members } from '../linkage/values.ts'

interface NameReading {
  /** Where the link reads the name. */
  source: Source
  otherwise: OtherName
  /** The name of a record that goes to quarantine: the field and its text. It has a colon, so that it is the name of no event type. */
  nameOf: (record: Members) => string
}

/** Longest text that the name of a record in quarantine has, in characters. */
const maxLength = 128

export function otherName(name: Translation['event']['name']): NameReading {
  if ('const' in name) return { source: name, otherwise: 'refuse', nameOf: () => '' }
  const { otherwise = 'refuse', ...source } = name
  const path = name.from.split('.')
  return {
    source,
    otherwise,
    nameOf: (record) => {
      const value = path.reduce<unknown>(
        (at, member) => (isPlainObject(at) && Object.hasOwn(at, member) ? at[member] : undefined),
        record,
      )
      const text = typeof value === 'string' || typeof value === 'number' ? String(value) : 'nothing'
      return `${name.from}: ${text.slice(0, maxLength)}`
    },
  }
}
