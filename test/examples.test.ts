/** The programs of examples/, each run as its README says, against a running stack. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { openBrowser, withoutBrowser } from './support/browser.ts'
import { clientOf } from './support/client.ts'
import { compileErrors } from './support/compile_errors.ts'
import { sluice } from './support/operate.ts'
import { tokenOf } from './support/roles.ts'
import { repositoryRoot } from './support/sources.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)
const page = 'send_event.html'

/** Programs, and the files that they run. */
const commands = [
  ['sh', 'send_event.sh'],
  ['node', 'send_event.mjs'],
  ['node', 'send_event.ts'],
  ['python3', 'send_event.py'],
  ['go', 'send_event.go'],
] as const

/** The event types that send_event.ts imports. */
const types = 'events.ts'

async function readExample(file: string): Promise<string> {
  return readFile(join(repositoryRoot, 'examples', file), 'utf8')
}

describe('examples/', () => {
  let stack: TestStack
  let pages: Server
  let origin: string

  before(async () => {
    const html = await readExample(page)
    pages = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html))
    await once(pages.listen(0, '127.0.0.1'), 'listening')
    origin = `http://127.0.0.1:${(pages.address() as AddressInfo).port}`
    stack = await TestStack.start({ 'gcp:project': 'sluice-local', 'sluice:allowedOrigins': [origin] })
  })
  after(async () => {
    pages?.close()
    await stack?.remove()
  })

  const isStored = async (answer: string): Promise<void> => {
    const { messageIds } = JSON.parse(answer) as { messageIds: readonly string[] }
    assert.equal(messageIds.length, 1)
    const sql = `SELECT event_name FROM events WHERE message_id = '${messageIds[0]}'`
    await until('the event is stored', async () => {
      const [row] = await clientOf(stack.facts).query(sql)
      return row?.['event_name'] === 'view_content'
    })
  }

  for (const [program, file] of commands) {
    const start = (token: string) => {
      const args = [...(program === 'go' ? ['run'] : []), join('examples', file)]
      const env = { ...process.env, BASE: stack.facts.baseUrl, TOKEN: token, GOTOOLCHAIN: 'local' }
      return run(program, args, { cwd: repositoryRoot, env })
    }

    it(`${file} sends an event, and fails with the answer if it is not accepted`, async function () {
      const found = await run('sh', ['-c', `command -v ${program === 'sh' ? 'curl' : program}`]).catch(
        () => undefined,
      )
      if (!found) {
        console.log(`    skipped: no ${program} on this machine`)
        this.skip()
      }
      const { stdout } = await start(tokenOf(stack.facts, 'producer'))
      await isStored(stdout)
      const failure = (await start('unknown').then(
        ({ stdout: output }) => assert.fail(`it exited with 0 and printed ${output}`),
        (error: unknown) => error,
      )) as { code: number; stdout: string; stderr: string }
      assert.match(failure.stdout + failure.stderr, /401/)
    })
  }

  it(`${page} sends an event from an allowed origin`, async function () {
    const browser = await openBrowser()
    if (!browser) {
      console.log(`    ${withoutBrowser}`)
      this.skip()
    }
    try {
      const tab = await browser.newPage()
      await tab.goto(`${origin}/${page}`)
      await tab.$eval(
        '[name=base]',
        (input, url) => ((input as HTMLInputElement).value = url),
        stack.facts.baseUrl,
      )
      await tab.type('[name=token]', tokenOf(stack.facts, 'producer'))
      await tab.click('button')
      const printed = await until('the page shows the answer', () =>
        tab.$eval('output', (output) => output.textContent),
      )
      assert.match(printed, /^200 /)
      await isStored(printed.slice('200 '.length))
    } finally {
      await browser.close()
    }
  })

  it(`${types} is what the command in send_event.ts writes`, async () => {
    const { code, stdout } = await sluice(
      `types view_content purchase --lang typescript --standard --check examples/${types}`.split(' '),
      { cwd: repositoryRoot },
    )
    assert.equal(code, 0, stdout)
  })

  it('send_event.ts compiles, and does not with a misspelt field, type or value', async () => {
    const written = await readExample('send_event.ts')
    const compile = async (from: string, to: string): Promise<readonly string[]> => {
      assert.ok(written.includes(from), from)
      return compileErrors({ [types]: await readExample(types), 'send.ts': written.replace(from, to) })
    }
    assert.deepEqual(await compile('content_name:', 'content_name:'), [])
    const misspelt = {
      'contentName:':
        /'contentName' does not exist in type 'ViewContent'. Did you mean to write 'content_name'/,
      'userId:': /'userId' does not exist in type 'ViewContent'/,
    }
    assert.match((await compile('content_name:', 'contentName:')).join(), misspelt['contentName:'])
    assert.match((await compile('user_id:', 'userId:')).join(), misspelt['userId:'])
    assert.match((await compile("'view_content'", "'view_contents'")).join(), /"view_contents"/)
    assert.match((await compile("'article'", '7')).join(), /'number' is not assignable to type 'string'/)
  })

  it('are listed in the README of the folder', async () => {
    const entries = await readdir(join(repositoryRoot, 'examples'), { recursive: true, withFileTypes: true })
    const files = entries
      .filter((entry) => entry.isFile() && entry.name !== 'README.md')
      .map((entry) => relative(join(repositoryRoot, 'examples'), join(entry.parentPath, entry.name)))
    // Other tests run the script of the web door, the dashboards and the models of dbt; GitHub runs the workflow.
    const programs = files.filter((file) => !/^(dashboards|dbt|workflows)\//.test(file))
    const listed = [...commands.map(([, file]) => file), page, types, 'web/sluice.js']
    assert.deepEqual(programs.toSorted(), listed.toSorted())
    const readme = await readExample('README.md')
    for (const folder of ['dashboards/', 'dbt/', 'workflows/'])
      assert.ok(readme.includes(`[${folder}`), `add ${folder} to examples/README.md`)
    for (const file of programs)
      assert.ok(readme.includes(`| \`${file}\``), `add ${file} to examples/README.md`)
  })
})
