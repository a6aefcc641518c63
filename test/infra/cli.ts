/** Pulumi CLI: previews an empty stack if the CLI is installed, with a separate state and without credentials. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type { RunOptions } from '../../local/pulumi/run_options.ts'

const root = resolve(import.meta.dirname, '../..')

export function hasCli(): boolean {
  return spawnSync('pulumi', ['version']).status === 0
}

/** URNs of the resources that `pulumi preview` would create, and its errors. */
export async function cliPreview({
  stack,
  config,
}: Pick<RunOptions, 'stack' | 'config'>): Promise<{ urns: readonly string[]; errors: readonly string[] }> {
  const dir = await mkdtemp(join(tmpdir(), 'sluice-pulumi-'))
  const file = join(dir, `Pulumi.${stack}.yaml`)
  // A preview of an empty stack sends no request to Google, but the provider requires credentials.
  const settings = { ...config, 'gcp:accessToken': 'none', 'gcp:skipRegionValidation': 'true' }
  await writeFile(file, JSON.stringify({ config: settings }))
  const pulumi = (...args: readonly string[]): string =>
    execFileSync('pulumi', [...args, '--non-interactive', '--cwd', root], {
      encoding: 'utf8',
      maxBuffer: 2 ** 28,
      stdio: ['ignore', 'pipe', 'inherit'],
      env: {
        ...process.env,
        PULUMI_BACKEND_URL: `file://${dir}`,
        PULUMI_CONFIG_PASSPHRASE: '',
        PULUMI_SKIP_UPDATE_CHECK: 'true',
      },
    })
  try {
    pulumi('stack', 'init', stack, '--no-select')
    const { steps = [], diagnostics = [] } = JSON.parse(
      pulumi('preview', '--json', '--stack', stack, '--config-file', file),
    ) as {
      steps?: readonly { op: string; urn: string }[]
      diagnostics?: readonly { severity?: string; message?: string }[]
    }
    return {
      urns: steps
        .filter(({ op, urn }) => op === 'create' && !urn.includes('::pulumi:providers:'))
        .map(({ urn }) => urn)
        .toSorted(),
      errors: diagnostics.flatMap(({ severity, message = '' }) => (severity === 'error' ? [message] : [])),
    }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}
