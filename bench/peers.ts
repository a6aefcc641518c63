/** Bench: the packages that are compared with, installed into a temporary folder, so that the product never depends on them. */
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

/** Installs what bench/peers/package.json lists; undefined, with the reason printed, where the registry can't be reached, and in a smoke run,
 * which must not fail because a registry does. */
export async function installPeers(scale: Scale): Promise<Peers | undefined> {
  if (scale === 'smoke') {
    console.log('peers are left out of a smoke run')
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
    console.log(`peers are left out: they could not be installed (${reason.trim()})`)
    return undefined
  }
  return { load: createRequire(manifest), remove }
}
