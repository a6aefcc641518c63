/** `node packages/bigquery-emulator/test/support/document.ts`: writes the tables of the package's README from what its tests run. */
import { readFile, writeFile } from 'node:fs/promises'
import { format, resolveConfig } from 'prettier'
import { markdownTable, withTable } from '../../../shared/test/readme_tables.ts'
import { bqCommands } from './bq_commands.ts'
import { bqPolicyCommands } from './bq_copy_commands.ts'
import { scriptCases } from './script_cases.ts'
import { errorCases } from './script_errors.ts'
import { scriptFailures } from './script_failures.ts'
import { statementCases } from './script_statements.ts'
import { sections } from './semantics.ts'
import { nameSections } from './semantics_names.ts'
import { textSections } from './semantics_text.ts'
import { statementGroups } from './statements/index.ts'

export const readmePath = new URL('../../README.md', import.meta.url)
export const readmeCommand = 'node packages/bigquery-emulator/test/support/document.ts'

/** Cases that the table quotes from each area, and the most of a text that it shows. */
const quoted = 2
const maxLength = 90

function code(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  return `\`${(line.length > maxLength ? `${line.slice(0, maxLength)}…` : line).replaceAll('`', '')}\``
}

function examples(texts: readonly string[]): string {
  return texts.slice(0, quoted).map(code).join(', ')
}

interface Corpus {
  queries: readonly { sql: string }[]
}

async function whatWorks(): Promise<string> {
  const corpus = JSON.parse(await readFile(new URL('corpus.json', import.meta.url), 'utf8')) as Corpus
  const queries = corpus.queries.map(({ sql }) => sql.replaceAll('${DATASET}.', ''))
  const functions = [...sections, ...nameSections, ...textSections].flatMap(({ cases }) => cases)
  const scripts = [...scriptCases, ...errorCases, ...statementCases].map(({ sql }) => sql)
  const failures = scriptFailures.map(([, sql]) => sql)
  const rows = [
    ['[analytics queries](https://github.com/google/zetasql)', queries],
    [
      '[functions and operators](https://cloud.google.com/bigquery/docs/reference/standard-sql/functions-all)',
      functions.map(([sql]) => `SELECT ${sql}`),
    ],
    [
      '[scripting: scripts](https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language)',
      scripts,
    ],
    [
      '[scripting: errors](https://cloud.google.com/bigquery/docs/reference/standard-sql/procedural-language)',
      failures,
    ],
    ...statementGroups.map(
      ({ theme, title, source, cases }) =>
        [`[${theme}: ${title}](${source})`, cases.map(([sql]) => sql)] as const,
    ),
  ] as const
  return markdownTable(
    ['Area', 'Statements', 'For example'],
    rows.map(([area, texts]) => [area, String(texts.length), examples(texts)]),
  )
}

/** Returns the `bq` commands by their first word, of which every one is tried by a test. */
function bqTable(): string {
  const verbs = Map.groupBy([...bqCommands, ...bqPolicyCommands], ({ args }) => args.split(' ', 1)[0] ?? '')
  const rows = [...verbs].map(([verb, commands]) => {
    const works = commands.filter((command) => !('refuses' in command))
    const refused = commands.flatMap((command) => ('refuses' in command ? [code(command.args)] : []))
    return [`\`${verb}\``, String(works.length), examples(works.map(({ args }) => args)), refused.join(', ')]
  })
  return markdownTable(['Command', 'Tried', 'For example', 'Refused by name'], rows)
}

/** Returns the expected content of the README: that of the file, with the tables as they are now. */
export async function readmeText(): Promise<string> {
  const readme = await readFile(readmePath, 'utf8')
  const filled = withTable(readme, 'what works', readmeCommand, await whatWorks())
  const page = withTable(filled, 'bq', readmeCommand, bqTable())
  return format(page, { ...(await resolveConfig(readmePath)), parser: 'markdown' })
}

if (import.meta.main) await writeFile(readmePath, await readmeText())
