/** Test support, a program: opens the Pub/Sub of a folder, and sends its host to the parent process. */
import { openBusAt } from './bus.ts'

const { pubsub } = await openBusAt(process.argv[2]!)
process.send?.(pubsub.host)
process.once('disconnect', () => process.exit(0))
