/** Local stack: runs the Pulumi program in this process, in place of the Pulumi engine, and returns what it registered. */
import { runtime } from '@pulumi/pulumi'
import { SettingsError } from '../../infra/settings/error.ts'
import type { Emulate } from './emulate.ts'
import type { Graph } from './graph.ts'
import { createMonitor } from './monitor.ts'
import { isolated, takeHooks } from './sdk.ts'

export interface RunOptions {
  /** The program itself; what it returns are the stack's outputs. */
  program: () => object | Promise<object>
  project: string
  stack: string
  /** Configuration as Pulumi hands it to a program: `sluice:region` → text, lists and objects as JSON. */
  config: Readonly<Record<string, string>>
  /** Keys of the configuration that hold secrets. */
  secretKeys: readonly string[]
  /** Answers in the provider's place. */
  emulate: Emulate
  /** Leaves every computed value unknown, as `pulumi preview` does before anything exists. */
  preview?: boolean
}

const { stackTraceLimit } = Error

/** Runs the program. Rejects with the first thing that went wrong, be it in the program, in an `apply` or in the emulation.
 * The SDK writes a stack trace for each of its promises, which is two thirds of what a run costs; so only what fails runs with them. */
export async function runProgram(options: RunOptions): Promise<Graph> {
  try {
    Error.stackTraceLimit = 0
    return await runOnce(options)
  } catch (error) {
    // Its message says it all.
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
  // A failing `apply` surfaces nowhere else: the SDK leaves it to the process, as `pulumi up` runs one program per process.
  const collect = (reason: unknown) => failures.push(reason)
  process.on('unhandledRejection', collect)
  try {
    await isolated(async () => {
      runtime.setMockOptions(monitor, options.project, options.stack, options.preview ?? false)
      takeHooks()
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

/** The error without what the SDK hangs on it: an inspection of that would walk through the SDK's whole state for minutes. */
function plainError(failure: unknown): Error {
  if (!(failure instanceof Error)) return new Error(String(failure))
  if (failure instanceof SettingsError) return new SettingsError([failure.message])
  const error = new Error(failure.message)
  if (failure.stack !== undefined) error.stack = failure.stack
  return error
}
