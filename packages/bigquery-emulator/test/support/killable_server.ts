/** Test support: a BigQuery emulator in its own process, for tests that kill it. Prints its URL. */
import { openBigquery } from '../../src/index.ts'

const { url } = await openBigquery({
  dir: process.argv[2]!,
  port: 0,
  project: 'proj',
  access: { identify: () => undefined, allows: () => false },
})
process.stdout.write(`${url}\n`)
