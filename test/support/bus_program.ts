/** Test support, a program: the Pub/Sub of the folder it is given. Tells its host to its parent. */
import { openBusAt } from './bus.ts'

const { pubsub } = await openBusAt(process.argv[2]!)
process.send?.(pubsub.host)
process.once('disconnect', () => process.exit(0))
