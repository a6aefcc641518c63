/** Test support: a BigQuery emulator in its own process, for tests that kill it. Prints its URL. */
import { openBigquery } from '../../src/index.ts'

const { url, close } = await openBigquery({
  dir: process.argv[2]!,
  port: 0,
  project: 'proj',
  access: { identify: () => undefined, allows: () => false },
})
process.stdout.write(`${url}\n`)
process.once('SIGTERM', () => void close().then(() => process.exit(0)))
