/** Proof: lists how often the message of an event is published or delivered, and what each counts as. Pure. */
import { figure } from './cost_line.ts'

interface MessagePass {
  what: string
  /** Bytes that one message counts as. */
  bytes: number
  /** Times for an event. */
  times: number
}

interface Passes {
  destinations: number
  /** Shares of the messages that worker pools pull. */
  drained: Readonly<Record<'store' | 'forward', number>>
  /** Bytes that a message counts as in a request of its own. */
  alone: number
  /** Bytes that a message counts as in a request with the other events of its POST. */
  together: number
}

/** The events of a POST are published in one request, and a worker pool pulls and publishes them together; a push has one message. */
export function messagePasses({ destinations, drained, alone, together }: Passes): readonly MessagePass[] {
  const ofShare = (share: number): number => share * together + (1 - share) * alone
  return [
    { what: 'published', bytes: together, times: 1 },
    { what: 'to store', bytes: ofShare(drained.store), times: 1 },
    { what: 'published by store', bytes: ofShare(drained.store), times: 1 },
    { what: 'to forward', bytes: ofShare(drained.forward), times: destinations },
  ]
}

export function bytesOf(passes: readonly MessagePass[]): number {
  return passes.reduce((sum, { bytes, times }) => sum + bytes * times, 0)
}

/** `(1,000 published + 1,000 to store + 2 × 1,000 to forward) bytes` */
export function passesText(passes: readonly MessagePass[]): string {
  const each = passes.map(
    ({ what, bytes, times }) => `${times === 1 ? '' : `${figure(times)} × `}${figure(bytes)} ${what}`,
  )
  return `(${each.join(' + ')}) bytes`
}
