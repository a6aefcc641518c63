/** `npm test` with arguments: one file, one title, and again after each change. */
import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { until } from './support/until.ts'

const program = join(import.meta.dirname, 'run.ts')

describe('npm test --', () => {
  it('runs the named file alone, and of it the tests with the given title', async () => {
    const file = 'test/schemas/nearest.test.ts'
    const runTests = async (...options: string[]) => {
      const args = [program, file, '--reporter', 'json', ...options]
      const { stdout } = await promisify(execFile)(process.execPath, args)
      return (JSON.parse(stdout) as { tests: { title: string; file: string }[] }).tests
    }
    const all = await runTests()
    assert.ok(all.length > 1)
    assert.ok(all.every((test) => test.file.endsWith(file)))
    const { title } = all[0]!
    assert.deepEqual(
      (await runTests('-g', title)).map((test) => test.title),
      [title],
    )
  })

  it('--watch runs the file again after a change of a file that it imports', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'sluice-watch-'))
    const imported = join(dir, 'imported.ts')
    const test = join(dir, 'probe.test.ts')
    await writeFile(imported, "export const title = 'first title'\n")
    await writeFile(test, "import { title } from './imported.ts'\nit(title, () => {})\n")
    // In a process group of its own, as a shell starts it: Ctrl-C ends the whole group.
    const child = spawn(process.execPath, [program, '--watch', test], {
      stdio: ['ignore', 'pipe', 'inherit'],
      detached: true,
    })
    const ended = once(child, 'exit')
    try {
      let printed = ''
      child.stdout.on('data', (chunk: Buffer) => {
        printed += chunk.toString()
      })
      await until('it runs', () => printed.includes('first title'))
      await until('it waits for a change', () => printed.includes('Waiting for'))
      await writeFile(imported, "export const title = 'second title'\n")
      await until('it runs again', () => printed.includes('second title'))
    } finally {
      process.kill(-child.pid!)
      await ended
      await rm(dir, { recursive: true })
    }
  })

  it('--watch without a file says how to name one', async () => {
    const error = await promisify(execFile)(process.execPath, [program, '--watch']).then(
      () => assert.fail('it ran'),
      (failure: unknown) => failure as { code: number; stderr: string },
    )
    assert.equal(error.code, 1)
    assert.match(error.stderr, /npm test -- --watch test\/decision\.test\.ts/)
  })
})
