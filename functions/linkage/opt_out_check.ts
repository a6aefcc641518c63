/** Linkage layer: withholds the event of a person who has opted out if the linked fields do not tell an advertising target so: the destination's
 * link removed or changed the flag, or the target has none. The decision layer restricts such events too; this is the check of what is sent. Pure. */
import { isDeepStrictEqual } from 'node:util'
import { restricted, type Outcome } from '../../schemas/outcome.ts'
import { withOptOut, type OptOut } from '../privacy/opt_out.ts'
import type { Target } from '../targets/target.ts'
import { compileLink, type Linker } from './link.ts'
import { linkFor } from './merge_links.ts'
import { member, type Members } from './values.ts'

/** An event with an opt-out. */
type OptedOut = Readonly<{ name: string; value: Members }>

/** Returns the function that checks the linked fields of an event with an opt-out. Its result is undefined if the event may be sent. A removal from a list always may: it ends what the person has opted out of. */
export function optOutCheck(target: Target) {
  const { purpose, honours, audience, linkageByEvent = {} } = target
  const linkers = new Map<string, Linker | undefined>()
  const ownLinker = (name: string): Linker | undefined => {
    const key = Object.hasOwn(linkageByEvent, name) ? name : '*'
    if (!linkers.has(key)) {
      const link = linkFor({}, target, key)
      linkers.set(key, link && compileLink(link, target.fields))
    }
    return linkers.get(key)
  }

  return (
    optOut: OptOut,
    fields: Members,
    { name, value }: OptedOut,
    targetEvent: string | undefined,
  ): Outcome | undefined => {
    if (purpose !== 'advertising' || (audience && fields['operation'] === 'remove')) return undefined
    if (optOut.kind === 'unclear') return restricted('opt_out_unclear')
    if (optOut.kind === 'denied' || !honours) return restricted('opted_out')
    // The flag as the target's own link writes it is the one that its documentation describes.
    const flag = flagIn(ownLinker(name)?.(withOptOut(value, optOut), targetEvent), honours.flag)
    if (flag !== undefined && isDeepStrictEqual(flagIn(fields, honours.flag), flag)) return undefined
    return restricted('opted_out', {
      detail: `The link does not set ${honours.flag}, which tells the opt-out.`,
    })
  }
}

/** The value of a dotted path. */
function flagIn(fields: unknown, path: string): unknown {
  return path.split('.').reduce(member, fields)
}
