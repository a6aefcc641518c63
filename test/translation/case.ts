/** Translation tests: one paste, and what somebody who reads it says it is. */
import type { TranslationInput } from '../../schemas/translation.ts'

export interface Case {
  paste: string
  /** What is detected; a pattern where it is nothing that can be read. */
  input: TranslationInput | RegExp
  /** How many records there are, and the first. */
  records?: number
  first?: object
  /** Path → type that its texts are read as, of those that must say it. */
  types?: Readonly<Record<string, string>>
  /** Paths that stay text although they look otherwise, or are sure to be no more. */
  texts?: readonly string[]
  /** The name of the event, or the path of the field that has it. */
  event?: string
  /** Field of the event → path of the record. */
  links?: Readonly<Record<string, string>>
  personal?: readonly string[]
}

export type Cases = Readonly<Record<string, Case>>
