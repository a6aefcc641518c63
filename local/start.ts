/** Local stack: starts the whole of Sluice on this machine, prints how to use it, and stops it on SIGINT or SIGTERM. */
import { enableCompileCache } from 'node:module'
import { join, resolve } from 'node:path'

export interface StartOptions {
  /** Functions to run with Node's inspector: `store`, `store=9300`, or an empty text for all of them. Default: none. */
  inspect?: string | undefined
  /** True if a change in functions/, schemas/ or web/ reloads the functions it concerns. Default: false. */
  watch?: boolean | undefined
}

/** Starts the stack with the ports, folder and settings of SLUICE_PORT, SLUICE_DATA_DIR and SLUICE_CONFIG.
 * Prints a user's mistake without a stack trace and exits with 1. */
export async function start(_options: StartOptions = {}): Promise<void> {
  // Caches compiled code for the next start. Only modules that are loaded after this call are cached.
  enableCompileCache()

  const port = Number(process.env['SLUICE_PORT'] ?? 8080)
  if (!Number.isInteger(port) || port < 0 || port > 65_532) {
    console.error(
      `SLUICE_PORT should be a port from 1 to 65532, or 0 for free ones; it is "${process.env['SLUICE_PORT']}".`,
    )
    process.exit(1)
  }

  try {
    console.log('Starting: the Pulumi program, Pub/Sub, BigQuery and the functions …\n')
    const [{ startStack }, { greeting }] = await Promise.all([import('./stack.ts'), import('./greeting.ts')])
    const stack = await startStack({
      port,
      dir: resolve(process.env['SLUICE_DATA_DIR'] ?? '.local'),
      config: resolve(process.env['SLUICE_CONFIG'] ?? join(import.meta.dirname, '../Pulumi.local.yaml')),
      log: (line) => console.error(line),
    })
    console.log(greeting(stack))

    let closing = false
    const close = async (): Promise<void> => {
      if (closing) process.exit(1)
      closing = true
      console.log('\nFinishing what is in flight … (once more to end at once)')
      await stack.close()
      process.exit(0)
    }
    process.on('SIGINT', () => void close())
    process.on('SIGTERM', () => void close())
  } catch (error) {
    console.error(explained(error))
    process.exit(1)
  }
}

function explained(error: unknown): string {
  const { code, port: taken } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') {
    return `Port ${taken} is taken. Choose another base port: SLUICE_PORT=9080 npm start (0 takes free ones).`
  }
  if (!(error instanceof Error)) return String(error)
  // The settings are wrong, not this program: each line names what to correct.
  return error.name === 'SettingsError' ? error.message : (error.stack ?? error.message)
}
