/** Pulumi.yaml: checks that the required version of the Pulumi CLI can run the program. */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { parse } from 'yaml'
import { features } from '../../local/pulumi/sdk.ts'
import { stack } from './stack.ts'

/** Feature of the engine → the first CLI that has it. The program runs on the local engine, which has only these.
 * https://github.com/pulumi/pulumi/blob/master/CHANGELOG.md */
const since: Readonly<Record<keyof typeof features, string>> = {
  secrets: '3.0.0',
  resourceReferences: '3.0.0',
  outputValues: '3.13.2',
  aliasSpecs: '3.43.0',
  deletedWith: '3.46.1',
  replaceWith: '3.207.0',
  resourceHooks: '3.182.0',
}

/** The first version that reads the key `requiredPulumiVersion` of Pulumi.yaml. */
const readsTheKey = '3.219.0'

/** `3.46.1` → a number that orders versions. */
function rank(version: string): number {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  return major * 1e8 + minor * 1e4 + patch
}

describe('the required version of the Pulumi CLI', () => {
  let minimum: string
  let below: string
  before(async () => {
    const { requiredPulumiVersion } = parse(await readFile('Pulumi.yaml', 'utf8')) as {
      requiredPulumiVersion: string
    }
    // The syntax of ranges: https://pkg.go.dev/github.com/blang/semver#ParseRange
    const [, from, to] = /^>=(\d+\.\d+\.\d+) <(\d+\.\d+\.\d+)$/.exec(requiredPulumiVersion) ?? []
    assert.ok(
      from !== undefined && to !== undefined,
      `not a range of the form ">=… <…": ${requiredPulumiVersion}`,
    )
    ;[minimum, below] = [from, to]
  })

  it('has every feature that the program uses, and reads the requirement', () => {
    for (const [feature, version] of Object.entries(since))
      assert.ok(
        rank(minimum) >= rank(version),
        `${feature} needs ${version}, and Pulumi.yaml takes ${minimum}`,
      )
    assert.ok(rank(minimum) >= rank(readsTheKey))
  })

  it('has the hooks that the program binds', async () => {
    const { resources } = await stack()
    assert.ok(resources.some(({ hooks }) => Object.keys(hooks).length > 0))
  })

  it('is of the major version of the SDK, and not newer than it', () => {
    const { version } = createRequire(import.meta.url)('@pulumi/pulumi/package.json') as { version: string }
    assert.equal(below, `${Number(version.split('.')[0]) + 1}.0.0`)
    assert.ok(rank(minimum) <= rank(version))
  })
})
