/** Test support: the embedded Pub/Sub as a program that tests kill. Sends its host to its parent, starts push delivery on any message,
 * and exits with its parent. */
import { openPubsub } from '../../src/index.ts'
import { access, idToken } from './embedded.ts'

const [, , dir = ''] = process.argv
const pubsub = await openPubsub({ dir, port: 0, access, idToken })
process.send?.(pubsub.host)
process.once('message', () => pubsub.startDelivery())
process.once('disconnect', () => process.exit(0))
