/** `npx sluice check`: a link or rule that cannot work fails the check, wherever it stands. */
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shipped } from '../../infra/settings/declarations.ts'
import { checkDestinations } from '../../cli/inspect/check_destinations.ts'
import type { Link } from '../../schemas/link.ts'
import { shop } from '../linkage/shop_target.ts'
import { sluice } from '../support/operate.ts'

describe('npx sluice check', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-check-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const run = async (yaml: string): Promise<{ code: number | null; out: string }> => {
    await writeFile(join(folder, 'Pulumi.shop.yaml'), yaml)
    const { code, stdout } = await sluice(['check', folder])
    return { code, out: stdout }
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

  it('warns of a rule that fails on an event without a field, with the words to write; --strict fails', async () => {
    const when = "event.user_id == 'test'"
    const yaml = stack({ rules: [{ id: 'tests', effect: 'restrict', when }] })
    const { code, out } = await run(yaml)
    assert.equal(code, 0, out)
    const warning = new RegExp(
      '^Warning: Pulumi\\.shop\\.yaml: sluice:destinations\\.crm\\.rules\\.0\\.when: rule "tests", line 1, column 1: event\\.user_id may be ' +
        "absent, and the condition then fails; write has\\(event\\.user_id\\) && event\\.user_id == 'test', which is false",
      'm',
    )
    assert.match(out, warning)
    assert.match(out, /^Warnings: 1\nProblems: 0 /m)
    assert.equal((await sluice(['check', folder, '--strict'])).code, 1)
  })

  it('warns of a trigger that fails on an event without a field, unless its event types require the field', async () => {
    const warningsOf = async (...on: readonly string[]) => {
      const trigger = { on, when: 'event.event_data.value > 3.0' }
      const action = { ...shipped.actions[0]!, trigger } as (typeof shipped.actions)[number]
      return (await checkDestinations(folder, { ...shipped, actions: [action] })).warnings
    }
    assert.deepEqual(await warningsOf('purchase'), [])
    const [warning = '', ...others] = await warningsOf('purchase', 'page_view')
    assert.match(
      warning,
      /^schemas\/actions\/\w+\.ts: trigger\.when: line 1, column 1: event\.event_data\.value may be absent/,
    )
    assert.deepEqual(others, [])
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

  it('says what is wrong with its arguments', async () => {
    const cases: readonly (readonly [readonly string[], number, RegExp])[] = [
      [['--coverag'], 2, /^Error: Unknown option '--coverag'\. Did you mean --coverage\?/],
      [[join(folder, 'nowhere')], 3, /^Error: Folder .*nowhere does not exist\.$/m],
      [['--coverage', 'webhok'], 3, /^Error: Target "webhok" does not exist\. Did you mean webhook\?/],
    ]
    for (const [args, code, message] of cases) {
      const result = await sluice(['check', ...args])
      assert.equal(result.code, code)
      assert.match(result.stderr, message)
    }
  })

  it('prints what does not reach a target, and what of it stays empty', async () => {
    const { stdout } = await sluice(['check', '--coverage', 'meta', 'tiktok', '--json'])
    const { coverage } = JSON.parse(stdout) as {
      coverage: readonly { target: string; event: string; needed: readonly string[] }[]
    }
    assert.deepEqual([...new Set(coverage.map(({ target }) => target))], ['meta', 'tiktok'])
    const { needed } = coverage.find(({ target, event }) => target === 'tiktok' && event === 'purchase')!
    assert.deepEqual(needed, [
      'event',
      'event_time',
      'user',
      'user.att_status',
      'event_id',
      'limited_data_use',
    ])
    assert.ok(coverage.some(({ event }) => event === 'purchase'))
  })

  it("fails for a target's own link, naming its file", async () => {
    const wrong: Readonly<Record<string, Link>> = {
      'Unknown source "evnt_time"; did you mean "event_time"': {
        name: 'target_event',
        time: { from: 'evnt_time', as: 'seconds' },
      },
      'Unknown target field "tme"; did you mean "time"': { name: 'target_event', tme: { const: 1 } },
      'requires the field "time", but the link does not fill it': { name: 'target_event' },
    }
    for (const [words, linkage] of Object.entries(wrong)) {
      const declared = { ...shipped, targets: { ...shipped.targets, shop: shop({ linkage }) } }
      const { problems } = await checkDestinations(folder, declared)
      assert.ok(
        problems[0]?.startsWith('functions/targets/shop.ts: linkage.') && problems[0].includes(words),
        problems[0],
      )
    }
  })
})
