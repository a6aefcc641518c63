/** Linkage layer: compiles a declarative link to a function that maps an event to the fields of a target. Pure. */
import type { TObject } from 'typebox'
import type { Link } from '../../schemas/link.ts'
import { mayGenerate } from './generated/may_generate.ts'
import { compileClosures } from './closures.ts'
import type { Members } from './values.ts'
import { generateLinker } from './generated/linker.ts'
import { fieldAt } from './keywords.ts'
import { protection, type Protection } from './protect.ts'

/** Links one event; `targetEvent` is the target's name of it. Adds to `lost` each field whose value the link could not cast or normalize:
 * path → what is wrong. */
export type Linker = (
  event: Members,
  targetEvent?: string,
  lost?: Map<string, string>,
) => Record<string, unknown>

/** Returns the function that links events to these fields. A value that is absent, null or empty omits its field. Personal fields are
 * normalized and hashed.
 * @throws Error if the link is invalid. */
export function compileLink(link: Link, fields?: TObject): Linker {
  return (mayGenerate ? generatedLink : closureLink)(link, fields)
}

export function generatedLink(link: Link, fields?: TObject): Linker {
  return generateLinker(link, protectionIn(fields))
}

export function closureLink(link: Link, fields?: TObject): Linker {
  return compileClosures(link, protectionIn(fields))
}

function protectionIn(fields: TObject | undefined) {
  return (field: string): Protection | undefined => protection(fieldAt(fields, field))
}
