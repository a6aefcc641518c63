/** Everyday commands of `bq` against the BigQuery emulator, each within two seconds. Skipped if bq is not installed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { bqCommands, bqFiles } from './support/bq_commands.ts'
import { bqPolicyCommands } from './support/bq_copy_commands.ts'
import { bqEnvironment, bqFlags, BqSession } from './support/bq_session.ts'
import { startObjectServer, type ObjectServer } from './support/object_server.ts'
import { everything, startServer, type TestServer } from './support/server.ts'

const maxMs = 2000

describe('bq: everyday commands', () => {
  let server: TestServer
  let storage: ObjectServer
  let home: string
  let session: BqSession | undefined

  before(async function () {
    home = await mkdtemp(join(tmpdir(), 'sluice-bq-'))
    storage = await startObjectServer()
    server = await startServer(everything, storage.url)
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
    await storage?.stop()
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

  describe('policies of tables', () => {
    before(async () => {
      await server.client.createDataset('d')
      await server.client.query('CREATE TABLE d.t (id INT64)')
    })

    for (const command of bqPolicyCommands)
      it(`runs ${command.args}`, async () => {
        const args = [...bqFlags(server.url), ...command.args.split(' ')]
        const { stdout } = await promisify(execFile)('bq', args, { env: bqEnvironment(home), cwd: home })
        if ('prints' in command) assert.match(stdout.replaceAll(/\s+/g, ' '), command.prints)
      })
  })
})
