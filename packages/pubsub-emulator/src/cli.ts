#!/usr/bin/env node
/** `sluice-pubsub-emulator`: starts the Pub/Sub emulator on a port. */
import { join } from 'node:path'
import { accessOf, accessOptions } from '../../gcp-identity/src/access_options.ts'
import { openIssuer } from '../../gcp-identity/src/issuer.ts'
import { runCommand } from '../../shared/src/command.ts'
import { openPubsub } from './index.ts'

await runCommand({
  name: 'sluice-pubsub-emulator',
  summary: 'Starts a Pub/Sub emulator: the REST and gRPC APIs of Google Cloud Pub/Sub on one port.',
  defaultPort: 8085,
  options: accessOptions,
  examples: [
    'npx sluice-pubsub-emulator',
    'npx sluice-pubsub-emulator --port 8095 --data-dir ./pubsub-data',
    'npx sluice-pubsub-emulator --identity-dir ./identity --grants ./grants.json',
  ],
  async start({ port, dir, values }) {
    const access = await accessOf(values)
    const { idToken } = await openIssuer(values['identity-dir'] ?? join(dir, 'identity'))
    const { host, startDelivery, close } = await openPubsub({ dir, port, access, idToken })
    startDelivery()
    return {
      status: `Pub/Sub emulator on ${host}`,
      environment: { PUBSUB_EMULATOR_HOST: host },
      close,
    }
  },
})
