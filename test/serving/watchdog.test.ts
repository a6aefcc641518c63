/** The watchdog: a process that cannot answer any more ends itself; one that is idle or waits does not. */
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { until } from '../support/until.ts'
import { buildBlockedFunction } from './built_function.ts'

describe('the watchdog of a function', function () {
  this.timeout(40_000)
  let dir: string
  let framework: string
  let child: ChildProcess
  let port: number
  let log: string

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-watchdog-'))
    framework = await buildBlockedFunction(dir)
  })
  after(() => rm(dir, { recursive: true }))

  beforeEach(async () => {
    const free = createServer().listen(0, '127.0.0.1')
    await once(free, 'listening')
    ;({ port } = free.address() as AddressInfo)
    free.close()
    await once(free, 'close')
    const parameters = [framework, '--target=blocked', `--source=${dir}`, `--port=${port}`]
    child = spawn(process.execPath, parameters, {
      env: { NODE_ENV: 'production', SECRET: 'canary-secret' },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    log = ''
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      log += text
    })
    await until('the function answers', async () => (await call({}).catch(() => undefined)) === 200)
  })
  afterEach(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  })

  const call = async (body: object, signal: AbortSignal | null = null): Promise<number> => {
    const url = `http://127.0.0.1:${port}/canary-path`
    return (await fetch(url, { method: 'POST', body: JSON.stringify(body), signal })).status
  }

  it('ends a process whose loop is blocked, and logs one entry without anything of the request', async () => {
    const ended = once(child, 'exit')
    await assert.rejects(call({ burnMs: 60_000, secret: 'canary-body' }))
    assert.deepEqual(await ended, [null, 'SIGKILL'])
    const lines = log.trim().split('\n')
    assert.equal(lines.length, 1, log)
    const entry = JSON.parse(lines[0]!) as Record<string, unknown>
    assert.equal(entry['severity'], 'ERROR')
    assert.equal(entry['message'], 'the event loop was blocked, and the process ended itself')
    assert.equal(entry['open_requests'], 1)
    assert.ok(Number(entry['cpu_seconds']) < 10, log)
    assert.doesNotMatch(log, /canary/)
  })

  it('ends it even if the caller has gone', async () => {
    const ended = once(child, 'exit')
    await assert.rejects(call({ burnMs: 60_000 }, AbortSignal.timeout(300)))
    assert.deepEqual(await ended, [null, 'SIGKILL'])
  })

  it('leaves a process alone that computes for less, several times', async () => {
    for (const burnMs of [700, 700, 700]) assert.equal(await call({ burnMs }), 200)
    assert.equal(log, '')
  })

  it('leaves a process alone whose requests wait for longer', async () => {
    const waiting = Array.from({ length: 20 }, () => call({ waitMs: 3000 }))
    assert.deepEqual(new Set(await Promise.all(waiting)), new Set([200]))
    assert.equal(log, '')
  })

  it('leaves a process alone that gets no CPU time for longer, with a request open', async () => {
    const answered = call({ waitMs: 1500 })
    child.kill('SIGSTOP')
    const stoppedAt = Date.now()
    await until('the pause is longer than the limit', () => Date.now() - stoppedAt > 3000)
    child.kill('SIGCONT')
    assert.equal(await answered, 200)
    assert.equal(log, '')
  })

  it('lets a process end by SIGTERM', async () => {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    assert.deepEqual(await ended, [0, null])
  })
})
