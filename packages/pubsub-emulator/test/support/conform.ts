/** Runs the conformance suite against a target outside this process. Every case must pass, except those with a listed deviation, which
 * must fail. */
import type { Case } from './case.ts'
import { Session } from './session.ts'
import { suite } from './suite/index.ts'
import type { Target } from './target.ts'

export interface RunOptions {
  /** Why the target deviates from Google's documentation, by case. */
  deviations: Readonly<Record<string, string>>
  /** Number of cases that run at a time. */
  concurrency: number
  /** Timeout of a case in ms. */
  caseMilliseconds: number
}

/** Runs the suite and prints the results. Sets exit code 1 if any result is unexpected. */
export async function conform(
  target: Target,
  { deviations, concurrency, caseMilliseconds }: RunOptions,
): Promise<void> {
  const cases = suite.filter(({ needs }) => needs.every((capability) => target.caps.has(capability)))
  const surprises: string[] = []
  let [documented, deviating] = [0, 0]
  const queue = [...cases]
  const worker = async (): Promise<void> => {
    for (let next = queue.shift(); next; next = queue.shift()) {
      const { id, does } = next
      const failure = await outcome(next, target, caseMilliseconds)
      const deviation = deviations[id]
      if (failure === undefined && deviation === undefined) documented++
      else if (failure === undefined)
        surprises.push(`✖ ${id} holds now: take it out of the deviations (${deviation})`)
      else if (deviation === undefined) surprises.push(`✖ ${id}: ${does}\n    ${failure}`)
      else deviating++
    }
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  const known = new Set(suite.map(({ id }) => id))
  for (const id of Object.keys(deviations)) if (!known.has(id)) surprises.push(`✖ no case has the id ${id}`)

  const lacking = new Set(suite.flatMap(({ needs }) => needs).filter((need) => !target.caps.has(need)))
  for (const surprise of surprises.toSorted()) console.log(surprise)
  console.log(`${target.name}: ${cases.length} cases
  ${documented} as documented
  ${deviating} known deviations
  ${surprises.length} surprises`)
  if (lacking.size > 0)
    console.log(
      `${suite.length - cases.length} more cases need what it does not have: ${[...lacking].join(', ')}`,
    )
  process.exitCode = surprises.length > 0 ? 1 : 0
}

/** Returns undefined if the case passes, otherwise the reason of the failure. */
async function outcome({ run }: Case, target: Target, milliseconds: number): Promise<string | undefined> {
  const session = new Session(target)
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`took more than ${milliseconds} ms`)), milliseconds)
  try {
    await Promise.race([run(session), late.promise])
    return undefined
  } catch (error) {
    return (error as Error).message.split('\n', 1)[0] ?? 'failed'
  } finally {
    clearTimeout(timer)
    await session.close().catch(() => undefined)
  }
}
