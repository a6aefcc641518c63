/** Bench, in a process of its own: runs the one that is named, so that what it leaves behind changes no other. */
import { benches } from './benches.ts'
import { scaleOfArguments } from './scale.ts'

const bench = benches[process.argv[2] ?? '']
if (!bench) throw new Error(`There is no bench ${process.argv[2]}.`)
await bench(scaleOfArguments())
process.exit()
