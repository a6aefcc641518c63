/** Storage layer: evaluates the messages of a batch one after the other. A message that takes too long is set aside, and then evaluated alone,
 * so that it holds back no other one. */
import type { Event } from '../event/read.ts'
import { evaluationMs, exceedsTime } from '../serving/within_time.ts'
import type { QuarantineCause } from './rows.ts'

/** Runs the step for each item. `onSlow` gets each item whose step was ended at the limit of time, with the CPU time in ms that it used. Without
 * it there is no limit. */
export function evaluateEach<Item>(
  items: readonly Item[],
  step: (item: Item) => void,
  onSlow: ((item: Item, cpuMs: number) => void) | undefined,
): void {
  if (!onSlow) return items.forEach(step)
  let next = 0
  const evaluateRest = (): void => {
    for (; next < items.length; next++) step(items[next]!)
  }
  while (next < items.length) {
    const cpuMs = exceedsTime(evaluateRest)
    if (cpuMs === undefined) return
    onSlow(items[next]!, cpuMs)
    next++
  }
}

/** The cause of a message that took too long alone. */
export function tooSlow(
  stage: 'reading the event' | 'deciding',
  event?: Pick<Event, 'name' | 'violations'>,
): QuarantineCause {
  const expected = `less than ${evaluationMs / 1000} s`
  return {
    reason: 'too_slow',
    ...(event && { eventName: event.name }),
    violations: [
      ...(event?.violations ?? []),
      { field: '', code: 'too_slow', expected, got: `more, while ${stage}` },
    ],
  }
}
