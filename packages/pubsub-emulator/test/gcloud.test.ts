/** The gcloud command line against the embedded Pub/Sub. Skipped if gcloud is not installed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openEmbedded, type Embedded } from './support/embedded.ts'
import { decode, type Json, type PulledMessage } from './support/session.ts'

const execute = promisify(execFile)

describe('gcloud pubsub', () => {
  let embedded: Embedded
  let directory: string

  before(async function () {
    try {
      await execute('gcloud', ['--version'])
    } catch {
      console.log('    skipped: gcloud is not installed')
      this.skip()
    }
    embedded = await openEmbedded()
    directory = await mkdtemp(join(tmpdir(), 'gcloud-'))
    for (const token of ['owner', 'viewer']) await writeFile(join(directory, token), token)
  })
  after(async () => {
    await embedded?.close()
    if (directory) await rm(directory, { recursive: true })
  })

  /** Runs a command as the owner of a token. Returns its JSON output. */
  async function gcloud(command: readonly string[], token = 'owner'): Promise<unknown> {
    const { stdout } = await execute('gcloud', ['pubsub', ...command, '--format=json'], {
      env: {
        PATH: process.env['PATH'],
        HOME: directory,
        CLOUDSDK_CONFIG: join(directory, 'config'),
        CLOUDSDK_CORE_PROJECT: embedded.target.project,
        CLOUDSDK_CORE_DISABLE_PROMPTS: '1',
        CLOUDSDK_CORE_DISABLE_USAGE_REPORTING: '1',
        CLOUDSDK_AUTH_ACCESS_TOKEN_FILE: join(directory, token),
        CLOUDSDK_API_ENDPOINT_OVERRIDES_PUBSUB: `http://${embedded.pubsub.host}/`,
      },
    })
    return stdout.trim() === '' ? undefined : JSON.parse(stdout)
  }

  it('creates, describes, lists and updates', async () => {
    await gcloud(['topics', 'create', 'events', '--labels=team=data', '--message-retention-duration=1h'])
    const topic = (await gcloud(['topics', 'describe', 'events'])) as Json
    assert.deepEqual([topic['labels'], topic['messageRetentionDuration']], [{ team: 'data' }, '3600s'])
    const flags =
      '--topic=events --ack-deadline=20 --message-filter=attributes:a --dead-letter-topic=events --max-delivery-attempts=6 --min-retry-delay=1s --expiration-period=never'
    await gcloud(['subscriptions', 'create', 'all', ...flags.split(' ')])
    const subscription = (await gcloud(['subscriptions', 'describe', 'all'])) as Json
    assert.equal(subscription['filter'], 'attributes:a')
    assert.deepEqual(subscription['retryPolicy'], { minimumBackoff: '1s', maximumBackoff: '600s' })
    assert.deepEqual(subscription['expirationPolicy'], {})
    await gcloud(['subscriptions', 'update', 'all', '--ack-deadline=30', '--clear-dead-letter-policy'])
    const updated = (await gcloud(['subscriptions', 'describe', 'all'])) as Json
    assert.deepEqual([updated['ackDeadlineSeconds'], updated['deadLetterPolicy']], [30, undefined])
    assert.equal(((await gcloud(['subscriptions', 'list'])) as Json[]).length, 1)
  })

  it('publishes, pulls, acknowledges and seeks', async () => {
    const published = (await gcloud([
      'topics',
      'publish',
      'events',
      '--message=hello',
      '--attribute=a=1',
    ])) as Json
    const pulled = (await gcloud([
      'subscriptions',
      'pull',
      'all',
      '--auto-ack',
      '--limit=5',
    ])) as PulledMessage[]
    assert.deepEqual(
      pulled.map(({ message }) => [message.messageId, decode(message.data), message.attributes]),
      [[(published['messageIds'] as string[])[0], 'hello', { a: '1' }]],
    )
    await gcloud(['subscriptions', 'seek', 'all', '--time=-P1D'])
    const again = (await gcloud(['subscriptions', 'pull', 'all', '--limit=5'])) as PulledMessage[]
    assert.equal(again.length, 1)
    await gcloud(['subscriptions', 'ack', 'all', `--ack-ids=${again[0]?.ackId}`])
    assert.deepEqual(await gcloud(['subscriptions', 'pull', 'all', '--limit=5']), [])
  })

  it('creates a snapshot, lists it, seeks to it and deletes it', async () => {
    await gcloud(['snapshots', 'create', 'moment', '--subscription=all', '--labels=a=b'])
    const snapshots = (await gcloud(['snapshots', 'list'])) as Json[]
    assert.deepEqual(
      snapshots.map(({ labels }) => labels),
      [{ a: 'b' }],
    )
    await gcloud(['topics', 'publish', 'events', '--message=later', '--attribute=a=1'])
    await gcloud(['subscriptions', 'pull', 'all', '--auto-ack'])
    await gcloud(['subscriptions', 'seek', 'all', '--snapshot=moment'])
    const again = (await gcloud(['subscriptions', 'pull', 'all', '--auto-ack'])) as PulledMessage[]
    assert.deepEqual(
      again.map(({ message }) => decode(message.data)),
      ['later'],
    )
    await gcloud(['snapshots', 'delete', 'moment'])
    assert.deepEqual(await gcloud(['snapshots', 'list']), [])
  })

  it('adds to and removes from a policy', async () => {
    const binding = ['--member=user:ada@example.com', '--role=roles/pubsub.publisher']
    await gcloud(['topics', 'add-iam-policy-binding', 'events', ...binding])
    assert.deepEqual(((await gcloud(['topics', 'get-iam-policy', 'events'])) as Json)['bindings'], [
      { role: 'roles/pubsub.publisher', members: ['user:ada@example.com'] },
    ])
    await gcloud(['topics', 'remove-iam-policy-binding', 'events', ...binding])
    assert.deepEqual(await gcloud(['topics', 'get-iam-policy', 'events']), { etag: 'ACAB' })
  })

  it('shows once what the embedded Pub/Sub does not have', async () => {
    assert.deepEqual(await gcloud(['schemas', 'list']), [])
    const file = join(directory, 'schema.avsc')
    await writeFile(file, '"string"')
    const create = ['schemas', 'create', 'text', '--type=avro', `--definition-file=${file}`, '--log-http']
    await assert.rejects(gcloud(create), ({ stderr }: { stderr: string }) => {
      assert.match(
        stderr,
        /UNIMPLEMENTED: AVRO schemas whose top-level type is not a record are not supported/,
      )
      assert.equal(stderr.split('request start').length - 1, 1)
      return true
    })
  })

  it('shows Google’s error message to a caller without the permission', async () => {
    await assert.rejects(
      gcloud(['topics', 'delete', 'events'], 'viewer'),
      /User not authorized to perform this action/,
    )
  })

  it('deletes', async () => {
    await gcloud(['subscriptions', 'delete', 'all'])
    await gcloud(['topics', 'delete', 'events'])
    assert.deepEqual(await gcloud(['topics', 'list']), [])
  })
})
