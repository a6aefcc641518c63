/** The benches: one whose process ends says so and fails, and the command says what it can do. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startSubject, type Subject } from '../bench/subject.ts'

const program = fileURLToPath(new URL('../bench/index.ts', import.meta.url))

interface Ended {
  code: number
  stdout: string
  stderr: string
}

function bench(args: readonly string[], environment: object = {}): Promise<Ended> {
  const env = { ...process.env, ...environment }
  return new Promise((resolve) => {
    execFile(process.execPath, [program, ...args], { env }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr }),
    )
  })
}

describe('npm run bench', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-test-'))
  })
  after(() => rm(dir, { recursive: true }))

  it('prints its usage on --help, and fails with it on an unknown option or name', async () => {
    const help = await bench(['--help'])
    assert.equal(help.code, 0)
    assert.match(help.stdout, /^Usage: npm run bench -- \[--smoke\] \[name …\]/)
    for (const [argument, message] of [
      ['--smok', /Unknown option '--smok'/],
      ['nothing', /There is no bench "nothing"/],
    ] as const) {
      const { code, stderr } = await bench([argument])
      assert.equal(code, 1, argument)
      assert.match(stderr, message)
      assert.match(stderr, /Usage: npm run bench/)
    }
  })

  it('labels the figures of a smoke run as not meaningful', async () => {
    const { code, stdout, stderr } = await bench(['--smoke', 'delivery'])
    assert.equal(code, 0, stderr)
    assert.match(stdout, /^delivery \(smoke run: the figures are not meaningful\)$/m)
    assert.match(stdout, /one fetch per event/)
  })

  it('fails and names the bench whose process fails', async () => {
    const { code, stderr } = await bench(['--smoke', 'writer'], { TMPDIR: join(dir, 'missing') })
    assert.equal(code, 1)
    assert.match(stderr, /^FAILED: bench writer: it ended with exit code 1$/m)
  })

  describe('a function under measurement', () => {
    const subject = async (code: string): Promise<Subject> => {
      const source = join(dir, 'measured.js')
      await writeFile(source, code)
      return startSubject({
        name: 'measured',
        target: 'measured',
        source,
        env: {},
        path: '/',
        headers: {},
        body: () => '',
        expected: 204,
      })
    }

    it('fails the bench when it ends before it listens', async () => {
      await assert.rejects(subject('process.exit(3)'), /^Error: measured ended: exit code 3\.$/)
    })

    it('fails the bench when it ends while it is measured', async () => {
      const { measure, stop } = await subject("exports.measured = () => process.kill(process.pid, 'SIGKILL')")
      try {
        await assert.rejects(measure(3, 1), /^Error: measured did not answer a request\./)
        await assert.rejects(measure(3, 1), /^Error: measured ended: signal SIGKILL\.$/)
      } finally {
        await stop()
      }
    })
  })
})
