/** `npx sluice check` and `npx sluice locks` on a copy of the checkout whose event types are changed. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sluice } from '../support/operate.ts'

const checkout = fileURLToPath(new URL('../../', import.meta.url))

describe('a changed event type', function () {
  this.timeout(240_000)
  let copy: string
  before(async () => {
    copy = await mkdtemp(join(tmpdir(), 'sluice-lock-'))
    for (const part of [
      'cli',
      'functions',
      'infra',
      'local',
      'schemas',
      'web',
      'package.json',
      'Pulumi.yaml',
      'Pulumi.local.yaml',
      'Pulumi.example.yaml',
    ])
      await cp(join(checkout, part), join(copy, part), { recursive: true })
    for (const part of ['node_modules', 'packages']) await symlink(join(checkout, part), join(copy, part))
  })
  after(() => rm(copy, { recursive: true }))

  const run = (...args: readonly string[]): Promise<{ code: number; out: string }> =>
    new Promise((resolve) => {
      execFile(process.execPath, [join(copy, 'cli/index.ts'), ...args], (error, out, complaints) =>
        resolve({ code: error ? Number(error.code) : 0, out: out + complaints }),
      )
    })
  /** Replaces a text in a file of the copy. */
  const change = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(copy, file), 'utf8')
    assert.ok(text.includes(from), file)
    await writeFile(join(copy, file), text.replace(from, to))
  }
  const lead = 'schemas/events/lead.ts'

  it('passes the check unchanged', async () => {
    const { code, out } = await run('check')
    assert.equal(code, 0, out)
  })

  it('fails the check without the version that the change needs, and the lock is not written', async () => {
    await change(lead, "name: 'lead',", "name: 'lead',\n  required: ['value'],")
    const fault =
      'schemas/events/lead.ts: version: Expected 2.0, since value is now required: events without it were valid before. Got 1.0.'
    for (const args of [['check'], ['locks', '--write']]) {
      const { code, out } = await run(...args)
      assert.equal(code, 1, out)
      assert.ok(out.includes(fault), out)
    }
  })

  it('fails with the version too, until the lock has it', async () => {
    await change(lead, "name: 'lead',", "name: 'lead',\n  version: '2.0',")
    const unlocked = await run('check')
    assert.equal(unlocked.code, 1, unlocked.out)
    assert.match(unlocked.out, /definitions\.json does not have lead 2\.0: run npx sluice locks --write\./)
    const { code, out } = await run('locks', '--write')
    assert.equal(code, 0, out)
    assert.equal((await run('check')).code, 0)
  })

  it('is refused with a deprecation that contradicts itself', async () => {
    await change(
      lead,
      "name: 'lead',",
      "name: 'lead',\n  status: 'deprecated',\n  deprecation: { since: '2026-01-01', sunset: '2026-02-01', successor: 'leed' },",
    )
    const { code, out } = await run('check')
    assert.equal(code, 1, out)
    assert.match(out, /lead\.ts: deprecation\.sunset must be at least 90 days after deprecation\.since\./)
    assert.match(out, /lead\.ts: deprecation\.successor names "leed", which is not an event type/)
  })

  it('leaves the committed lock as it is', async () => {
    const { code, stdout } = await sluice(['check'])
    assert.equal(code, 0, stdout)
  })
})
