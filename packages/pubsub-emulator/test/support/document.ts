/** `node packages/pubsub-emulator/test/support/document.ts`: writes the tables of the package's README from the conformance suite. */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { markdownTable, withTable } from '../../../shared/test/readme_tables.ts'
import { gcloudCommands } from './gcloud_commands.ts'
import type { GcloudCommand } from './gcloud_session.ts'
import { leftOut } from './left_out.ts'
import { suite } from './suite/index.ts'

export const documentPath = new URL('../../README.md', import.meta.url)
export const documentCommand = 'node packages/pubsub-emulator/test/support/document.ts'

/** Cases that the table quotes from each area. */
const quoted = 4

function whatWorks(): string {
  const areas = Map.groupBy(suite, ({ id }) => id.split('/', 1)[0] ?? '')
  const rows = [...areas].map(([area, cases]) => {
    const examples = cases.slice(0, quoted).map(({ does }) => does)
    return [`[${area}](${cases[0]?.source})`, String(cases.length), examples.join('; ')]
  })
  return markdownTable(['Area', 'Cases', 'For example'], rows)
}

function whatIsRefused(): string {
  const rows = leftOut.map(({ what, method, path, subject }) => [
    what,
    `\`${method} …/${path.replace('TOPIC', 'topics/…').replace('SNAPSHOT', 'snapshots/…')}\``,
    `${subject} not supported …`,
  ])
  return markdownTable(['What', 'For example', 'Answer'], rows)
}

/** Returns the commands of each group of `gcloud pubsub`, of which every one is tried by a test. */
function gcloudTable(): string {
  const groups = Map.groupBy(gcloudCommands, ({ args }) => args.split(' ', 1)[0] ?? '')
  const rows = [...groups].map(([group, commands]) => {
    const works = commands.filter((command) => !('refuses' in command) && (command.code ?? 0) === 0)
    const refused = commands.filter((command) => 'refuses' in command)
    return [`\`${group}\``, String(works.length), verbs(works), verbs(refused)]
  })
  return markdownTable(['Group', 'Commands tried', 'What works', 'What is refused'], rows)
}

/** Returns the second words of the commands; with the option that matters, if a command is refused because of it. */
function verbs(commands: readonly GcloudCommand[]): string {
  const names = commands.map((command) => {
    const [, verb = '', , , option = ''] = command.args.split(' ')
    return 'refuses' in command && verb === 'create' && option.startsWith('--')
      ? `${verb} … ${option.split('=', 1)[0]}`
      : verb
  })
  return [...new Set(names)]
    .toSorted()
    .map((name) => `\`${name}\``)
    .join(', ')
}

/** Returns the expected content of the README: that of the file, with the tables as they are now. */
export async function documentText(): Promise<string> {
  const readme = await readFile(documentPath, 'utf8')
  const tables = { 'what works': whatWorks(), 'what is refused': whatIsRefused(), gcloud: gcloudTable() }
  const page = Object.entries(tables).reduce(
    (text, [name, table]) => withTable(text, name, documentCommand, table),
    readme,
  )
  return format(page, { ...(await resolveConfig(documentPath)), parser: 'markdown' })
}

if (import.meta.main) await writeFile(documentPath, await documentText())
