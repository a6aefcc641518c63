/** Bench: runs the embedded Pub/Sub, with durable storage, in a separate process. This file is also the program of that process. */
import { fork } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openIssuer } from '../packages/gcp-identity/src/index.ts'
import { openPubsub } from '../packages/pubsub-emulator/src/index.ts'
import { kill, messageOf } from './process.ts'

/** A Pub/Sub to measure. */
export interface Bus {
  name: string
  url: string
  authorization: string
  stop: () => Promise<void>
}

interface BusAddress {
  host: string
  token: string
}

export async function startEmbedded(name = 'embedded bus'): Promise<Bus> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-bench-'))
  const child = fork(fileURLToPath(import.meta.url), [dir])
  const { host, token } = await messageOf<BusAddress>(child, name)
  return {
    name,
    url: `http://${host}`,
    authorization: `Bearer ${token}`,
    stop: async () => {
      await kill(child)
      await rm(dir, { recursive: true })
    },
  }
}

if (import.meta.main) {
  const dir = process.argv[2]!
  const issuer = await openIssuer(join(dir, 'identity'))
  const access = { identify: issuer.identify, allows: () => true }
  const pubsub = await openPubsub({ dir: join(dir, 'pubsub'), port: 0, access, idToken: issuer.idToken })
  pubsub.startDelivery()
  const address: BusAddress = { host: pubsub.host, token: issuer.accessToken('bench@sluice.local') }
  process.send!(address)
  process.once('disconnect', () => process.exit(0))
}
