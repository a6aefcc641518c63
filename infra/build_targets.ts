/** Build: what every target wants to be told, as a file that the Pulumi program reads: it must not load the functions' code. */
import { resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { replaceFile } from './replace_file.ts'
import { declared, targetsFile, type Target } from './targets.ts'

const functions = resolve(import.meta.dirname, '../functions')

/** Nothing is sent while targets are only asked for their settings. */
const withoutNetwork: Plugin = {
  name: 'without network',
  setup(building) {
    building.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'nothing' }))
    building.onLoad({ filter: /./, namespace: 'nothing' }, () => ({ contents: 'module.exports = {}' }))
  },
}

/** Writes the declarations of functions/targets/index.ts to `targetsFile`, whose folder must exist; returns how many. */
export const buildTargets = async (): Promise<number> => {
  const { outputFiles } = await build({
    stdin: { contents: "export * from './targets/index.ts'", resolveDir: functions },
    bundle: true,
    write: false,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    plugins: [withoutNetwork],
    logLevel: 'silent',
  })
  const code = Buffer.from(outputFiles[0]!.contents).toString('base64')
  const targets = (await import(`data:text/javascript;base64,${code}`)) as Readonly<Record<string, Target>>
  await replaceFile(targetsFile, `${JSON.stringify(declared(Object.values(targets)), null, 2)}\n`)
  return Object.keys(targets).length
}
