/** Console: `POST /v1/console/coverage`: how often the latest stored events fill the fields of a target, by the code that links them. */
import type { Destination } from '../../schemas/destination.ts'
import type { CoveredField, LinkCoverage } from '../../schemas/link_coverage.ts'
import type { Outcome } from '../../schemas/outcome.ts'
import type { Event } from '../event/read.ts'
import { requiredFields } from '../linkage/coverage.ts'
import { targetEventOf } from '../linkage/event_name.ts'
import { compileLink } from '../linkage/link.ts'
import { linkFor } from '../linkage/merge_links.ts'
import { compilePreparation, isOutcome } from '../linkage/prepare.ts'
import { member, type Members } from '../linkage/values.ts'
import { json, type HandlerResponse } from '../serving/answer.ts'
import { targetOf } from '../targets/registry.ts'
import { invalid, readObject } from './definition_request.ts'
import { findDestination } from './destinations.ts'
import { accountQuery } from './queries/account.ts'
import type { RunStatement } from './run_query.ts'
import { readSample, readSampleOf, type SampleOf } from './sample.ts'
import { emailOf, viewError } from './view_error.ts'

/** Maximum number of events. */
const maxEvents = 100

/** Answers schemas/link_coverage.ts for the latest events of one type that the destination was permitted to get. */
export async function showCoverage(
  body: Buffer,
  run: RunStatement,
  { destinations, now }: { destinations: readonly Destination[]; now: () => Date },
): Promise<HandlerResponse> {
  const { id, sample } = readCoverageRequest(body)
  const who = await run(accountQuery)
  if (who.kind !== 'rows') return viewError(who, emailOf(who))
  const destination = findDestination(id, destinations)
  const read = await readSample(run, sample, { events: maxEvents, permittedAt: id })
  if ('status' in read) return read
  return json(200, {
    ...coverageOf(destination, sample.eventName!, read.events, now()),
    bytes: read.bytes,
  } satisfies LinkCoverage)
}

/** Throws INVALID_ARGUMENT with the name of the field. */
function readCoverageRequest(body: Buffer): { id: string; sample: SampleOf } {
  const { destination, ...rest } = readObject(body)
  if (typeof destination !== 'string')
    throw invalid([{ field: 'destination', description: 'Expected the id of a destination.' }])
  const sample = readSampleOf(rest)
  if (sample.eventName === undefined)
    throw invalid([{ field: 'event_name', description: 'Expected the name of an event type.' }])
  return { id: destination, sample }
}

function coverageOf(
  destination: Destination,
  eventName: string,
  events: readonly Event[],
  now: Date,
): Omit<LinkCoverage, 'bytes'> {
  const target = targetOf(destination.target)
  const link = linkFor(destination, target, eventName)
  const prepare = compilePreparation(destination, target, destination.settings)
  const linker = link && compileLink(link, target.fields)
  const targetEvent = targetEventOf(target, destination.settings, eventName)
  const linked: Members[] = []
  const leftOut: (readonly string[])[] = []
  const skipped = new Map<string, { reason: string; detail: string | null; events: number }>()
  for (const { id, name, value } of events) {
    const prepared = prepare({ id, name, value, text: JSON.stringify(value) }, now)
    if (isOutcome(prepared)) {
      const { reason, detail } = faultOf(prepared)
      const key = JSON.stringify([reason, detail])
      skipped.set(key, { reason, detail, events: (skipped.get(key)?.events ?? 0) + 1 })
      if (linker) linked.push(linker(value, targetEvent))
    } else {
      linked.push(prepared.fields)
      leftOut.push((prepared.leftOut ?? []).map(fieldNamed))
    }
  }
  const required = new Set(link ? requiredFields(target) : [])
  const fields = [...new Set([...required, ...Object.keys(link ?? {})])].map((field): CoveredField => {
    const isBelow = (path: string): boolean => path === field || path.startsWith(`${field}.`)
    return {
      field,
      isRequired: required.has(field),
      filled: linked.filter((each) => isFilled(each, field)).length,
      invalid: leftOut.filter((paths) => paths.some(isBelow)).length,
    }
  })
  return {
    sampled: events.length,
    fields,
    skipped: [...skipped.values()].toSorted((one, other) => other.events - one.events),
  }
}

/** The field of a fault stands at the start of its detail: `currency must be string`. */
function faultOf(outcome: Outcome): { reason: string; detail: string | null } {
  const { reason, detail } = outcome as { reason?: string; detail?: string }
  return { reason: reason ?? outcome.outcome, detail: detail?.slice(0, 200) ?? null }
}

/** `items[0].price must be number` → `items.price` */
function fieldNamed(fault: string): string {
  return fault.replace(/ .*$/s, '').replaceAll(/\[\d+\]/g, '')
}

/** A further field of a target stands below `extra` in the link, and at its own place in what is sent. */
function isFilled(fields: Members, field: string): boolean {
  const at = (path: string): unknown => path.split('.').reduce<unknown>(member, fields)
  return (at(field) ?? at(field.replace(/^extra\./, ''))) !== undefined
}
