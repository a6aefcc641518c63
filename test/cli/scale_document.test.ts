/** docs/scale.md has the tables of `npx sluice cost --scale` for the documented sizes. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { scaleCommand, scaleFile, scaleText } from '../../cli/scale_document/index.ts'
import { sluice } from '../support/operate.ts'

describe('docs/scale.md', () => {
  it('is up to date', async () => {
    const written = await readFile(scaleFile, 'utf8')
    assert.ok(written === (await scaleText(written)), `docs/scale.md is out of date: run \`${scaleCommand}\``)
  })

  it('cannot lose the lines between which a table stands', async () => {
    const written = await readFile(scaleFile, 'utf8')
    await assert.rejects(scaleText(written.replace('<!-- end of quotas -->', '')), {
      message: `docs/scale.md has no lines "<!-- quotas: ${scaleCommand} -->" and "<!-- end of quotas -->".`,
    })
  })

  it('has what npx sluice cost --scale prints for the events of a month', async () => {
    const { code, stdout, stderr } = await sluice([
      'cost',
      '--scale',
      '--events',
      '3G',
      '--destinations',
      '4',
    ])
    assert.equal(code, 0, stderr)
    // 3 G in 30.4 days are 98.6 M a day
    assert.match(stdout, /^ +98\.6M a day$/m)
    for (const title of [
      'At a glance',
      'One destination is down for a day',
      'Quotas that the busiest second needs',
    ])
      assert.match(stdout, new RegExp(`^${title}$`, 'm'))
    assert.match(stdout, /push 40 \(!\)/)
    assert.doesNotMatch(stdout, /[`*]/)
  })
})
