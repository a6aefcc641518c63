/** Storage tests: the program of a process that serves the embedded Pub/Sub or BigQuery. It sends its port to its parent. */
import { once } from 'node:events'
import { join } from 'node:path'
import { openBigquery } from '../../packages/bigquery-emulator/src/index.ts'
import { createPolicy, openIssuer, type Grant } from '../../packages/gcp-identity/src/index.ts'
import { openPubsub } from '../../packages/pubsub-emulator/src/index.ts'

export interface ServiceOrders {
  kind: 'pubsub' | 'bigquery'
  /** Folder of the platform. */
  dir: string
  project: string
  grants: readonly Grant[]
}

process.once('disconnect', () => process.exit(0))
const [{ kind, dir, project, grants }] = (await once(process, 'message')) as [ServiceOrders]
const { identify, idToken } = await openIssuer(join(dir, 'identity'))
const access = { identify, ...createPolicy(grants) }
const options = { dir: join(dir, kind), port: 0, access }

if (kind === 'pubsub') {
  const pubsub = await openPubsub({ ...options, idToken })
  pubsub.startDelivery()
  process.send?.(Number(new URL(`http://${pubsub.host}`).port))
} else {
  const { url } = await openBigquery({ ...options, project })
  process.send?.(Number(new URL(url).port))
}
