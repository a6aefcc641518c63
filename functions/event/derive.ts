/** Event: derives context fields from what an event says elsewhere, after its fields are split and before it is decided about. Only adds: what the
 * producer sent stays. Pure. */
import type { DerivedFields } from '../../schemas/derived_fields.ts'
import { isBot } from './bots.ts'
import { contextChecks } from './checks.ts'
import { compileAddress } from './page_address.ts'
import type { SplitFields } from './split_fields.ts'

/** Returns the context fields to add, with their values; undefined for none. */
export type Derive = (
  fields: Pick<SplitFields, 'context' | 'moved'>,
) => Readonly<Record<string, string | boolean>> | undefined

/** Creates the function that derives the fields of the groups that are on; undefined if none is. A field that the producer sent is not derived, even if
 * its value breaks the definition. Nor is a value that would break it: it adds no violation. */
export function compileDerive({
  campaign = false,
  clickIds = false,
  bots = false,
}: DerivedFields): Derive | undefined {
  if (!campaign && !clickIds && !bots) return undefined
  const fieldsOf = compileAddress({ campaign, clickIds })
  const hasAddress = campaign || clickIds
  return ({ context, moved }) => {
    let added: Record<string, string | boolean> | undefined
    const add = (field: string, value: string | boolean): void => {
      if (context[field] !== undefined || moved.includes(field)) return
      if (contextChecks.get(field)!.accepts(value)) (added ??= {})[field] = value
    }
    const { page_url: pageUrl, user_agent: userAgent } = context
    if (hasAddress && typeof pageUrl === 'string')
      for (const [field, value] of fieldsOf(pageUrl)) add(field, value)
    if (bots && typeof userAgent === 'string' && isBot(userAgent)) add('is_bot', true)
    return added
  }
}
