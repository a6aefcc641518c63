/** Tests: builds once, before the first test, what has changed: stacks that start side by side would all build into the same folder. */
import { endBuilding } from '../../infra/build/index.ts'
import { buildOnce } from '../../infra/build/once.ts'
import { buildFolder } from '../../infra/naming.ts'

/** Mocha calls it in the process that hands out the test files. https://mochajs.org/explainers/global-fixtures */
export async function mochaGlobalSetup(): Promise<void> {
  await buildOnce({ outDir: buildFolder, minify: true })
  await endBuilding()
}
