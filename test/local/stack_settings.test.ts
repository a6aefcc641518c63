/** Local stack: `npm start` with invalid settings prints a line for each problem, without a stack trace, exits with 1 and keeps the data. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { glob, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { configOf, crm, many, manyLines, rule, type Settings } from '../infra/faulty_stack.ts'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))
const noRules = { 'gcp:project': 'sluice-local' }

describe('npm start with invalid settings', () => {
  let stack: TestStack
  before(async () => {
    stack = await TestStack.start(noRules)
  })
  after(() => stack.remove())

  /** Writes settings into the folder of the stack. Resolves to the file. */
  const settingsFile = async (name: string, settings: Settings): Promise<string> => {
    const file = join(stack.dir, `Pulumi.${name}.yaml`)
    await writeFile(file, JSON.stringify({ config: configOf(settings) }))
    return file
  }

  /** Tries to start over the data of the stack. Resolves to the error output. */
  const failedStart = async (file: string): Promise<string> => {
    const env = { ...process.env, SLUICE_PORT: '0', SLUICE_DATA_DIR: stack.dir, SLUICE_CONFIG: file }
    const failure = (await promisify(execFile)(process.execPath, [program, 'start'], { env }).then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    )) as { code: number; stderr: string }
    assert.equal(failure.code, 5)
    return failure.stderr
  }

  /** Returns every file of the stack with its content. */
  const filesOf = async (): Promise<Readonly<Record<string, string>>> => {
    const files: Record<string, string> = {}
    for await (const entry of glob('**/*', { cwd: stack.dir, withFileTypes: true })) {
      if (!entry.isFile()) continue
      const path = join(entry.parentPath, entry.name)
      files[path] = createHash('sha256')
        .update(await readFile(path))
        .digest('hex')
    }
    return files
  }

  it('prints the problems and does not change stored data', async () => {
    const id = randomUUID()
    // A producer sends again what is answered with 503.
    await until(
      'the event is accepted',
      async () =>
        (await clientOf(stack.facts).post('/v1/topics/view_content', { event_id: id })).status === 200,
    )
    const isStored = async (): Promise<boolean> => {
      const rows = await clientOf(stack.facts).query(
        `SELECT event_id FROM sluice.events WHERE event_id = '${id}'`,
      )
      return rows.length === 1
    }
    await until('the event is stored', isStored)
    await stack.stop()
    const wrongRule = { destinations: { crm: { ...crm, rules: [rule('event.event_nam == 1')] } } }
    const [one, several] = [await settingsFile('one', wrongRule), await settingsFile('several', many)]
    const before = await filesOf()

    assert.equal(
      await failedStart(one),
      'Error: sluice:destinations.crm.rules.0.when: rule "paid", line 1, column 7: event.event_nam: no such field; did you mean event.event_name?\n',
    )
    assert.equal(await failedStart(several), `Error: ${manyLines.join('\n')}\n`)
    assert.deepEqual(await filesOf(), before)

    await stack.start()
    assert.ok(await isStored())
  })
})
