/** Test support: builds blocked_function.ts and the framework into a folder, as the deployed functions are built. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import { asBundle, buildFramework } from '../../infra/build/parts.ts'
import { bundleFile, frameworkFile, frameworkFolder } from '../../infra/naming.ts'

/** Builds the function `blocked`. Returns the file of the framework, which runs it. */
export async function buildBlockedFunction(folder: string): Promise<string> {
  const entryPoints = [join(import.meta.dirname, 'blocked_function.ts')]
  const [{ outputFiles }, framework] = await Promise.all([
    build({ ...asBundle, entryPoints, outdir: folder, minify: true }),
    buildFramework(true),
  ])
  await mkdir(join(folder, frameworkFolder), { recursive: true })
  const file = join(folder, frameworkFolder, frameworkFile)
  await Promise.all([
    writeFile(join(folder, bundleFile), outputFiles[0]!.text),
    writeFile(file, framework.code),
    writeFile(join(folder, 'package.json'), JSON.stringify({ main: bundleFile })),
  ])
  return file
}
