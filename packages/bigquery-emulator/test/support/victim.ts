/** A BigQuery in a process of its own, to be killed: prints its address. */
import { openBigquery } from '../../src/index.ts'

const { url } = await openBigquery({
  dir: process.argv[2]!,
  port: 0,
  project: 'proj',
  access: { identify: () => undefined, allows: () => false },
})
process.stdout.write(`${url}\n`)
