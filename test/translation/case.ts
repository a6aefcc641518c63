/** Translation tests: declares a case, which is a pasted text and what a person reads in it. */
import type { TranslationInput } from '../../schemas/translation.ts'

export interface Case {
  paste: string
  /** The detected input; a pattern for the problem of a text that cannot be read. */
  input: TranslationInput | RegExp
  /** Number of records. */
  records?: number
  /** The first record. */
  first?: object
  /** Path → type, for fields whose type the translation must declare. */
  types?: Readonly<Record<string, string>>
  /** Paths of fields that must stay text, even if they look like another type. */
  texts?: readonly string[]
  /** The event name, or the path of the field that has it. */
  event?: string
  /** Event or context field → path in the record. */
  links?: Readonly<Record<string, string>>
  personal?: readonly string[]
}

export type Cases = Readonly<Record<string, Case>>
