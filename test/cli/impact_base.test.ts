/** `sluice plan --impact` in a checkout whose code has changed since the base: the side before is predicted by the code of the base. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, readFile, readdir, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { Impact } from '../../cli/impact/impact.ts'
import { clientOf } from '../support/client.ts'
import { TestStack } from '../support/stack.ts'
import { insertEvents, settings } from './impact_events.ts'

const run = promisify(execFile)
const repository = resolve(import.meta.dirname, '../..')

/** What the command loads. */
const loaded = [
  'cli',
  'functions',
  'infra',
  'local',
  'packages',
  'schemas',
  'package.json',
  'package-lock.json',
]

describe('npx sluice plan --impact after a change of the code', () => {
  let stack: TestStack
  let copy: string
  before(async () => {
    stack = await TestStack.start(settings.before)
    await clientOf(stack.facts).arrange(insertEvents(200))
    copy = join(stack.dir, 'checkout')
    for (const name of loaded)
      await cp(join(repository, name), join(copy, name), {
        recursive: true,
        filter: (path) => !path.includes('node_modules'),
      })
    await writeFile(join(copy, 'Pulumi.test.yaml'), JSON.stringify({ config: settings.before }))
    await git('init', '-q')
    const program = join(copy, 'cli/impact/serve_side.ts')
    const text = await readFile(program, 'utf8')
    await rm(program)
    await commit('before it could predict')
    await writeFile(program, text)
    await commit('the base')
    await symlink(join(repository, 'node_modules'), join(copy, 'node_modules'))
  })
  after(() => stack.remove())

  const git = (...args: readonly string[]) => run('git', ['-C', copy, ...args])
  const commit = async (message: string): Promise<void> => {
    await git('add', '--all', 'Pulumi.test.yaml', ...loaded)
    const as = ['-c', 'user.name=test', '-c', 'user.email=test@acme.example', '-c', 'commit.gpgsign=false']
    await git(...as, 'commit', '-qm', message)
  }
  const edit = async (name: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(copy, name), 'utf8')
    assert.ok(text.includes(from), name)
    await writeFile(join(copy, name), text.replace(from, to))
  }
  const plan = async (...args: readonly string[]): Promise<Impact> => {
    const program = join(copy, 'cli/index.ts')
    const file = join(copy, 'Pulumi.test.yaml')
    const all = [program, 'plan', '--impact', '24h', '--settings', file, '--json', ...args]
    const env = { ...process.env, GOOGLE_CLOUD_PROJECT: '', SLUICE_DATA_DIR: stack.dir }
    const { stdout } = await run(process.execPath, all, { env })
    return JSON.parse(stdout) as Impact
  }
  const copiesOfBase = async (): Promise<readonly string[]> =>
    (await readdir(tmpdir())).filter((name) => name.startsWith('sluice-base-'))

  it('predicts both sides with the code of the checkout while that is the code of the base', async () => {
    const { before: title, destinations } = await plan()
    assert.match(title, /^Pulumi\.test\.yaml of HEAD \([0-9a-f]{7}\)$/)
    assert.deepEqual(
      destinations.map(({ moves }) => moves),
      [[], [], []],
    )
  })

  it('shows what a changed default link does, with the same settings', async () => {
    const others = await copiesOfBase()
    await edit('functions/targets/meta.ts', "  event_source_url: 'page_url',\n", '')
    const { before: title, destinations } = await plan()
    assert.match(title, /^Pulumi\.test\.yaml of HEAD \([0-9a-f]{7}\), with its code$/)
    const [meta, crm] = destinations
    // Of 100 events, 20 are purchases of people who consented, without an old one. Meta requires the address for an event of a website.
    assert.deepEqual([meta!.before!.sent.events, meta!.after!.sent.events], [38, 0])
    const move = meta!.moves.find(({ from }) => from.outcome === 'sent')
    assert.deepEqual(
      [move?.to, move?.events],
      [{ outcome: 'skipped', reason: 'missing_required', field: 'event_source_url' }, 38],
    )
    assert.deepEqual([crm!.moves, crm!.changed_fields], [[], []])
    assert.deepEqual(await copiesOfBase(), others)
  })

  it('says that the code of an old base cannot predict', async () => {
    const { before: title, destinations } = await plan('--base', 'HEAD~1')
    assert.match(
      title,
      /^Pulumi\.test\.yaml of HEAD~1 \([0-9a-f]{7}\), with the code of this checkout, because/,
    )
    assert.deepEqual(destinations[0]!.moves, [])
  })

  it('fails with the words of a base whose code fails', async () => {
    await edit('cli/impact/serve_side.ts', 'let predict', "throw new Error('broken base')\nlet predict")
    await commit('a broken base')
    await edit('functions/targets/meta.ts', 'import', '// Changed since.\nimport')
    // With --json, the error is on stdout, too.
    await assert.rejects(plan(), ({ code, stdout }: { code: number; stdout: string }) => {
      assert.equal(code, 5)
      assert.match(stdout, /The code of the base cannot predict: [^]*broken base/)
      return true
    })
  })
})
