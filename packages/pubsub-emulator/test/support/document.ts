/** `node packages/pubsub-emulator/test/support/document.ts`: writes the tables of the package's README from the conformance suite. */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { leftOut } from './left_out.ts'
import { suite } from './suite/index.ts'

export const documentPath = new URL('../../README.md', import.meta.url)
export const documentCommand = 'node packages/pubsub-emulator/test/support/document.ts'

/** Cases that the table quotes from each area. */
const quoted = 4

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows]
    .map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n')
}

function whatWorks(): string {
  const areas = Map.groupBy(suite, ({ id }) => id.split('/', 1)[0] ?? '')
  const rows = [...areas].map(([area, cases]) => {
    const examples = cases.slice(0, quoted).map(({ does }) => does)
    return [`[${area}](${cases[0]?.source})`, String(cases.length), examples.join('; ')]
  })
  return table(['Area', 'Cases', 'For example'], rows)
}

function whatIsRefused(): string {
  const rows = leftOut.map(({ what, method, path, subject }) => [
    what,
    `\`${method} …/${path.replace('TOPIC', 'topics/…').replace('SNAPSHOT', 'snapshots/…')}\``,
    `${subject} not supported …`,
  ])
  return table(['What', 'For example', 'Answer'], rows)
}

/** Replaces the text between two comments. */
function filled(readme: string, name: string, text: string): string {
  const [start, end] = [`<!-- ${name}: written by \`${documentCommand}\` -->`, `<!-- end of ${name} -->`]
  const [from, to] = [readme.indexOf(start), readme.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`the README has no place for ${name}: "${start}" and "${end}"`)
  return `${readme.slice(0, from + start.length)}\n\n${text}\n\n${readme.slice(to)}`
}

/** Returns the expected content of the README: that of the file, with the tables as they are now. */
export async function documentText(): Promise<string> {
  const readme = await readFile(documentPath, 'utf8')
  const page = filled(filled(readme, 'what works', whatWorks()), 'what is refused', whatIsRefused())
  return format(page, { ...(await resolveConfig(documentPath)), parser: 'markdown' })
}

if (import.meta.main) await writeFile(documentPath, await documentText())
