/** Local stack: options of a run of the Pulumi program. */
import type { Emulate } from './emulate.ts'

export interface RunOptions {
  /** The program. It returns the stack's outputs. */
  program: () => object | Promise<object>
  project: string
  stack: string
  /** Configuration as Pulumi passes it to a program: `sluice:region` → text, lists and objects as JSON. */
  config: Readonly<Record<string, string>>
  /** Keys of the configuration that hold secrets. */
  secretKeys: readonly string[]
  /** Computes ids and outputs in place of the provider. */
  emulate: Emulate
  /** Leaves every computed value unknown, as `pulumi preview` does before anything exists. */
  preview?: boolean
}
