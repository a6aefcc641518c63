/** `npm run check:destinations`: a link or rule that cannot work fails the check, wherever it stands. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { checkDestinations } from '../local/check_destinations.ts'
import type { Link } from '../schemas/link.ts'
import { shop } from './linkage/shop_target.ts'

describe('npm run check:destinations', () => {
  const script = fileURLToPath(new URL('../local/check_destinations.ts', import.meta.url))
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-check-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const run = async (yaml: string): Promise<{ code: number; out: string }> => {
    await writeFile(join(folder, 'Pulumi.shop.yaml'), yaml)
    try {
      return { code: 0, out: (await promisify(execFile)(process.execPath, [script, folder])).stdout }
    } catch (error) {
      const { code, stdout } = error as { code: number; stdout: string }
      return { code, out: stdout }
    }
  }
  const stack = (target: string, linkage: object): string =>
    JSON.stringify({ config: { 'sluice:destinations': { crm: { target, settings: {}, linkage } } } })

  it('passes when all is well', async () => {
    const { code, out } = await run(stack('webhook', { purchase: { total: 'value' } }))
    assert.equal(code, 0, out)
  })

  const faults: readonly (readonly [string, string, object, RegExp])[] = [
    ['a misspelt path', 'webhook', { purchase: { a: 'vlaue' } }, /linkage\.purchase\.a: .*mean "value"\?/],
    [
      'an unknown target field',
      'ga4',
      { '*': { client_ids: 'email' } },
      /linkage\.\*\.client_ids: .*mean "client_id"/,
    ],
    ['a missing required field', 'ga4', { '*': { 'event.name': null } }, /requires the field "event\.name"/],
    ['a target that does not exist', 'webhok', {}, /There is no target "webhok"/],
  ]
  for (const [fault, target, linkage, words] of faults) {
    it(`fails for ${fault}, naming the file and the destination`, async () => {
      const { code, out } = await run(stack(target, linkage))
      assert.equal(code, 1, out)
      assert.match(out, /^Pulumi\.shop\.yaml: sluice:destinations\.crm: /m)
      assert.match(out, words)
    })
  }

  it('fails for a rule over a field that does not exist, naming the nearest', async () => {
    const rules = [{ id: 'paid', effect: 'permit', when: 'event.event_data.valeu > 3.0' }]
    const crm = { target: 'webhook', settings: {}, rules }
    const { code, out } = await run(JSON.stringify({ config: { 'sluice:destinations': { crm } } }))
    assert.equal(code, 1, out)
    assert.match(
      out,
      /^Pulumi\.shop\.yaml: sluice:destinations\.crm: Rule "paid" .*mean event\.event_data\.value\?/m,
    )
  })

  it("fails for a target's own link, naming its file", async () => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const wrong: Readonly<Record<string, Link>> = {
      'no source "evnt_time"; did you mean "event_time"': {
        name: 'target_event',
        time: { from: 'evnt_time', as: 'seconds' },
      },
      'no target field "tme"; did you mean "time"': { name: 'target_event', tme: { const: 1 } },
      'requires the field "time", and the link does not give it': { name: 'target_event' },
    }
    for (const [words, linkage] of Object.entries(wrong)) {
      lines.length = 0
      assert.equal(await checkDestinations(folder, [shop({ linkage })], (line) => void print(line)), false)
      assert.ok(
        lines[0]?.startsWith('functions/targets/shop.ts: linkage.') && lines[0].includes(words),
        lines[0],
      )
    }
  })
})
