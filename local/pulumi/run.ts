/** Local stack: runs the Pulumi program in this process, in place of the Pulumi engine, and returns the registered resources. */
import { runtime } from '@pulumi/pulumi'
import { SettingsError } from '../../infra/settings/error.ts'
import type { Graph } from './graph.ts'
import { createMonitor } from './monitor.ts'
import { isolated, ignoreHooks } from './sdk.ts'
import type { RunOptions } from './run_options.ts'

const { stackTraceLimit } = Error

/** Runs the program. Rejects with the first error of the program, of an `apply` or of the emulation. The SDK captures a stack trace for each of
 * its promises, which takes two thirds of a run. So the first run has none, and only a failed one is repeated with them. */
export async function runProgram(options: RunOptions): Promise<Graph> {
  try {
    Error.stackTraceLimit = 0
    return await runOnce(options)
  } catch (error) {
    // Its message needs no stack trace.
    if (error instanceof SettingsError) throw error
    Error.stackTraceLimit = stackTraceLimit
    return await runOnce(options)
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

async function runOnce(options: RunOptions): Promise<Graph> {
  const monitor = createMonitor(options)
  const failures: unknown[] = []
  // The SDK leaves a failing `apply` to the process, because `pulumi up` runs one program per process.
  const collect = (reason: unknown) => failures.push(reason)
  process.on('unhandledRejection', collect)
  try {
    await isolated(async () => {
      runtime.setMockOptions(monitor, options.project, options.stack, options.preview ?? false)
      ignoreHooks()
      runtime.setAllConfig({ ...options.config }, [...options.secretKeys])
      await runtime.runInPulumiStack(async () => options.program())
      await runtime.disconnect()
    })
  } catch (error) {
    failures.push(error)
  } finally {
    // Node reports an unhandled rejection only after the microtasks of the turn in which it happened.
    await new Promise(setImmediate)
    process.off('unhandledRejection', collect)
  }
  const [failure] = [...monitor.failures, ...failures]
  if (failure !== undefined) throw plainError(failure)
  return monitor.graph()
}

/** Returns the error without the properties that the SDK adds: inspecting these walks through the SDK's whole state for minutes. */
function plainError(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(String(failure))
  if (failure instanceof SettingsError) return new SettingsError([failure.message])
  const error = new Error(failure.message)
  if (failure.stack !== undefined) error.stack = failure.stack
  return error
}
