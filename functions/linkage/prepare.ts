/** Linkage layer: prepares a stored event for a target, or returns the outcome if it is not sent. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import { skipped, type Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { compile, type FieldCheck } from '../event/violations.ts'
import { mayGenerate } from './generated/may_generate.ts'
import { milliseconds } from '../event/time.ts'
import type { LinkedEvent, Target, TimeWindow } from '../targets/target.ts'
import { optOutOf, withOptOut, type OptOut } from '../privacy/opt_out.ts'
import { boundedEvent } from './bounded_event.ts'
import { withoutClosing } from './closed.ts'
import { targetEventOf } from './event_name.ts'
import { withExtra } from './extra.ts'
import { identifierCheck } from './identifiers.ts'
import type { Fault } from './fault.ts'
import { createFit } from './fit.ts'
import { profileGate, withoutFurtherProfile } from './profile_gate.ts'
import { withoutHashPatterns } from './protect.ts'
import type { Members } from './values.ts'
import { eventTypesWithLink, linkFor } from './merge_links.ts'
import { compileLink, type Linker } from './link.ts'
import { optOutCheck } from './opt_out_check.ts'
import { generateWriter, isPlain, type Writer } from './generated/writer.ts'

/** The members of a stored event that linking needs. `value` must be `JSON.parse(text)`. */
export type Linkable = Pick<StoredEvent, 'id' | 'name' | 'text' | 'value' | 'hop' | 'isReplay'>

/** Links one event and checks the result against the target's schema. */
export type Prepare = (event: Linkable, now: Date) => LinkedEvent | Outcome

/** A compiled link and the check of its result. */
interface Linking {
  /** Undefined if the event is sent unchanged. */
  link: Linker | undefined
  /** Writes the fields of an event with plain text as JSON; undefined if only `JSON.stringify` can. */
  write: Writer | undefined
  /** True if the fields are valid; undefined if the target accepts any. */
  accepts: FieldCheck | undefined
}

/** How events of one type are linked. */
interface Plan extends Linking {
  targetEvent: string | undefined
}

/** Returns the function that prepares the events of one destination. A link is compiled on its first event.
 * @throws Error on the first event if its link is invalid; `requireLinks` finds that when the function starts. */
