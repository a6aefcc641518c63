/** Chaos: the faults, drawn at random: BigQuery and third parties fail, throttle and answer oddly, and processes are killed. */
import { readFile } from 'node:fs/promises'
import type { Client } from '../support/client.ts'
import type { Random } from '../ingest/random.ts'

/** Functions that a kill may hit. */
const functions = ['ingest', 'store', 'forward'] as const

/** Injects a random fault for a short time. */
export async function injectFault(client: Client, random: Random): Promise<void> {
  const times = 1 + random.below(4)
  const path = random.pick(['/shaky', '/slow'])
  const faults = [
    () => client.faults({ insertAll: { status: 503, reason: 'backendError', times } }),
    () => client.faults({ insertAll: { status: 429, reason: 'rateLimitExceeded', times } }),
    () => client.faults({ insertAll: { delayMs: 300, times } }),
    () => client.thirdPartyAnswers({ path, status: 503, times: 20 }),
    () => client.thirdPartyAnswers({ path, status: 429, retryAfter: 1, times: 5 }),
    () => client.thirdPartyAnswers({ path, status: 200, delayMs: 500, times: 20 }),
    () => client.thirdPartyAnswers({ path, status: 200, body: '<html>odd', times: 10 }),
    () => client.thirdPartyAnswers({ path, status: 500, body: '\u0000{"ok":', times: 10 }),
    () => client.thirdPartyAnswers({ path: '/picky', status: 422, times: 30 }),
  ]
  await random
    .pick(faults)()
    .catch(() => {})
}

/** Kills one function of the stack with this process id, and its worker pool if it has one, as a crash does. The stack starts them again. Returns
 * its name. */
export async function killFunction(stackPid: number, random: Random): Promise<string | undefined> {
  const name = random.pick(functions)
  const children = await readFile(`/proc/${stackPid}/task/${stackPid}/children`, 'utf8').catch(() => '')
  let killed: string | undefined
  for (const pid of children.split(' ').filter(Boolean)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!command.includes(`--target=${name}\0`)) continue
    process.kill(Number(pid), 'SIGKILL')
    killed = name
  }
  return killed
}
