/** Runs the conformance suite against Google's emulator: `node packages/pubsub-emulator/test/support/emulator.ts`. */
import { startEmulator, withoutEmulator } from './google_emulator.ts'
import { conform } from './conform.ts'
import { deviations } from './deviations.ts'

const emulator = await startEmulator()
if (emulator) {
  await conform(
    {
      name: "Google's emulator",
      rest: `http://${emulator.host}`,
      grpc: emulator.host,
      project: 'conformance',
      authorization: async () => '',
      caps: new Set(['anonymous', 'push']),
    },
    { deviations, concurrency: 4, caseMilliseconds: 40_000 },
  )
  await emulator.stop()
} else console.log(withoutEmulator)
