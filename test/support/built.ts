/** Test support: builds the functions once, before the first test. Stacks that start in parallel would all build into the same folder. */
import { endBuilding } from '../../infra/build/index.ts'
import { buildOnce } from '../../infra/build/once.ts'
import { buildFolder } from '../../infra/naming.ts'

/** Mocha calls it in its main process. https://mochajs.org/explainers/global-fixtures */
export async function mochaGlobalSetup(): Promise<void> {
  await buildOnce({ outDir: buildFolder, minify: true })
  await endBuilding()
}
