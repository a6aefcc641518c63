/** Commands: options, help, errors and shutdown of a server that is started from the command line. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { unrefChild } from './unref_child.ts'

const program = fileURLToPath(new URL('support/counting_server.ts', import.meta.url))

describe('commands', () => {
  let dir: string
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'command-'))
  })
  afterEach(() => rm(dir, { recursive: true }))

  function spawnCommand(...args: readonly string[]) {
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, TMPDIR: dir },
    })
    const ended = Promise.all([once(child, 'close'), text(child.stderr)])
    unrefChild(child)
    const end = async (): Promise<{ code: number | null; stderr: string }> => {
      child.ref()
      const [[code], stderr] = await ended
      return { code: code as number | null, stderr }
    }
    return { child, end }
  }

  async function fail(...args: readonly string[]): Promise<{ code: number | null; stderr: string }> {
    return spawnCommand(...args).end()
  }

  async function start(...args: readonly string[]) {
    const { child, end } = spawnCommand('--port', '0', ...args)
    const [output] = (await once(child.stdout, 'data')) as [Buffer]
    const url = /COUNTING_SERVER=(\S+)/.exec(output.toString())?.[1]
    assert.ok(url, `no address in ${output.toString()}`)
    return {
      url,
      output: output.toString(),
      stop: (signal: 'SIGINT' | 'SIGTERM') => {
        child.kill(signal)
        return end()
      },
    }
  }

  it('print every option with its default, and the examples', async () => {
    const { child, end } = spawnCommand('--help')
    const help = await text(child.stdout)
    assert.equal((await end()).code, 0)
    for (const line of [
      /^ {2}--port <port> +.* Default: 8000\.$/m,
      /^ {2}--data-dir <folder> /m,
      /^ {2}--greeting <text> +What it answers\. Default: hello\.$/m,
      /^ {2}counting-server --greeting hi$/m,
    ])
      assert.match(help, line)
  })

  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    it(`close the server, remove temporary data and exit with 0 on ${signal}`, async () => {
      const { url, output, stop } = await start('--greeting', 'hi')
      assert.match(output, /^Counting server on .*temporary data/)
      assert.equal(await (await fetch(url, { headers: { connection: 'close' } })).text(), 'hi')
      assert.deepEqual(await stop(signal), { code: 0, stderr: '' })
      assert.deepEqual(await readdir(dir), [])
    })

  it('keep the data of --data-dir, and refuse a second process with it', async () => {
    const data = join(dir, 'data')
    const { url, output, stop } = await start('--data-dir', data)
    assert.ok(output.includes(`data in ${data}`))
    await (await fetch(url, { headers: { connection: 'close' } })).text()
    const second = await fail('--port', '0', '--data-dir', data)
    assert.deepEqual(second, {
      code: 1,
      stderr: `counting-server: Another process has ${data} open. Stop it, or choose another --data-dir.\n`,
    })
    await stop('SIGTERM')
    assert.equal(await readFile(join(data, 'count'), 'utf8'), '.')
    const again = await start('--data-dir', data)
    assert.equal((await again.stop('SIGTERM')).code, 0)
  })

  it('name a port that is in use', async () => {
    const { url, stop } = await start()
    const { port } = new URL(url)
    assert.deepEqual(await fail('--port', port), {
      code: 1,
      stderr: `counting-server: Port ${port} is in use. Choose another one with --port, or a free one with --port 0.\n`,
    })
    assert.deepEqual(
      (await readdir(dir)).length,
      1,
      'the data of the first server is there, that of the second is removed',
    )
    await stop('SIGTERM')
  })

  for (const { args, message } of [
    { args: ['--prot', '1'], message: `Unknown option '--prot'. See --help.` },
    { args: ['start'], message: `Unexpected argument 'start'. See --help.` },
    { args: ['--greeting'], message: `Option '--greeting <value>' argument missing. See --help.` },
    { args: ['--port', 'http'], message: `Invalid --port "http": expected a number from 0 to 65535.` },
    { args: ['--port', '65536'], message: `Invalid --port "65536": expected a number from 0 to 65535.` },
  ])
    it(`exit with 2 and one line for ${args.join(' ')}`, async () => {
      assert.deepEqual(await fail(...args), { code: 2, stderr: `counting-server: ${message}\n` })
    })

  it('print a stack trace only for a bug', async () => {
    const expected = await fail('--port', '0', '--failure', 'no room')
    assert.deepEqual(expected, { code: 1, stderr: 'counting-server: Cannot start: no room\n' })
    const bug = await fail('--port', '0', '--failure', 'bug')
    assert.equal(bug.code, 1)
    assert.match(bug.stderr, /^counting-server: TypeError: a bug\n {4}at .*counting_server\.ts/)
  })
})
