/** Bench: installs the packages for comparison into a temporary folder, so that the product does not depend on them. */
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Scale } from './scale.ts'

export interface Peers {
  /** The exports of an installed package. */
  load: (name: string) => unknown
  remove: () => Promise<void>
}

/** Installs the packages of bench/peers/package.json. Returns undefined and prints the reason if the registry is not reachable, and in a smoke run,
 * which must not depend on a registry. */
export async function installPeers(scale: Scale): Promise<Peers | undefined> {
  if (scale === 'smoke') {
    console.log('peers are skipped in a smoke run')
    return undefined
  }
  const dir = await mkdtemp(join(tmpdir(), 'sluice-peers-'))
  const remove = () => rm(dir, { recursive: true, force: true })
  const manifest = join(dir, 'package.json')
  await copyFile(join(import.meta.dirname, 'peers/package.json'), manifest)
  const install = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  try {
    await promisify(execFile)('npm', install, { cwd: dir, timeout: 300_000 })
  } catch (error) {
    await remove()
    const reason = (error as Error).message.split('\n').find((line) => line.includes('npm error')) ?? 'no npm'
    console.log(`peers are skipped: installation failed (${reason.trim()})`)
    return undefined
  }
  return { load: createRequire(manifest), remove }
}
