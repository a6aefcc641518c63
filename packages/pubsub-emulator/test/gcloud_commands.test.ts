/** Everyday commands of `gcloud pubsub` against the embedded Pub/Sub, each within two seconds. Skipped if gcloud is not installed. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openEmbedded, type Embedded } from './support/embedded.ts'
import { gcloudCommands } from './support/gcloud_commands.ts'
import { GcloudSession } from './support/gcloud_session.ts'

/** gcloud repeats a request that fails with 5xx for half a minute. */
const maxMs = 2000

const definition =
  '{"type": "record", "name": "Order", "fields": [{"name": "id", "type": "string"}, {"name": "total", "type": "int"}]}'

describe('gcloud pubsub: everyday commands', () => {
  let embedded: Embedded
  let directory: string
  let session: GcloudSession | undefined
  /** What the last pull returned: ACK_ID in the commands. */
  let ackId = ''

  before(async function () {
    directory = await mkdtemp(join(tmpdir(), 'gcloud-'))
    embedded = await openEmbedded()
    const token = join(directory, 'token')
    await writeFile(token, 'owner')
    const bindings = [{ role: 'roles/pubsub.viewer', members: ['user:ada@example.com'] }]
    await writeFile(join(directory, 'policy.json'), JSON.stringify({ bindings }))
    await writeFile(join(directory, 'order.avsc'), definition)
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: directory,
      CLOUDSDK_CONFIG: join(directory, 'config'),
      CLOUDSDK_CORE_PROJECT: embedded.target.project,
      CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
      CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: '1',
      CLOUDSDK_AUTH_ACCESS_TOKEN_FILE: token,
      CLOUDSDK_API_ENDPOINT_OVERRIDES_PUBSUB: `http://${embedded.pubsub.host}/`,
    }
    session = await GcloudSession.open(env, directory)
    if (!session) {
      console.log('    skipped: gcloud is not installed')
      this.skip()
    }
  })
  after(async () => {
    session?.close()
    await embedded?.close()
    if (directory) await rm(directory, { recursive: true })
  })

  for (const command of gcloudCommands) {
    const { prints, code } =
      'refuses' in command
        ? { prints: new RegExp(`${command.refuses} not supported by the embedded Pub/Sub\\.`), code: 1 }
        : { code: 0, ...command }
    it(`${code === 0 ? 'runs' : 'refuses'} ${command.args}`, async () => {
      const answer = await session!.run(command.args.replace('ACK_ID', ackId))
      if (command.args.endsWith('value(ackId)')) ackId = answer.output
      assert.match(answer.output, prints)
      assert.equal(answer.code, code, answer.output)
      assert.ok(answer.ms <= maxMs, `${answer.ms} ms`)
    })
  }
})
