/** The local stack while somebody works on its code: stack traces, the inspector, and the reload of a changed function. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { clientOf, type Client } from '../support/client.ts'
import { openRaw } from '../support/raw_http.ts'
import { repositoryRoot } from '../support/sources.ts'
import { TestStack } from '../support/stack.ts'
import { until } from '../support/until.ts'

/** What a stack is made of. The tests edit a copy of it. */
const copied = [
  'schemas',
  'functions',
  'infra',
  'web',
  'local',
  'cli',
  'packages',
  'package.json',
  'Pulumi.yaml',
  'Pulumi.local.yaml',
]

/** Arguments of Node that start the stack of a copy of the repository. */
function startArguments(root: string, ...options: string[]): readonly string[] {
  return [join(root, 'cli/index.ts'), 'start', ...options]
}

describe('the local stack during development', () => {
  let root: string
  let stack: TestStack
  let client: Client

  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'sluice-copy-'))
    for (const name of copied) await cp(join(repositoryRoot, name), join(root, name), { recursive: true })
    await symlink(join(repositoryRoot, 'node_modules'), join(root, 'node_modules'))
    const command = startArguments(root, '--watch', '--inspect', 'store=0')
    stack = await TestStack.start(undefined, {}, command)
    client = clientOf(stack.facts)
  })
  after(async () => {
    await stack?.remove()
    await rm(root, { recursive: true, force: true })
  })

  /** Edits a file of the copy. Resolves when the stack prints a line that matches, with the text that it has printed since. */
  const edit = async (file: string, before: string, after: string, printed: RegExp): Promise<string> => {
    const path = join(root, file)
    const text = await readFile(path, 'utf8')
    assert.ok(text.includes(before), `${file} has the line that this test changes: ${before}`)
    const { length } = stack.output
    await writeFile(path, text.replace(before, after))
    await until(`the stack prints ${printed}`, () => printed.test(stack.output.slice(length)))
    return stack.output.slice(length)
  }

  const publish = (): Promise<Response> => client.post('/v1/topics/view_content', { user_id: 'u-1815' })

  const options = 'functions/ingest/options.ts'
  const works = 'if (query.size === 0) return none'
  const throws = "if (query.size === 0) throw new TypeError('probe')"

  it('prints the address of the inspector of a function, where a debugger reaches it', async () => {
    const [, url] = /^store: Debugger listening on (ws:\S+)$/m.exec(stack.output) ?? []
    assert.ok(url, stack.output)
    const socket = new WebSocket(url)
    await once(socket, 'open')
    const answered = once(socket, 'message')
    socket.send(
      JSON.stringify({ id: 1, method: 'Runtime.evaluate', params: { expression: 'process.argv.join()' } }),
    )
    const [{ data }] = (await answered) as [MessageEvent<string>]
    socket.close()
    assert.match(data, /--target=store/)
    assert.doesNotMatch(stack.output, /^(?!store)\w+: Debugger listening/m, 'other functions have none')
  })

  it('reloads only the functions that a change concerns, and finishes the requests in flight', async () => {
    const { port } = new URL(stack.facts.functions['ingest']!)
    const connection = await openRaw(Number(port))
    const body = JSON.stringify({ user_id: 'u-1815' })
    const token = stack.facts.roles.producer?.token
    await connection.write(
      `POST /v1/topics/view_content HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${token}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, 5)}`,
    )
    const printed = await edit(options, works, `// A change.\n  ${works}`, /reloaded|does not start/)
    assert.match(printed, /^functions\/ingest\/options\.ts: reloaded ingest, translate in \d+\.\d s\.$/m)
    await connection.write(body.slice(5))
    assert.equal((await connection.answer()).status, 200)
    assert.equal((await publish()).status, 200, 'the new process answers')
  })

  it('names the line of the TypeScript file in a stack trace', async () => {
    await edit(options, works, throws, /reloaded/)
    assert.equal((await publish()).status, 500)
    const lines = (await readFile(join(root, options), 'utf8')).split('\n')
    const line = lines.findIndex((text) => text.includes(throws)) + 1
    await until('the log names it', () => stack.output.includes(`${join(root, options)}:${line}:`))
    await edit(options, throws, works, /reloaded/)
    assert.equal((await publish()).status, 200)
  })

  it('prints a build error with its line, and keeps the old code running', async () => {
    const printed = await edit(options, works, 'if (query.size', /keep running their old code/)
    assert.match(printed, /functions\/ingest\/options\.ts:\d+:\d+: ERROR: /)
    assert.equal((await publish()).status, 200)
    await edit(options, 'if (query.size', works, /no function has changed/)
  })

  it('prints the error of new code that does not start, and starts the next change', async () => {
    const file = 'functions/ingest.ts'
    const first = "import { attributes, sourceOfTopic, topics } from '../schemas/bus.ts'"
    const breaks = `${first}\nthrow new Error('probe at load')`
    const printed = await edit(file, first, breaks, /does not start/)
    assert.match(printed, /ingest: the new code does not start/)
    assert.ok(printed.includes(`${join(root, file)}:`), printed)
    await edit(file, breaks, first, /reloaded ingest/)
    assert.equal((await publish()).status, 200)
  })

  it('says that a change of a schema reaches topics and tables at the next start', async () => {
    const file = 'schemas/limits.ts'
    const printed = await edit(file, 'export const', '// A change.\nexport const', /schemas\/limits\.ts: /)
    // A late event of the edit before may build the change of the schema too: then that line names the functions.
    assert.match(printed, /reloaded .*ingest/)
    assert.match(printed, /^schemas\/limits\.ts: .*Topics, tables and views change at the next start\.$/m)
  })

  it('refuses to inspect a function that does not exist, with a suggestion and without a stack trace', async () => {
    const command = startArguments(repositoryRoot, '--inspect', 'injest')
    const env = { ...process.env, SLUICE_PORT: '0', SLUICE_DATA_DIR: join(root, 'unused') }
    const error = await promisify(execFile)(process.execPath, command, { env }).then(
      () => assert.fail('it started'),
      (failure: unknown) => failure as { code: number; stderr: string },
    )
    assert.equal(error.code, 2)
    assert.match(
      error.stderr,
      /--inspect: unknown function "injest"\. Did you mean ingest\? Functions: act, /,
    )
    assert.doesNotMatch(error.stderr, /^ {4}at /m)
  })
})
