/** Architecture pictures, a program: `node test/architecture/draw.ts` draws docs/architecture.svg and docs/flow.svg again. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { repositoryRoot } from '../support/sources.ts'
import { drawFlow, readFlow } from './flow.ts'
import { drawFolders } from './folders.ts'
import { readStructure } from './structure.ts'

/** The pictures, by path from the repository's root. */
export async function drawPictures(): Promise<ReadonlyMap<string, string>> {
  const graph = await readFile(join(repositoryRoot, 'docs/graph.md'), 'utf8')
  return new Map([
    ['docs/architecture.svg', drawFolders(await readStructure())],
    ['docs/flow.svg', drawFlow(readFlow(graph))],
  ])
}

if (import.meta.main)
  for (const [file, svg] of await drawPictures()) await writeFile(join(repositoryRoot, file), svg)
