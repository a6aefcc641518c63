/** lint:sql: the repository's own SQL compiles; a mistake in any of it is told with its place. */
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lint } from '../../cli/lint_sql/index.ts'
import { cart_left } from '../../schemas/actions/cart_left.ts'
import { views } from '../../schemas/views.ts'
import type { Locate } from '../../schemas/views/view.ts'

describe('lint:sql', () => {
  let dir: string
  before(async () => {
    dir = await mkdtemp(join(tmpdir(), 'sluice-lint-'))
  })
  after(() => rm(dir, { recursive: true }))

  const run = async (declared: ReturnType<typeof views>): Promise<{ good: boolean; lines: string[] }> => {
    const lines: string[] = []
    const good = await lint(declared, dir, (line) => lines.push(line), [], [])
    return { good, lines }
  }
  const all = views('project', 'sluice')
  const changed = (name: string, from: string, to: string): ReturnType<typeof views> =>
    all.map((view) => (view.name === name ? { ...view, query: view.query.replace(from, to) } : view))

  it('passes the views and files of this repository', () => {
    const script = fileURLToPath(new URL('../../cli/lint_sql/index.ts', import.meta.url))
    const { status, stdout } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
    assert.equal(status, 0, stdout)
    assert.match(stdout, /^\d+ SQL texts, 0 with a mistake\n$/)
  })

  it('fails on a view that reads an unknown column, and on the views that read it', async () => {
    const { good, lines } = await run(changed('events_deduplicated', '`event_id`,', '`event_idd`,'))
    assert.equal(good, false)
    assert.match(
      lines[0]!,
      /^view events_deduplicated:2:3: Unrecognized name: event_idd; Did you mean event_id\?$/,
    )
    assert.match(lines[1]!, /^view delivery_state: Not found: Table project:sluice\.events_deduplicated/)
    assert.equal(lines.at(-1), `${all.length} SQL texts, 2 with a mistake`)
  })

  it('fails on a file with a mistake, and tells it by its path', async () => {
    await mkdir(join(dir, 'queries'))
    await writeFile(join(dir, 'queries/good.sql'), 'SELECT event_id FROM sluice.events')
    await writeFile(
      join(dir, 'queries/bad.sql'),
      'SELECT 1;\nSELECT COUNT(*) FROM sluice.events WHERE hop = "x"',
    )
    await mkdir(join(dir, 'node_modules'))
    await writeFile(join(dir, 'node_modules/other.sql'), 'NOT OURS')
    await mkdir(join(dir, 'templates/models'), { recursive: true })
    await writeFile(join(dir, 'templates/dbt_project.yml'), 'name: templates')
    await writeFile(join(dir, 'templates/models/a.sql'), "SELECT 1 FROM {{ ref('b') }}")
    const { good, lines } = await run([])
    assert.equal(good, false)
    assert.match(lines[0]!, /^queries\/bad\.sql:2:\d+: No matching signature for operator = .* INT64, STRING/)
    assert.deepEqual(lines.slice(1), ['2 SQL texts, 1 with a mistake'])
  })

  it('fails on a mistake in the model of an action', async () => {
    const { trigger } = cart_left
    assert.ok('model' in trigger)
    const model = (locate: Locate): string =>
      trigger.model(locate).replace('MAX(IF(event_name', 'MAX(IF(event_nam')
    const lines: string[] = []
    const action = { ...cart_left, trigger: { ...trigger, model } }
    assert.equal(await lint([], dir, (line) => lines.push(line), [], [action]), false)
    assert.match(
      lines[0]!,
      /^model of action cart_left:12:\d+: Unrecognized name: event_nam; Did you mean event_name\?/,
    )
  })

  it("fails on a mistake in a page's SQL, and tells its line in the page", async () => {
    await mkdir(join(dir, 'docs'))
    await rm(join(dir, 'queries'), { recursive: true })
    await writeFile(
      join(dir, 'docs/page.md'),
      '# Page\n\n```sql\nSELECT event_id FROM sluice.events\n```\n\n```sql\nSELECT 1\nFROM events WHERE hopp = 1\n```\n\n```sh\nls\n```\n',
    )
    const { good, lines } = await run([])
    assert.equal(good, false)
    assert.deepEqual(lines, [
      'docs/page.md:9:19: Unrecognized name: hopp; Did you mean hop?',
      '2 SQL texts, 1 with a mistake',
    ])
  })
})
