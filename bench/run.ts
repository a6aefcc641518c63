/** Bench: runs one bench in this process, so that it does not affect others. */
import { benches } from './benches.ts'
import { scaleOfArguments } from './scale.ts'

const bench = benches[process.argv[2] ?? '']
if (!bench) throw new Error(`There is no bench "${process.argv[2]}".`)
await bench(scaleOfArguments())
process.exit()
