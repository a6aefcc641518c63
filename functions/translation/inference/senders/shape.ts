/** Senders: declares what is known of one payload of a sender: how it is recognized, and what its fields mean. Pure. */
import type { Source } from '../../../../schemas/link.ts'
import type { MinorUnits } from '../../../../schemas/translation/input.ts'
import type { Translation } from '../../../../schemas/translation.ts'

export interface PayloadShape {
  /** `stripe`. Part of the proposed name of the connection. */
  id: string
  title: string
  /** What the payload is about: `charge`. */
  thing: string
  /** The sender's page about the payload. */
  docs: string
  /** Path → pattern of its text. An object or a list only has to be there. All must hold. */
  has: Readonly<Record<string, RegExp>>
  /** Undefined if the payload may be any event. */
  event?: Translation['event']['name']
  /** Field of the event → source. A source of which the payload has no field is left out. */
  link: Readonly<Record<string, Source>>
  /** Amounts in minor units. */
  amounts?: Readonly<Record<string, MinorUnits>>
  /** The list whose elements become events. */
  each?: string
  required?: readonly string[]
  /** True if the sender's users choose the names of other fields, which are then linked by their names. */
  isOpen?: boolean
}

/** Any text. */
export const any = /^/

export function iso(from: string): Source {
  return { from, as: 'iso' }
}

export function upper(from: string): Source {
  return { from, as: 'upper' }
}

export function string(from: string): Source {
  return { from, as: 'string' }
}

export function number(from: string): Source {
  return { from, as: 'number' }
}

export function wholeNumber(from: string): Source {
  return { from, as: 'integer' }
}
