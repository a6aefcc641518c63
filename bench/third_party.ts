/** Bench, in a process of its own: the local third party, whose cost must not count for the one who sends. Tells its URL. */
import { serveThirdParty } from '../local/third_party/server.ts'

const { url } = await serveThirdParty({ port: 0 })
process.send?.(url)
process.once('disconnect', () => process.exit(0))
