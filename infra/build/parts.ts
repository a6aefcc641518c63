/** Build: bundles only the parts of packages that functions use, because a starting instance loads everything in its bundle. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { build, type Plugin } from 'esbuild'
import { frameworkFile } from '../naming.ts'

const root = resolve(import.meta.dirname, '../..')
const targets = join(root, 'functions/targets')

/** The HTTP client without its caches, proxies, mocks and sockets. A function that imports anything else of undici does not build. */
const undici = "export { default as Pool } from 'undici/lib/dispatcher/pool.js'"

/** undici's modules for HTTP/2 and form bodies: `functions/net/http.ts` sends neither. */
const unsent = /^(\.\/client-h2|\.\.\/web\/(fetch\/(body|formdata)|webidl))(\.js)?$/

export const undiciPoolPlugin: Plugin = {
  name: 'only the pool of undici',
  setup(building) {
    building.onResolve({ filter: /^undici$/ }, ({ path }) => ({ path, namespace: 'undici' }))
    building.onLoad({ filter: /./, namespace: 'undici' }, () => ({ contents: undici, resolveDir: root }))
    building.onResolve({ filter: unsent }, ({ path, resolveDir }) =>
      resolveDir.includes('/undici/lib/') ? { path, namespace: 'unsent' } : null,
    )
    building.onLoad({ filter: /./, namespace: 'unsent' }, () => ({ contents: '' }))
  },
}

/** Makes undici detect that it is bundled, as in Node's own copy, and leave out its second, experimental parser.
 * https://github.com/nodejs/undici/blob/main/lib/dispatcher/client-h1.js */
export const bundled = { esbuildDetection: 'true' }

/** Packages that are imported on first use → the file beside the function's code that holds them, so that a starting instance does not
 * read them. */
export const deferredPackages: Readonly<Record<string, string>> = {
  'google-auth-library': 'google_auth',
  '@google-cloud/bigquery': 'google_bigquery',
}

export const laterInFiles: Plugin = {
  name: 'deferred packages in separate files',
  setup(building) {
    building.onResolve({ filter: /^(@google-cloud\/|google-)/ }, ({ kind, path }) => {
      const file = deferredPackages[path]
      return kind === 'dynamic-import' && file !== undefined
        ? { path: `./${file}.cjs`, external: true }
        : null
    })
  },
}

/** Makes the registry of targets lazy: an environment uses few of them, and each has many schemas. */
export const lazyTargetsPlugin: Plugin = {
  name: 'lazy targets',
  setup(building) {
    building.onResolve({ filter: /^\.\/index\.ts$/ }, ({ importer, resolveDir }) =>
      importer === join(targets, 'registry.ts') ? { path: resolveDir, namespace: 'targets' } : null,
    )
    // CommonJS: the exports of an ES module cannot be evaluated lazily.
    building.onLoad({ filter: /./, namespace: 'targets' }, async () => {
      const index = await readFile(join(targets, 'index.ts'), 'utf8')
      const lines = index.split('\n').filter((line) => line && !line.startsWith('/**'))
      const getters = lines.map((line) => {
        const [, name, file] = /^export \{ (\w+) \} from '(\.\/\w+\.ts)'$/.exec(line) ?? []
        if (name === undefined) throw new Error(`targets/index.ts: expected one target per line, got ${line}`)
        return `get ${name}() { return require('${file}').${name} },`
      })
      return { contents: `module.exports = {\n${getters.join('\n')}\n}`, resolveDir: targets }
    })
  },
}

/** Options of every bundle. */
export const asBundle = {
  bundle: true,
  write: false,
  platform: 'node',
  target: 'node24',
  // An ESM bundle would break the CommonJS inside Google's clients.
  format: 'cjs',
  legalComments: 'none',
  logLevel: 'silent',
} as const

export const frameworkName = '@google-cloud/functions-framework'

/** Replaces the framework's server, without Express: `serve` handles the requests of this plain HTTP server. */
const server = [
  "const http = require('node:http')",
  'exports.getServer = (listener) => http.createServer(listener)',
].join('\n')

const withoutExpress: Plugin = {
  name: 'the framework without Express',
  setup(building) {
    building.onResolve({ filter: /^\.\/server$/ }, ({ path }) => ({ path, namespace: 'framework' }))
    building.onLoad({ filter: /./, namespace: 'framework' }, () => ({ contents: server }))
  },
}

/** Builds a local package of functions-framework, bundled with its dependencies, in the version of node_modules. Google's build runs
 * `node_modules/.bin/functions-framework`.
 * https://cloud.google.com/functions/docs/writing/specifying-dependencies-nodejs#including_local_modules_as_part_of_your_function */
export async function buildFramework(minify: boolean) {
  const main = createRequire(import.meta.url).resolve(frameworkName)
  const folder = join(dirname(main), '../..')
  const { version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    version: string
    license: string
  }
  const { outputFiles } = await build({
    ...asBundle,
    entryPoints: [join(dirname(main), 'main.js')],
    minify,
    plugins: [withoutExpress],
  })
  const bin = { 'functions-framework': frameworkFile }
  return {
    code: outputFiles[0]?.text ?? '',
    manifest: { name: frameworkName, version, license, main: frameworkFile, bin },
  }
}
