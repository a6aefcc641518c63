/** Local functions end with the process that started them, however that ends and whatever they do. */
import assert from 'node:assert/strict'
import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildBlockedFunction } from '../serving/built_function.ts'
import { until } from '../support/until.ts'

describe('a local function', function () {
  this.timeout(40_000)
  let dir: string
  let parent: ChildProcess
  let url: string
  let lines: string[]

  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-orphans-'))
    await buildBlockedFunction(dir)
  })
  after(() => rm(dir, { recursive: true }))

  beforeEach(async () => {
    parent = fork(join(import.meta.dirname, 'orphan_parent.ts'), [dir])
    lines = []
    parent.on('message', ({ line }: { line?: string }) => void (line !== undefined && lines.push(line)))
    const [{ port }] = (await once(parent, 'message')) as [{ port: number }]
    url = `http://127.0.0.1:${port}/`
  })

  const pidOf = async (): Promise<number> => {
    const response = await fetch(url, { method: 'POST', body: '{}' })
    return ((await response.json()) as { pid: number }).pid
  }
  const kill = async (): Promise<void> => {
    const ended = once(parent, 'exit')
    parent.kill('SIGKILL')
    await ended
  }

  it('ends when its parent is killed', async () => {
    const pid = await pidOf()
    await kill()
    await until('the function has ended', () => !isRunning(pid))
  })

  it('ends when its parent is killed while its event loop is blocked', async () => {
    const pid = await pidOf()
    // No request is open any more when it blocks, so the watchdog of the function leaves it alone.
    assert.equal((await fetch(url, { method: 'POST', body: '{"burnLaterMs":600000}' })).status, 200)
    await until('its event loop is blocked', () => lines.includes('blocked'))
    await kill()
    await until('the function has ended', () => !isRunning(pid), 20_000).finally(() => {
      if (isRunning(pid)) process.kill(pid, 'SIGKILL')
    })
  })

  it('that is killed for a blocked event loop is started again', async () => {
    const pid = await pidOf()
    await assert.rejects(fetch(url, { method: 'POST', body: '{"burnMs":600000}' }))
    const next = await until('another process answers', () => pidOf().catch(() => undefined))
    assert.notEqual(next, pid)
    assert.ok(!isRunning(pid))
    await kill()
    await until('the function has ended', () => !isRunning(next))
  })
})

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
