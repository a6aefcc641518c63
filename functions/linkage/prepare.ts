/** Linkage layer: makes of a stored event what the destination's target takes, or says why nothing is sent. Pure. */
import { Type, type TSchema } from 'typebox'
import type { Destination } from '../../schemas/destination.ts'
import { skipped, type Outcome } from '../../schemas/outcome.ts'
import type { StoredEvent } from '../bus/stored_message.ts'
import { compile, type FieldCheck } from '../event/violations.ts'
import { mayGenerate } from './generated/may_generate.ts'
import { milliseconds } from '../event/time.ts'
import type { LinkedEvent, Target, TimeWindow } from '../targets/target.ts'
import { withoutClosing } from './closed.ts'
import { targetEventOf } from './event_name.ts'
import { linkFaultOf } from './fault.ts'
import { withoutHashPatterns } from './protect.ts'
import type { Members } from './values.ts'
import { eventTypesWithLink, linkFor } from './merge_links.ts'
import { compileLink, type Linker } from './link.ts'
import { generateWriter, isPlain, type Writer } from './generated/writer.ts'

/** Of a stored event, what linking needs. Its value must be what `JSON.parse` makes of its text. */
export type Linkable = Pick<StoredEvent, 'id' | 'name' | 'text' | 'value' | 'hop'>

/** Links one event, and checks what came of it against the target's fields. */
export type Prepare = (event: Linkable, now: Date) => LinkedEvent | Outcome

/** A compiled link and the check of what it makes. */
interface Linking {
  /** Undefined for the event as it is. */
  link: Linker | undefined
  /** Writes what the link makes of an event whose text is plain; undefined where `JSON.stringify` has to. */
  write: Writer | undefined
  /** Whether the target takes the fields; undefined where it takes any. */
  accepts: FieldCheck | undefined
}

/** How events of one type are linked. */
interface Plan extends Linking {
  targetEvent: string | undefined
}

/** Makes the function that prepares the events of one destination. A link compiles when its first event comes.
 * @throws Error for a link that cannot be; `requireLinks` says so before any event comes. */
export function compilePreparation(
  destination: Pick<Destination, 'linkage'>,
  target: Target,
  settings: Readonly<Record<string, unknown>>,
): Prepare {
  const schema = target.fields && withoutHashPatterns(target.fields)
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
    const known = plans.get(name)
    if (known) return known
    if (!plans.has(name)) {
      const targetEvent = targetEventOf(target, settings, name)
      // An event type that the owner links by name is one the owner has a use for.
      const isMapped = targetEvent !== undefined || Object.hasOwn(destination.linkage ?? {}, name)
      plans.set(name, isMapped ? { targetEvent, ...linkingOf(name) } : undefined)
    }
    return plans.get(name)
  }
  const faultWith = faultsOf(target)

  return (event, now) => {
    const { id, name, value, text, hop } = event
    const plan = planOf(name)
    if (!plan) return skipped('event_not_mapped')
    const fields = plan.link ? plan.link(value, plan.targetEvent) : value
    const fault = faultWith(fields, event, now)
    if (fault) return fault
    if (schema && plan.accepts && !plan.accepts(fields)) return linkFaultOf(schema, fields)
    const linked = { id, name, fields, text: plan.link ? bodyOf(fields, text, plan.write) : text }
    return hop === undefined ? linked : { ...linked, hop }
  }
}

function bodyOf(fields: Members, eventText: string, write: Writer | undefined): string {
  return write && isPlain(eventText) ? write(fields) : JSON.stringify(fields)
}

/** Why the target would have no use for these fields, whatever their schema; undefined when it has. */
function faultsOf({ time, identity }: Target) {
  const hasIdentifier = identity.length > 0 ? identifierCheck(identity) : () => true
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

/** Whether all fields of one of the sets are there. */
function identifierCheck(identity: Target['identity']): FieldCheck {
  return compile(Type.Union(identity.map((set) => Type.Intersect(set.map(presence)))))
}

/** What an object must be to have a field at this path. */
function presence(path: string): TSchema {
  return path.split('.').reduceRight<TSchema>((below, name) => Type.Object({ [name]: below }), Type.Unknown())
}

export function isOutcome(prepared: LinkedEvent | Outcome): prepared is Outcome {
  return 'outcome' in prepared
}