export function compilePreparation(
  destination: Pick<Destination, 'linkage'>,
  target: Target,
  settings: Readonly<Record<string, unknown>>,
): Prepare {
  const schema = target.fields && withoutHashPatterns(target.fields)
  const fit = schema && createFit(schema, target)
  const byName = eventTypesWithLink(destination, target)
  const linkings = new Map<string, Linking>()
  const linkingOf = (name: string): Linking => {
    const key = byName.has(name) ? name : '*'
    let linking = linkings.get(key)
    if (!linking) {
      const link = linkFor(destination, target, key)
      linking = {
        link: link && compileLink(link, target.fields),
        write: link && mayGenerate ? generateWriter(link) : undefined,
        accepts: schema && compile(link ? withoutClosing(schema, link) : schema),
      }
      linkings.set(key, linking)
    }
    return linking
  }
  const plans = new Map<string, Plan | undefined>()
  const planOf = (name: string): Plan | undefined => {
    const cached = plans.get(name)
    if (cached) return cached
    if (!plans.has(name)) {
      const targetEvent = targetEventOf(target, settings, name)
      // A destination with a link for an event type uses its events, even if the target has no name for it.
      const isMapped = targetEvent !== undefined || Object.hasOwn(destination.linkage ?? {}, name)
      plans.set(name, isMapped ? { targetEvent, ...linkingOf(name) } : undefined)
    }
    return plans.get(name)
  }
  /** What the link of the current event could not read. */
  const lost = new Map<string, string>()
  const unusableReason = usabilityCheck(target, settings)
  const unflaggedReason = optOutCheck(target)
  const gate = profileGate(target, settings)

  const prepareBy = (
    plan: Plan,
    event: Linkable,
    optOut: OptOut | undefined,
    now: Date,
  ): LinkedEvent | Outcome => {
    const { id, name, value, text, hop, isReplay } = event
    if (lost.size > 0) lost.clear()
    const bounded = plan.link && boundedEvent(value, text)
    const source = bounded?.value ?? value
    const all = plan.link ? plan.link(withOptOut(source, optOut), plan.targetEvent, lost) : value
    const withheld = gate?.(all, event, now)
    const linked = withheld?.fields ?? all
    const reason = unusableReason(linked, event, now)
    if (reason) return reason
    const identity =
      hop === undefined && !isReplay
        ? { id, name }
        : { id, name, ...(hop !== undefined && { hop }), ...(isReplay && { isReplay }) }
    const isValid = !fit || !plan.accepts || (lost.size === 0 && plan.accepts(linked))
    const hasExtra = target.extra === true && linked['extra'] !== undefined
    if (isValid && !hasExtra && !bounded && !withheld)
      return { ...identity, fields: linked, text: plan.link ? bodyOf(linked, text, plan.write) : text }
    const fitted = isValid ? { fields: linked, leftOut: [] } : fit(linked, lost)
    if ('outcome' in fitted) return bounded ? withCause(fitted, bounded.leftOut) : fitted
    const closed = hasExtra ? withoutFurtherProfile(fitted.fields, target) : undefined
    const joined = closed ? withExtra(closed.fields) : fitted.fields
    // The identifier may be among what was left out.
    const unidentified = gate?.(joined, event, now)
    const fields = unidentified?.fields ?? joined
    const parts = [bounded, withheld, fitted, closed, unidentified]
    const leftOut = listed(parts.flatMap((part) => part?.leftOut ?? []))
    return (
      unusableReason(fields, event, now) ?? {
        ...identity,
        fields,
        text: JSON.stringify(fields),
        ...(leftOut && { leftOut }),
      }
    )
  }
  return (event, now) => {
    const plan = planOf(event.name)
    if (!plan) return skipped('event_not_mapped')
    const optOut = optOutOf(event.value)
    const prepared = prepareBy(plan, event, optOut, now)
    if (!optOut || isOutcome(prepared)) return prepared
    return unflaggedReason(optOut, prepared.fields, event, plan.targetEvent) ?? prepared
  }
}

/** Maximum number of left out fields that an outcome names. */
const maxListed = 20

function listed(leftOut: readonly string[]): readonly string[] | undefined {
  if (leftOut.length <= maxListed) return leftOut.length > 0 ? leftOut : undefined
  return [...leftOut.slice(0, maxListed), `and ${leftOut.length - maxListed} more`]
}

/** Adds to the fault of a field which fields of the event were too large to be its source. */
function withCause(fault: Fault, causes: readonly string[]): Fault {
  const [first = ''] = causes
  const more = causes.length > 1 ? `, and ${causes.length - 1} more` : ''
  return { ...fault, detail: `${fault.detail ?? ''}; ${first}${more}` }
}

function bodyOf(fields: Members, eventText: string, write: Writer | undefined): string {
  return write && isPlain(eventText) ? write(fields) : JSON.stringify(fields)
}

/** Returns the function that checks time and identifiers. Its result is undefined if the target can use the event. */
function usabilityCheck({ time: window, identity }: Target, settings: Readonly<Record<string, unknown>>) {
  const days = settings['max_age_days']
  const time = window?.assumed && typeof days === 'number' ? { ...window, maxAge: days * 86_400 } : window
  const hasIdentifier = identifierCheck(identity)
  return (fields: Members, event: Linkable, now: Date): Outcome | undefined => {
    const untimely = time && windowFault(time, fields, event, now)
    if (untimely) return untimely
    return hasIdentifier(fields) ? undefined : skipped('no_identifier')
  }
}

function windowFault(
  { maxAge, maxFuture }: TimeWindow,
  fields: Members,
  { value }: Linkable,
  now: Date,
): Outcome | undefined {
  const time = value['event_time']
  const age = (now.getTime() - milliseconds(typeof time === 'string' ? time : '')) / 1000
  if (age > (typeof maxAge === 'number' ? maxAge : maxAge(fields))) return skipped('event_too_old')
  if (-age > maxFuture) return skipped('event_in_future')
  return undefined
}

export function isOutcome(prepared: LinkedEvent | Outcome): prepared is Outcome {
  return 'outcome' in prepared
}
