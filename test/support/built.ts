/** Tests: builds once, before the first test, what has changed: stacks that start side by side would all build into the same folder. */
import { existsSync } from 'node:fs'
import { dirname } from 'node:path'
import { endBuilding } from '../../infra/build.ts'
import { buildOnce } from '../../infra/build_once.ts'
import { buildTargets } from '../../infra/build_targets.ts'
import { targetsFile } from '../../infra/targets.ts'

/** Mocha calls it in the process that hands out the test files. https://mochajs.org/explainers/global-fixtures */
export const mochaGlobalSetup = async (): Promise<void> => {
  const hasBuilt = await buildOnce({ outDir: dirname(targetsFile), minify: true })
  if (hasBuilt || !existsSync(targetsFile)) await buildTargets()
  await endBuilding()
}
