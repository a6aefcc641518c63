/** Test support, a function: blocks the event loop for the CPU time, now or after its answer, or waits for the time, that the body of a request
 * asks for. */
import { writeSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { json } from '../../functions/serving/answer.ts'
import { serve } from '../../functions/serving/serve.ts'

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function burn(ms: number): void {
  const until = cpuMs() + ms
  while (cpuMs() < until);
}

export const blocked = serve(
  'store',
  async ({ body }) => {
    const asked = JSON.parse(body.toString() || '{}') as Record<string, number>
    const { burnMs = 0, waitMs = 0, burnLaterMs = 0 } = asked
    await wait(waitMs)
    burn(burnMs)
    if (burnLaterMs > 0)
      setTimeout(() => {
        writeSync(2, 'blocked\n')
        burn(burnLaterMs)
      }, 100)
    return json(200, { pid: process.pid })
  },
  { maxBlockedMs: 1000 },
)
