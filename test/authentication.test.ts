/** The programs of docs/authentication.md, each run against a stack as an account that may publish to one source and do nothing else. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { openIssuer, serveMetadata, type MetadataServer } from '../packages/gcp-identity/src/index.ts'
import { clientOf } from './support/client.ts'
import { repositoryRoot } from './support/sources.ts'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

const run = promisify(execFile)

/** Heading of the example → the program that must be on the machine, and how it runs a file of this name. */
const languages = {
  curl: { program: 'curl', file: 'send.sh', start: ['sh'] },
  Node: { program: 'node', file: 'send.mjs', start: ['node'] },
  Python: { program: 'python3', file: 'send.py', start: ['python3'] },
  Go: { program: 'go', file: 'send.go', start: ['go', 'run'] },
  Java: { program: 'java', file: 'Send.java', start: ['java'] },
  PHP: { program: 'php', file: 'send.php', start: ['php'] },
} as const

const shop = 'shop@sluice-local.iam.gserviceaccount.com'

describe('docs/authentication.md', () => {
  let stack: TestStack
  let metadata: MetadataServer
  let dir: string
  let page: string

  before(async () => {
    page = await readFile(join(repositoryRoot, 'docs/authentication.md'), 'utf8')
    dir = await mkdtemp(join(tmpdir(), 'sluice-programs-'))
    stack = await TestStack.start({
      'gcp:project': 'sluice-local',
      'sluice:sources': {
        web_shop: { members: [`serviceAccount:${shop}`], events: ['view_content'] },
        till: { members: ['serviceAccount:till@sluice-local.iam.gserviceaccount.com'], events: ['purchase'] },
      },
    })
    const issuer = await openIssuer(join(stack.dir, 'identity'))
    metadata = await serveMetadata({
      issuer,
      project: 'sluice-local',
      projectNumber: 1,
      email: shop,
      port: 0,
    })
  })
  after(async () => {
    await metadata?.close()
    await stack?.remove()
    await rm(dir, { recursive: true, force: true })
  })

  it('has an example for each of these languages, and for no other', () => {
    const examples = page.slice(page.indexOf('\n## Examples\n'))
    const headings = [...examples.matchAll(/^### (.+)$/gm)].map(([, heading]) => heading)
    assert.deepEqual(headings, Object.keys(languages))
  })

  for (const [language, { program, file, start }] of Object.entries(languages))
    it(`sends an event as the source with ${language}, and fails with the answer at another source`, async function () {
      if (!(await run('sh', ['-c', `command -v ${program}`]).catch(() => undefined))) {
        console.log(`    skipped: no ${program} on this machine`)
        this.skip()
      }
      const [, code] = new RegExp(`\n### ${language}\n\n\`\`\`\\w+\n([^]*?)\`\`\``).exec(page)!
      const path = join(dir, file)
      await writeFile(path, code!)
      const [command, ...args] = start
      const runAs = (source: string) =>
        run(command, [...args, path], {
          cwd: dir,
          env: {
            ...process.env,
            BASE: stack.facts.baseUrl,
            SOURCE: source,
            GCE_METADATA_HOST: metadata.host,
            GOTOOLCHAIN: 'local',
          },
        })
      const { stdout } = await runAs('web_shop')
      const { messageIds } = JSON.parse(stdout) as { messageIds: readonly string[] }
      assert.equal(messageIds.length, 1)
      const sql = `SELECT producer FROM events WHERE message_id = '${messageIds[0]}'`
      await until('the event is stored', async () => {
        const [row] = await clientOf(stack.facts).query(sql)
        return row?.['producer'] === 'web_shop'
      })
      const failure = (await runAs('till').then(
        ({ stdout: output }) => assert.fail(`it exited with 0 and printed ${output}`),
        (error: unknown) => error,
      )) as { stdout: string; stderr: string }
      assert.match(failure.stdout + failure.stderr, /403/)
    }).timeout(120_000)
})
