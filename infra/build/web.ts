/** Build: packs the console's page into the bundle of the function that serves it: one document, one style sheet, and a script with a part
 * for each page. They are named after their content, so that browsers may cache them without expiry. */
import { readFile } from 'node:fs/promises'
import { basename, extname, join, resolve } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build, type Plugin } from 'esbuild'

const web = resolve(import.meta.dirname, '../../web')

const types: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css' }

/** Resolves `import … from 'sluice:web'` to the document and the files it refers to. */
export function webPages({ minify }: { minify: boolean }): Plugin {
  return {
    name: 'web pages',
    setup(building) {
      building.onResolve({ filter: /^sluice:web$/ }, ({ path }) => ({ path, namespace: 'web' }))
      building.onLoad({ filter: /./, namespace: 'web' }, async () => ({ contents: await pack(minify) }))
    },
  }
}

/** Returns the module as JavaScript. */
async function pack(minify: boolean): Promise<string> {
  const template = await readFile(join(web, 'index.html'), 'utf8')
  const { outputFiles } = await build({
    entryPoints: [join(web, 'index.tsx')],
    outdir: web,
    splitting: true,
    entryNames: 'console-[hash]',
    chunkNames: 'part-[hash]',
    bundle: true,
    minify,
    write: false,
    platform: 'browser',
    format: 'esm',
    // Browsers of the last two years.
    target: ['chrome123', 'firefox120', 'safari17.5'],
    jsx: 'automatic',
    jsxImportSource: 'preact',
    legalComments: 'none',
    logLevel: 'silent',
  })
  const files = outputFiles.map(({ path, contents }) => {
    const extension = extname(path)
    const name = basename(path)
    const gzip = gzipSync(contents, { level: 9 }).toString('base64')
    return { extension, name, file: { type: types[extension], gzip } }
  })
  const document = template.replaceAll(/\{\{file(\.\w+)\}\}/g, (_, extension: string) => {
    const named = files.find((file) => file.extension === extension && file.name.startsWith('console-'))
    if (!named)
      throw new Error(`web/index.html refers to a ${extension} file, but web/index.tsx produces none`)
    return named.name
  })
  const byName = Object.fromEntries(files.map(({ name, file }) => [name, file]))
  return `export const document = ${JSON.stringify(document)}\nexport const files = ${JSON.stringify(byName)}\n`
}
