/** Bench `impact`: duration of `sluice plan --impact` over 100,000 stored events with a changed rule, consent default and link and a new destination; then a
 * replay to each destination with the changed settings, whose counts must be the predicted ones. */
import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Impact } from '../cli/impact/impact.ts'
import { insertEvents, settings } from '../test/cli/impact_events.ts'
import { clientOf } from '../test/support/client.ts'
import { operate } from '../test/support/operate.ts'
import { TestStack } from '../test/support/stack.ts'
import { median } from './report.ts'
import { pick, rounds, type Scale } from './scale.ts'

/** Maximum duration of the command in s, from its start to its end. */
const goal = 10

/** Events of a replay in a second: more than the stack takes, which then decides. */
const rate = '5000'

export async function benchImpact(scale: Scale): Promise<void> {
  const events = pick(scale, 100_000, 1000)
  const stack = await TestStack.start(settings.before)
  try {
    await clientOf(stack.facts).arrange(insertEvents(events))
    const at = new Date().toISOString()
    const impact = await measure(stack, at, { scale, events })
    await stack.stop()
    await stack.configure(settings.after)
    await stack.start()
    for (const destination of impact.destinations) await replay(stack.dir, impact, destination)
  } finally {
    await stack.remove()
  }
}

/** Runs the command in each round. Returns what it predicts. */
async function measure(
  { dir }: TestStack,
  at: string,
  { scale, events }: { scale: Scale; events: number },
): Promise<Impact> {
  const folder = join(dir, 'settings')
  await mkdir(folder)
  const [before, after] = [join(folder, 'before.yaml'), join(folder, 'Pulumi.test.yaml')]
  await writeFile(before, JSON.stringify({ config: settings.before }))
  await writeFile(after, JSON.stringify({ config: settings.after }))
  const period = ['--impact', '24h', '--at', at]
  const seconds: number[] = []
  let impact: Impact | undefined
  for (const counts of rounds(scale, 3)) {
    const begun = performance.now()
    const text = await operate(dir, 'plan', ...period, '--base', before, '--settings', after, '--json')
    if (counts) seconds.push((performance.now() - begun) / 1000)
    impact = JSON.parse(text) as Impact
    assert.deepEqual([impact.received, impact.examined], [events, events])
  }
  const middle = median(seconds)
  console.log(
    `impact of ${events} events, ${impact!.destinations.length} destinations: ${middle.toFixed(1)} s ` +
      `(${seconds.map((each) => each.toFixed(1)).join(', ')}; ${middle <= goal ? 'goal' : 'MISSED goal'} ${goal} s)`,
  )
  return impact!
}

interface ReplayRun {
  state: string
  counts: Readonly<Record<'selected' | 'sent' | 'restricted' | 'skipped', number>>
  result: { not_sent?: Readonly<Record<string, number>>; outcomes: Readonly<Record<string, number>> }
}

/** Sends the events of the period to a destination. Throws if a count is not the predicted one. */
async function replay(
  dir: string,
  { since, until, examined }: Impact,
  { destination, after }: Impact['destinations'][number],
): Promise<void> {
  const begun = performance.now()
  const request = ['--destination', destination, '--from', since, '--to', until, '--rate', rate]
  const text = await operate(dir, 'replay', ...request, '--json')
  const { state, counts, result } = JSON.parse(text) as ReplayRun
  const [sent, restricted, skipped] = [after!.sent.events, after!.restricted.events, after!.skipped.events]
  const reasons = Object.entries(after!.reasons).map(([name, { events }]) => [name, events] as const)
  const outcomes = Object.entries({ delivered: sent, skipped, restricted }).filter(([, found]) => found > 0)
  assert.deepEqual(
    { state, counts, not_sent: result.not_sent ?? {}, outcomes: result.outcomes },
    {
      state: 'finished',
      counts: { selected: examined, sent, restricted, skipped },
      not_sent: Object.fromEntries(reasons),
      outcomes: Object.fromEntries(outcomes),
    },
    destination,
  )
  console.log(
    `${destination}: the replay sent ${sent}, restricted ${restricted} and skipped ${skipped}, as predicted, ` +
      `in ${((performance.now() - begun) / 1000).toFixed(0)} s`,
  )
}
