/** Architecture pictures: which folder imports which, from the imports of the source files. */
import { basename } from 'node:path'
import { importsOf, parsedSources, productFolders } from '../support/sources.ts'

/** Group of files → the groups that it imports. */
export type Imports = ReadonlyMap<string, ReadonlySet<string>>

export interface Structure {
  /** Imports between the folders of the product; `packages` is one of them. */
  parts: Imports
  /** Imports between the packages. */
  packages: Imports
  /** Imports between the folders of functions/. */
  layers: Imports
  /** File names of the deployed functions. */
  deployed: readonly string[]
  /** Folders of functions/ that the Pulumi program or the console's page loads, too. */
  shared: ReadonlySet<string>
}

const folders: readonly string[] = [...productFolders, 'packages']

function partOf(path: string): string | undefined {
  return folders.find((folder) => path.startsWith(`${folder}/`))
}

function packageOf(path: string): string | undefined {
  return /^packages\/([^/]+)\//.exec(path)?.[1]
}

function layerOf(path: string): string | undefined {
  return /^functions\/([^/]+)\//.exec(path)?.[1]
}

export async function readStructure(): Promise<Structure> {
  const sources = await parsedSources([...productFolders, 'packages/*/src'])
  const imports = Array.from(sources, ([file, source]) => ({ file, imports: importsOf(source) }))
  const between = (groupOf: (path: string) => string | undefined): Imports => {
    const groups = new Map<string, Set<string>>()
    for (const { file, imports: names } of imports) {
      const from = groupOf(file)
      if (from === undefined) continue
      const reached = groups.get(from) ?? new Set()
      groups.set(from, reached)
      for (const { name } of names) {
        const to = groupOf(name)
        if (to !== undefined && to !== from) reached.add(to)
      }
    }
    return groups
  }
  const files = [...sources.keys()]
  const loads = new Map(imports.map(({ file, imports: all }) => [file, all.filter(({ isType }) => !isType)]))
  const loaded = new Set<string>()
  const load = (file: string): void => {
    if (loaded.has(file)) return
    loaded.add(file)
    for (const { name } of loads.get(file) ?? []) load(name)
  }
  for (const entry of ['infra/index.ts', 'web/index.tsx']) load(entry)
  return {
    parts: between(partOf),
    packages: between(packageOf),
    layers: between(layerOf),
    deployed: files.filter((file) => /^functions\/[^/]+\.ts$/.test(file)).map((file) => basename(file)),
    shared: new Set([...loaded].map(layerOf).filter((layer) => layer !== undefined)),
  }
}

/** Group → its floor: 0 for a group that imports no other, else one above the highest that it imports. Throws on a circle. */
export function floorsOf(imports: Imports): ReadonlyMap<string, number> {
  const floors = new Map<string, number>()
  const visit = (group: string, path: readonly string[]): number => {
    if (path.includes(group)) throw new Error(`The imports form a circle: ${[...path, group].join(' → ')}`)
    const known = floors.get(group)
    if (known !== undefined) return known
    const below = Array.from(imports.get(group) ?? [], (next) => visit(next, [...path, group]))
    const floor = Math.max(-1, ...below) + 1
    floors.set(group, floor)
    return floor
  }
  for (const group of imports.keys()) visit(group, [])
  return floors
}

/** The imports that no chain of other imports implies. */
export function directImports(imports: Imports): readonly (readonly [string, string])[] {
  const reaches = (from: string, to: string): boolean =>
    [...(imports.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return Array.from(imports, ([from, reached]) =>
    [...reached]
      .filter((to) => ![...reached].some((other) => other !== to && reaches(other, to)))
      .map((to) => [from, to] as const),
  ).flat()
}
