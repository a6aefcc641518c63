/** Test support: Google's Pub/Sub emulator, if its jar and Java are installed.
 * https://cloud.google.com/pubsub/docs/emulator */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { globSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { homedir } from 'node:os'
import { until } from '../../../shared/test/until.ts'

/** The message if it is not installed. */
export const withoutEmulator =
  "skipped: Google's emulator or Java is not installed (gcloud components install pubsub-emulator; " +
  'PUBSUB_EMULATOR_JAR sets another path)'

export interface Emulator {
  /** `host:port` for REST and gRPC. */
  host: string
  stop: () => Promise<void>
}

/** The folders in which gcloud is installed. */
const folders = ['/usr/lib/google-cloud-sdk', '/opt/google-cloud-sdk', `${homedir()}/google-cloud-sdk`]

function jarOf(): string | undefined {
  return (
    process.env['PUBSUB_EMULATOR_JAR'] ??
    folders.flatMap((folder) =>
      globSync(`${folder}/platform/pubsub-emulator/lib/cloud-pubsub-emulator-*.jar`),
    )[0]
  )
}

/** Starts it on a free port and waits until it responds. Returns undefined if it is not installed. It ends with this process. */
export async function startEmulator(): Promise<Emulator | undefined> {
  const jar = jarOf()
  if (jar === undefined || spawnSync('java', ['-version']).status !== 0) return undefined
  const port = await freePort()
  const flags = ['-Xmx1g', '-jar', jar, '--host=127.0.0.1', `--port=${port}`]
  const child = spawn('java', flags, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const kill = (): boolean => child.kill('SIGKILL')
  process.once('exit', kill)
  await until('the emulator responds', () => {
    if (child.exitCode !== null) throw new Error(`The emulator exited with ${child.exitCode}.`)
    return fetch(`http://127.0.0.1:${port}`).then(
      () => true,
      () => false,
    )
  })
  return {
    host: `127.0.0.1:${port}`,
    stop: async () => {
      process.off('exit', kill)
      kill()
      await ended
    },
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await once(server.close(), 'close')
  return port
}
