/** Local stack: checks permissions, identities and restarts. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { clientOf, type Client } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

const program = fileURLToPath(new URL('../../cli/index.ts', import.meta.url))

describe('the local stack', () => {
  let stack: TestStack
  let client: Client

  before(async () => {
    stack = await TestStack.start()
    client = clientOf(stack.facts)
  })
  after(() => stack.remove())

  /** Starts another stack, which fails. Resolves to its error output. */
  const refusal = async (env: Record<string, string>): Promise<string> => {
    const started = promisify(execFile)(process.execPath, [program, 'start'], {
      env: { ...process.env, ...env },
    })
    const failure = (await started.then(
      () => assert.fail('it started'),
      (error: unknown) => error,
    )) as { code: number; stderr: string }
    assert.equal(failure.code, 5)
    return failure.stderr
  }

  it('is described in stack.json, which only its owner can read', async () => {
    const file = join(stack.dir, 'stack.json')
    assert.equal((await stat(file)).mode & 0o777, 0o600)
    assert.deepEqual(Object.keys(JSON.parse(await readFile(file, 'utf8')) as object), [
      'baseUrl',
      'translatorUrl',
      'hookUrl',
      'collectUrl',
      'project',
      'dataset',
      'pubsubHost',
      'bigqueryUrl',
      'secretManagerUrl',
      'token',
      'roles',
      'sources',
      'thirdPartyUrl',
      'functions',
      'consoleUrl',
      'syncs',
      'actions',
      'configFile',
    ])
  })

  it('locks its folder', async () => {
    assert.match(
      await refusal({ SLUICE_PORT: '0', SLUICE_DATA_DIR: stack.dir }),
      /Another stack uses .*SLUICE_DATA_DIR/,
    )
  })

  it('reports a port in use, and what to do', async () => {
    const { port } = new URL(stack.facts.baseUrl)
    const said = await refusal({ SLUICE_PORT: port, SLUICE_DATA_DIR: join(stack.dir, 'other') })
    assert.match(said, new RegExp(`Port ${port} is taken.*SLUICE_PORT`))
  })

  it('allows an account only what the program grants', async () => {
    const { project, pubsubHost } = stack.facts
    const token = await client.tokenOf(`sluice-store@${project}.iam.gserviceaccount.com`)
    const publish = (topic: string) =>
      fetch(`http://${pubsubHost}/v1/projects/${project}/topics/${topic}:publish`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ messages: [{ attributes: { probe: '1' } }] }),
      })
    assert.equal((await publish('stored')).status, 200)
    assert.equal((await publish('view_content')).status, 403)
  })

  it('restarts a function that was killed', async () => {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=,args=', '--ppid', String(stack.pid)])
    const store = stdout.split('\n').find((line) => line.includes('--target=store'))
    assert.ok(store, `no process of the store function in\n${stdout}`)
    process.kill(Number.parseInt(store, 10), 'SIGKILL')
    await until('the restart is logged', () =>
      stack.output.includes('store ended (SIGKILL) and is started again.'),
    )
    const id = randomUUID()
    assert.equal((await client.post('/v1/topics/view_content', { event_id: id })).status, 200)
    await until('an event passes again', async () =>
      (await client.received()).some(({ headers }) => headers['webhook-id'] === id),
    )
  })

  it('rejects events from a page of another origin', async () => {
    const preflight = await fetch(`${stack.facts.baseUrl}/v1/topics/view_content`, {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    assert.equal(preflight.headers.get('access-control-allow-origin'), null)
  })
})
