/** Local stack: starts the whole of Sluice on this machine, prints how to use it, and stops it on SIGINT or SIGTERM. */
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'
import { endOnSignal } from './end_on_signal.ts'

export interface StartOptions {
  /** Functions to run with Node's inspector: `store`, `store=9300`, or an empty text for all of them. Default: none. */
  inspect?: string | undefined
  /** True if a change in functions/, schemas/ or web/ reloads the functions it concerns. Default: false. */
  watch?: boolean | undefined
  /** False if runs start only when asked, never by their schedule. Default: true. */
  schedules?: boolean | undefined
}

/** Starts the stack with the ports, folder and settings of SLUICE_PORT, SLUICE_DATA_DIR and SLUICE_CONFIG.
 * When it rejects, servers may still be running: the caller ends the process. */
export async function start({ inspect, watch, schedules }: StartOptions = {}): Promise<void> {
  // Caches compiled code for the next start. Only modules that are loaded after this call are cached.
  enableCompileCache()

  console.log('Starting: the Pulumi program, Pub/Sub, BigQuery and the functions …\n')
  const [{ startStack }, { greeting }, { alertText }] = await Promise.all([
    import('./stack.ts'),
    import('./greeting.ts'),
    import('./alert_text.ts'),
  ])
  const stack = await startStack({
    port: Number(process.env['SLUICE_PORT'] ?? 8080),
    dir: resolve(process.env['SLUICE_DATA_DIR'] ?? '.local'),
    config: resolve(process.env['SLUICE_CONFIG'] ?? join(import.meta.dirname, '../Pulumi.local.yaml')),
    log: (line) => {
      console.error(line)
      const alert = alertText(line)
      if (alert !== undefined) console.error(alert)
    },
    inspect,
    watch,
    schedules,
  })
  console.log(greeting(stack))
  if (watch)
    console.log('\nWatching functions/, schemas/ and web/: a change reloads the functions it concerns.')
  endOnSignal(stack.close)
}
