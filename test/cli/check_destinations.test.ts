/** `npx sluice check`: a link or rule that cannot work fails the check, wherever it stands. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { shipped } from '../../infra/settings/declarations.ts'
import { checkDestinations } from '../../local/check_destinations.ts'
import type { Link } from '../../schemas/link.ts'
import { shop } from '../linkage/shop_target.ts'

describe('npx sluice check', () => {
  const script = fileURLToPath(new URL('../../local/check_destinations.ts', import.meta.url))
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
  const stack = (changes: object): string =>
    JSON.stringify({
      config: { 'gcp:project': 'acme-events', 'sluice:destinations': { crm: { ...crm, ...changes } } },
    })
  const ga4 = {
    target: 'ga4',
    settings: { measurement_id: 'G-ABC123' },
    secrets: { api_secret: { secure: 'AAABANb0Yl0fXg==' } },
  }

  const crm = {
    target: 'webhook',
    settings: { url: 'https://crm.example/events' },
    secrets: { secret: { secure: 'AAABANb0Yl0fXg==' } },
    rules: [],
  }

  it('passes when all is well', async () => {
    const { code, out } = await run(stack({ linkage: { purchase: { total: 'value' } } }))
    assert.equal(code, 0, out)
  })

  const rules = [{ id: 'paid', effect: 'permit', when: 'event.event_data.valeu > 3.0' }]
  /** Changes of a destination → the line, after the name of the file. */
  const faults: Readonly<Record<string, readonly [object, RegExp]>> = {
    'a misspelt path': [
      { linkage: { purchase: { a: 'vlaue' } } },
      /sluice:destinations\.crm\.linkage\.purchase\.a: .*mean "value"\?$/,
    ],
    'an unknown target field': [
      { ...ga4, linkage: { '*': { client_ids: 'email' } } },
      /sluice:destinations\.crm\.linkage\.\*\.client_ids: .*mean "client_id"\?$/,
    ],
    'a missing required field': [
      { ...ga4, linkage: { '*': { 'event.name': null } } },
      /sluice:destinations\.crm\.linkage\..*requires the field "event\.name"/,
    ],
    'a target that does not exist': [
      { target: 'webhok' },
      /sluice:destinations\.crm\.target is not a target\. .*mean webhook\?$/,
    ],
    'a setting that is missing': [{ settings: {} }, /sluice:destinations\.crm\.settings must have url/],
    'a rule over a field that does not exist': [
      { rules },
      /sluice:destinations\.crm\.rules\.0\.when: rule "paid", line 1, column 18: .*mean event\.event_data\.value\?$/,
    ],
  }
  for (const [fault, [changes, line]] of Object.entries(faults)) {
    it(`fails for ${fault}, naming the file and the destination`, async () => {
      const { code, out } = await run(stack(changes))
      assert.equal(code, 1, out)
      const [first = '', last, ...others] = out.trim().split('\n')
      assert.match(first, new RegExp(`^Pulumi\\.shop\\.yaml: ${line.source}`))
      assert.match(
        last ?? '',
        /^Problems: 1 \(\d+ event types and targets, \d+ syncs and actions, 1 Pulumi\.<stack>\.yaml\)$/,
      )
      assert.deepEqual(others, [])
    })
  }

  it('explains itself when asked, and when it is called in another way than that', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, '--help'])
    assert.match(stdout, /^npx sluice check .*--coverage/s)
    for (const args of [['--coverag'], [join(folder, 'nowhere')], ['--coverage', 'webhok']]) {
      const failure = (await promisify(execFile)(process.execPath, [script, ...args]).then(
        () => assert.fail('it accepted that'),
        (error: unknown) => error,
      )) as { code: number; stderr: string }
      assert.equal(failure.code, 1)
      assert.match(
        failure.stderr,
        /(Unknown option '--coverag'|no folder .*nowhere|Unknown target "webhok").*npm run check/s,
      )
      assert.doesNotMatch(failure.stderr, /^ +at /m)
    }
  })

  it("fails for a target's own link, naming its file", async () => {
    const lines: string[] = []
    const print = (line: string) => lines.push(line)
    const wrong: Readonly<Record<string, Link>> = {
      'Unknown source "evnt_time"; did you mean "event_time"': {
        name: 'target_event',
        time: { from: 'evnt_time', as: 'seconds' },
      },
      'Unknown target field "tme"; did you mean "time"': { name: 'target_event', tme: { const: 1 } },
      'requires the field "time", but the link does not fill it': { name: 'target_event' },
    }
    for (const [words, linkage] of Object.entries(wrong)) {
      lines.length = 0
      const declared = { ...shipped, targets: { ...shipped.targets, shop: shop({ linkage }) } }
      assert.equal(await checkDestinations(folder, (line) => void print(line), declared), false)
      assert.ok(
        lines[0]?.startsWith('functions/targets/shop.ts: linkage.') && lines[0].includes(words),
        lines[0],
      )
    }
  })
})
