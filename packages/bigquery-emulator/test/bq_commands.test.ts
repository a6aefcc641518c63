/** Everyday commands of `bq` against the BigQuery emulator, each within two seconds. Skipped if bq is not installed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bqCommands, bqFiles } from './support/bq_commands.ts'
import { bqEnvironment, bqFlags, BqSession } from './support/bq_session.ts'
import { startServer, type TestServer } from './support/server.ts'

const maxMs = 2000

describe('bq: everyday commands', () => {
  let server: TestServer
  let home: string
  let session: BqSession | undefined

  before(async function () {
    home = await mkdtemp(join(tmpdir(), 'sluice-bq-'))
    server = await startServer()
    for (const [name, text] of Object.entries(bqFiles)) await writeFile(join(home, name), text)
    session = await BqSession.open(server.url, home)
    if (!session) {
      process.stdout.write('    (skipped: no bq command on this machine)\n')
      this.skip()
    }
    // `bq shell` takes no job id.
    await server.client.createQueryJob({ query: 'SELECT 1 AS a', jobId: 'named' })
  })
  after(async () => {
    session?.close()
    await server?.stop()
    if (home) await rm(home, { recursive: true, force: true })
  })

  for (const command of bqCommands) {
    const isRefused = 'refuses' in command
    it(`${isRefused ? 'refuses' : 'runs'} ${command.args}`, async () => {
      const { output, ms } = await session!.run(command.args)
      if (isRefused)
        assert.match(output, new RegExp(`${command.refuses} not supported by the local BigQuery`))
      else assert.match(output, command.prints)
      assert.ok(ms <= maxMs, `${ms} ms`)
    })
  }

  // The shell knows no command with a hyphen.
  it('refuses get-iam-policy and set-iam-policy by name', async () => {
    await writeFile(join(home, 'policy.json'), '{"bindings":[]}')
    for (const [verb, ...args] of [
      ['getIamPolicy', 'get-iam-policy', 'd.t'],
      ['setIamPolicy', 'set-iam-policy', 'd.t', join(home, 'policy.json')],
    ] as const) {
      const env = bqEnvironment(home)
      const { stdout } = (await promisify(execFile)('bq', [...bqFlags(server.url), ...args], { env }).then(
        () => assert.fail(`bq ${args.join(' ')} succeeded`),
        (error: unknown) => error,
      )) as { stdout: string }
      assert.match(
        stdout.replaceAll(/\s+/g, ' '),
        new RegExp(`${verb} is not supported by the local BigQuery`),
      )
    }
  })
})
