/** Bench, separate process: runs the third-party recorder, so that its CPU time does not count for the sender. Sends its URL to the bench. */
import { serveThirdParty } from '../local/third_party/server.ts'

const { url } = await serveThirdParty({ port: 0 })
process.send?.(url)
process.once('disconnect', () => process.exit(0))
