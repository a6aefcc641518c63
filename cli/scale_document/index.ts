/** `node cli/scale_document/index.ts`: writes the tables of docs/scale.md, between its markers. */
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { format, resolveConfig } from 'prettier'
import { table } from '../../schemas/markdown.ts'
import { usualBytes } from '../inspect/cost_report.ts'
import { documentedStack, drawnGraph } from '../inspect/drawn_graph.ts'
import { documentedSizes, type ScaleEvents } from '../inspect/recommended_scale.ts'
import { scaleAssumed, scaleTables } from '../inspect/scale_tables.ts'

export const scaleFile = fileURLToPath(new URL('../../docs/scale.md', import.meta.url))
export const scaleCommand = 'node cli/scale_document/index.ts'

/** The events that the page computes with. */
const documentedEvents: ScaleEvents = { bytes: usualBytes, destinations: 2 }

/** Returns the expected content of docs/scale.md: `page` with its generated parts anew. */
export async function scaleText(page: string): Promise<string> {
  const tables = scaleTables(await drawnGraph(documentedStack), documentedSizes, documentedEvents)
  const parts: Readonly<Record<string, string>> = {
    ...Object.fromEntries(Object.entries(tables).map(([name, { head, rows }]) => [name, table(head, rows)])),
    assumed: scaleAssumed(documentedEvents),
  }
  let text = page
  for (const [name, part] of Object.entries(parts)) {
    const [begin, end] = [`<!-- ${name}: ${scaleCommand} -->`, `<!-- end of ${name} -->`]
    const [from, to] = [text.indexOf(begin), text.indexOf(end)]
    if (from === -1 || to < from) throw new Error(`docs/scale.md has no lines "${begin}" and "${end}".`)
    text = `${text.slice(0, from + begin.length)}\n\n${part}\n\n${text.slice(to)}`
  }
  const options = await resolveConfig(scaleFile)
  return format(text, { ...options, parser: 'markdown' })
}

if (import.meta.main) await writeFile(scaleFile, await scaleText(await readFile(scaleFile, 'utf8')))
