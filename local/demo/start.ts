/** Demo: starts a stack with the settings of the demo, fills it with its past if it has none, and sends live events. */
import { join } from 'node:path'
import type { Stack, StackOptions } from '../stack.ts'
import { connectTill, countHistory, resumeDelivery, runEverything, suppressCustomer } from './first_steps.ts'
import { markDemo, removeDemo, requireDemo } from './folder.ts'
import { makeHistory } from './history.ts'
import { sendLive } from './live.ts'
import { loadHistory } from './load_history.ts'
import { presentAnswers } from './vendor_answers.ts'
import { setVendorAnswer } from './front_door.ts'
import { openShop, type Shop } from './traffic.ts'

const settingsFile = join(import.meta.dirname, '../../Pulumi.demo.yaml')

/** The same shop in every demo. */
const seed = 1815

export interface DemoOptions extends Omit<StackOptions, 'config'> {
  /** Length of the history in days. */
  days: number
  /** False if no live event is sent. */
  live: boolean
}

/** Starts the demo. A demo whose history is not complete begins anew. Throws NotADemoError for a folder with other data. */
export async function startDemo({ days, live, ...options }: DemoOptions): Promise<Stack> {
  const { dir, log } = options
  const found = await requireDemo(dir)
  if (found === 'begun') await removeDemo(dir)
  const isNew = found !== 'filled'
  if (isNew) await markDemo(dir, false)
  const { startStack } = await import('../stack.ts')
  const stack = await startStack({ ...options, config: settingsFile })
  const shop = openShop(isNew ? seed : Date.now())
  const stopping = new AbortController()
  let further = Promise.resolve()
  if (isNew) {
    await fill(stack, shop, days)
    await markDemo(dir, true)
    further = takeFurtherSteps(stack, shop, stopping.signal).catch((error: Error) => {
      if (!stopping.signal.aborted) log(`The demo could not do all its first steps: ${error.message}`)
    })
  } else await Promise.all(presentAnswers.map((rule) => setVendorAnswer(stack, rule)))
  const sending = live ? sendLive(stack, shop, stopping.signal) : Promise.resolve()
  return {
    ...stack,
    close: async () => {
      stopping.abort()
      await sending
      await stack.close()
      await further
    },
  }
}

async function fill(stack: Stack, shop: Shop, days: number): Promise<void> {
  const history = await makeHistory(shop, stack.graph, {
    end: Date.now(),
    days,
    thirdPartyUrl: stack.thirdPartyUrl,
  })
  await loadHistory(stack, history)
  await resumeDelivery(stack, history)
}

async function takeFurtherSteps(stack: Stack, shop: Shop, signal: AbortSignal): Promise<void> {
  await connectTill(stack, shop)
  await suppressCustomer(stack, shop)
  await countHistory(stack)
  const to = Date.now()
  if (!signal.aborted)
    await runEverything(stack, {
      from: new Date(to - 13 * 86_400_000).toISOString(),
      to: new Date(to).toISOString(),
    })
}
