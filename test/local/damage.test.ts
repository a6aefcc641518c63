/** Local stack: a second start, kill -9, damaged files and a lack of file descriptors are told by name, and losses with their size. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

interface Ended {
  code: number | undefined
  stderr: string
}

/** Starts a stack that is expected to end by itself. */
function startOnce(dir: string, env: Record<string, string> = {}, limit = ''): Promise<Ended> {
  const command = `${limit} exec "${process.execPath}" "${program}" start`
  return new Promise((resolve) =>
    execFile(
      '/bin/sh',
      ['-c', command],
      { env: { ...process.env, SLUICE_PORT: '0', SLUICE_DATA_DIR: dir, ...env }, timeout: 60_000 },
      (error, _stdout, stderr) => resolve({ code: error?.code as number | undefined, stderr }),
    ),
  )
}

/** One line that names the file, and exit code 5 (a state that the user can change). */
function assertRefusal({ code, stderr }: Ended, says: RegExp): void {
  assert.equal(code, 5, stderr)
  assert.match(stderr, says)
  assert.equal(stderr.trimEnd().split('\n').length, 1, stderr)
}

async function newest(dir: string, prefix: string): Promise<string> {
  const names = (await readdir(dir)).filter((name) => name.startsWith(prefix)).toSorted()
  const sizes = await Promise.all(names.map(async (name) => (await stat(join(dir, name))).size))
  return join(
    dir,
    names.findLast((_, index) => sizes[index]! > 0)!,
  )
}

describe('the folder of the local stack', () => {
  let stack: TestStack
  let temporary: string
  before(async () => {
    temporary = await mkdtemp(join(tmpdir(), 'sluice-tmp-'))
    stack = await TestStack.start(undefined, { TMPDIR: temporary })
  })
  after(async () => {
    await stack?.remove()
    await rm(temporary, { recursive: true, force: true })
  })

  const post = async (count: number): Promise<void> => {
    const events = Array.from({ length: count }, () => ({ event_id: randomUUID() }))
    assert.equal((await clientOf(stack.facts).post('/v1/topics/view_content', events)).status, 200)
  }
  const stored = async (): Promise<number> => {
    const [row] = await clientOf(stack.facts).query('SELECT COUNT(*) AS n FROM events')
    return Number(row?.['n'])
  }

  it('belongs to one stack, whatever path and TMPDIR a second one has: nothing is touched', async () => {
    const link = `${stack.dir}-link`
    await symlink(stack.dir, link)
    try {
      const before = [
        await readFile(join(stack.dir, 'stack.json'), 'utf8'),
        await readdir(join(stack.dir, 'pubsub')),
      ]
      assertRefusal(await startOnce(link, { TMPDIR: stack.dir }), /Another stack uses/)
      const after = [
        await readFile(join(stack.dir, 'stack.json'), 'utf8'),
        await readdir(join(stack.dir, 'pubsub')),
      ]
      assert.deepEqual(after, before)
    } finally {
      await rm(link)
    }
  })

  it('keeps everything after kill -9: no process and no socket in the temporary folder stays', async () => {
    await post(50)
    await until('the events are stored', async () => (await stored()) === 50)
    const { stdout } = await new Promise<{ stdout: string }>((resolve) =>
      execFile('ps', ['-o', 'pid=', '--ppid', String(stack.pid)], (_error, stdout) => resolve({ stdout })),
    )
    const children = stdout.trim().split(/\s+/).map(Number)
    assert.ok(children.length >= 5, stdout)
    await stack.kill()
    await until('the functions end with the stack', async () => {
      const states = await Promise.all(
        children.map((pid) => readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')),
      )
      // A process that ended may wait for its new parent to notice.
      return states.every((state) => state === '' || /\) Z /.test(state))
    })
    const left = (await readdir(temporary)).filter((name) => name.endsWith('.sock'))
    assert.deepEqual(left, [])
    await stack.start()
    assert.equal(await stored(), 50)
  })

  it('tells how much a truncated log of BigQuery and of Pub/Sub lost, and goes on', async () => {
    await post(200)
    await until('the events are stored', async () => (await stored()) === 250)
    await stack.kill()
    const log = join(stack.dir, 'bigquery/warehouse.duckdb.wal')
    await truncate(log, Math.floor((await stat(log)).size / 2))
    const segment = await newest(join(stack.dir, 'pubsub'), 'log-')
    await truncate(segment, Math.floor((await stat(segment)).size / 2))
    await stack.start()
    assert.match(stack.output, /Data is missing: .*warehouse\.duckdb\.wal has [\d,]+ of the [\d,]+ bytes/)
    const [, rows] = /([\d,]+) rows that had been stored are missing/.exec(stack.output) ?? []
    const missing = 250 - (await stored())
    // Rows of other tables are counted, too.
    assert.ok(missing > 0 && Number(rows) >= missing, `${rows} rows told, ${missing} events missing`)
    assert.match(stack.output, /Data is missing: .*pubsub\/log-\d+ has .* messages are missing/)
  })

  it('drops garbage after the log, and writes a truncated list of topics again', async () => {
    await stack.kill()
    const segment = await newest(join(stack.dir, 'pubsub'), 'log-')
    await appendFile(segment, Buffer.alloc(64, 0xff))
    await truncate(join(stack.dir, 'applied.json'), 40)
    const before = stack.output.length
    await stack.start()
    const said = stack.output.slice(before)
    assert.match(said, /applied\.json is damaged and is written again\./)
    assert.doesNotMatch(said, /Data is missing/)
    await post(1)
  })

  it('is refused in one line that names the damaged file', async () => {
    await stack.stop()
    const damages: readonly (readonly [string, RegExp])[] = [
      ['bigquery/warehouse.duckdb', /warehouse\.duckdb cannot be opened: .*Put a copy/],
      ['pubsub/checkpoint', /Damaged checkpoint .*pubsub\/checkpoint at byte 0\. Put a copy/],
      ['identity/issuer.json', /issuer\.json: expected JSON with privateKeyPem/],
    ]
    for (const [file, says] of damages) {
      const copy = join(temporary, 'copy')
      await cp(stack.dir, copy, { recursive: true, filter: (path) => !path.endsWith('.sock') })
      await mkdir(join(copy, file, '..'), { recursive: true })
      await writeFile(join(copy, file), 'this is no such file'.repeat(100))
      assertRefusal(await startOnce(copy), says)
      await rm(copy, { recursive: true })
    }
  })

  it('is not opened by a process that may open too few files', async () => {
    assertRefusal(
      await startOnce(stack.dir, {}, 'ulimit -n 100;'),
      /may open 100 files, and the stack needs \d+\. .*ulimit -n/,
    )
  })
})
