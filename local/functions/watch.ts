/** Local functions: builds the functions when a source file changes, and reloads those whose code differs. */
import { watch } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Bundle } from '../../infra/build/index.ts'

const root = resolve(import.meta.dirname, '../..')

/** Folders whose files end up in the code of a function. */
const watchedFolders = ['functions', 'schemas', 'web']

/** Time in ms without a change before a build, because an editor may write several files at once. */
const restMs = 50

interface WatchOptions {
  build: () => Promise<readonly Bundle[]>
  /** The functions as they run now. */
  running: readonly Bundle[]
  /** Resolves to true when the function runs its new code, to false if that does not start. */
  reload: (functionName: string) => Promise<boolean>
  log: (line: string) => void
}

/** Watches until the returned function is called. A build error is logged, and the functions keep running their old code. */
export function watchSources({ build, running, reload, log }: WatchOptions): () => Promise<void> {
  const changed = new Set<string>()
  let hashes = hashesOf(running)
  let timer: NodeJS.Timeout | undefined
  let turn: Promise<void> = Promise.resolve()

  const update = async (): Promise<void> => {
    const files = [...changed].toSorted()
    changed.clear()
    if (files.length === 0) return
    const startedAt = performance.now()
    try {
      const built = hashesOf(await build())
      const names = [...hashes.keys()].filter((name) => built.get(name) !== hashes.get(name))
      hashes = new Map(Array.from(hashes.keys(), (name) => [name, built.get(name)]))
      const isReloaded = await Promise.all(names.map(reload))
      const down = names.filter((_, index) => !isReloaded[index])
      if (down.length > 0)
        log(`${down.join(', ')}: the new code does not start. The next change starts it again.`)
      else log(summary(files, names, performance.now() - startedAt))
    } catch (error) {
      log(
        `${error instanceof Error ? error.message : String(error)}\nThe functions keep running their old code.`,
      )
    }
  }

  const watchers = watchedFolders.map((folder) =>
    watch(join(root, folder), { recursive: true }, (_event, file) => {
      if (file === null || !isSource(file)) return
      changed.add(join(folder, file))
      clearTimeout(timer)
      timer = setTimeout(() => {
        turn = turn.then(update)
      }, restMs)
    }),
  )
  return async () => {
    clearTimeout(timer)
    for (const watcher of watchers) watcher.close()
    await turn
  }
}

/** Function → hash of its code; undefined if its file is gone. */
function hashesOf(bundles: readonly Bundle[]): ReadonlyMap<string, string | undefined> {
  return new Map(bundles.map(({ name, hash }) => [name, hash]))
}

/** Returns false for the temporary files of editors. */
function isSource(file: string): boolean {
  return /\.(ts|tsx|css|html|svg|json)$/.test(file) && !/(^|[/\\])\.[^/\\]*$/.test(file)
}

/** One line: `functions/storage/rows.ts: reloaded store in 1.4 s.` */
function summary(files: readonly string[], names: readonly string[], ms: number): string {
  const [first = '', ...others] = files
  const what = others.length === 0 ? first : `${first} and ${others.length} more`
  const reloaded =
    names.length === 0
      ? 'no function has changed'
      : `reloaded ${names.toSorted().join(', ')} in ${(ms / 1000).toFixed(1)} s`
  const isSchema = files.some((file) => file.startsWith('schemas'))
  // The Pulumi program made them from the schemas when the stack started.
  return `${what}: ${reloaded}.${isSchema ? ' Topics, tables and views change at the next start.' : ''}`
}
