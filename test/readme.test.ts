/** The README's own commands, run as a newcomer would, against a running stack. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { TestStack } from './support/stack.ts'
import { until } from './support/until.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The commands of one chapter, block by block. */
function commandsOf(readme: string, chapter: string): readonly string[] {
  const text = readme.split(/^## /m).find((part) => part.startsWith(`${chapter}\n`))
  assert.ok(text, `the README has no chapter "${chapter}"`)
  return [...text.matchAll(/^```sh\n(.*?)^```$/gms)].map((match) => match[1]!)
}

describe('README', () => {
  let stack: TestStack
  let home: string
  let readme: string

  before(async () => {
    readme = await readFile(join(root, 'README.md'), 'utf8')
    stack = await TestStack.start()
    // The folder in which a newcomer stands: the checkout, with this stack's data in .local.
    home = await mkdtemp(join(tmpdir(), 'sluice-readme-'))
    await symlink(stack.dir, join(home, '.local'))
    await symlink(join(root, 'node_modules'), join(home, 'node_modules'))
  })
  after(async () => {
    await stack.remove()
    await rm(home, { recursive: true, force: true })
  })

  const run = async (script: string): Promise<string> => {
    const { stdout, stderr } = await promisify(execFile)('bash', ['-euc', script], { cwd: home })
    assert.doesNotMatch(stderr, /warning/i)
    return stdout
  }

  it('begins with two commands that exist', async () => {
    const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>
    }
    assert.match(readme, /```sh\nnpm ci\nnpm start\n```/)
    for (const [, name] of readme.matchAll(/npm (?:run )?(start|test|check|build|bench|deploy)\b/g)) {
      assert.ok(scripts[name!], `the README names npm run ${name}, which package.json does not have`)
    }
  })

  it('leads to the first event: in BigQuery and at the third party', async () => {
    const [send, look] = commandsOf(readme, 'First event')
    const answer = JSON.parse(await run(send!)) as { messageIds: readonly string[] }
    assert.equal(answer.messageIds.length, 1)
    await until('the query finds the event, and the third party has it', async () => {
      const printed = await run(look!)
      const sent = printed.search(/"url": ?"\/webhook"/)
      return (
        printed.includes("content_name: 'The Analytical Engine'") &&
        sent >= 0 &&
        printed.slice(sent).includes('The Analytical Engine')
      )
    })
  })

  it('links to a page that queries the same event with bq', async function () {
    const dashboards = await readFile(join(root, 'docs/dashboards.md'), 'utf8')
    assert.ok(readme.includes('(docs/dashboards.md#bq)'))
    const [query] = commandsOf(dashboards, 'bq')
    const hasBq = await run('command -v bq').catch(() => undefined)
    if (!hasBq) {
      console.log('    skipped: no bq on this machine')
      this.skip()
    }
    assert.match(await run(query!), /\| view_content +\| The Analytical Engine +\|/)
  })

  it('has a row for every dependency', async () => {
    const { dependencies, devDependencies } = JSON.parse(
      await readFile(join(root, 'package.json'), 'utf8'),
    ) as Record<string, Record<string, string>>
    const table = readme.slice(readme.indexOf('## Dependencies'))
    for (const name of [...Object.keys(dependencies!), ...Object.keys(devDependencies!)]) {
      const told =
        table.includes(`\`${name}\``) || (name.startsWith('@types/') && table.includes('`@types/…`'))
      assert.ok(told, `say in the README's table what ${name} does for us, and why this one`)
    }
  })

  it('stays short', () => {
    assert.ok(readme.split('\n').length <= 200)
  })
})
