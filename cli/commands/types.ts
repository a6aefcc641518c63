/** Command line: `sluice types` writes the event types as types of a programming language, for a producer's repository. */
import { Argument, Option, type Command } from 'commander'
import { moduleForms, type ModuleForm } from '../../schemas/catalogue/module_forms.ts'
import { addEnvironmentOptions, type EnvironmentOptions } from '../environment/options.ts'
import { CliError } from '../terminal/cli_error.ts'
import { exitCodes } from '../terminal/exit_codes.ts'
import { addExamples, requireOptions } from '../terminal/help.ts'
import { outputOf, type Output } from '../terminal/output.ts'
import { parseUrl } from '../terminal/values.ts'

interface TypesOptions extends EnvironmentOptions {
  lang: ModuleForm
  check?: string
  standard?: boolean
  url?: string
}

export function addTypes(program: Command): void {
  const command = program
    .command('types')
    .addArgument(new Argument('[event-types...]', 'only these event types (default: all)'))
    .description('Writes the event types as types of a programming language, or as Markdown.')
    .addOption(new Option('--lang <language>', 'form of the text').choices(moduleForms))
    .option('--standard', 'only the standard event types; needs no environment')
    .option('--check <file>', 'write nothing; exit with 1 if the file has another content')
    .addOption(
      new Option('--url <url>', 'base URL of the front door (default: as of "send")')
        .argParser(parseUrl)
        .conflicts('standard'),
    )
    .action(async (names: readonly string[], options: TypesOptions, self: Command) => {
      requireOptions(self, 'lang')
      const output = outputOf(self)
      const text = options.standard
        ? await standardText(names, options.lang)
        : await textOfEnvironment(names, options, output)
      if (options.check === undefined) output.result({ text }, text.trimEnd())
      else await compare(options.check, text, output)
    })
  addExamples(
    addEnvironmentOptions(command),
    [
      'npx sluice types --lang typescript > src/events.ts',
      'npx sluice types view_content purchase --lang python --standard > events.py',
      'npx sluice types --lang typescript --check src/events.ts',
    ],
    [
      'Event types that were saved in the console are included; it asks the front door, with the right to publish.',
    ],
  )
}

async function standardText(names: readonly string[], lang: ModuleForm): Promise<string> {
  const [{ moduleTexts }, { eventTypes, nearestEventName }] = await Promise.all([
    import('../../schemas/catalogue/module_texts.ts'),
    import('../../schemas/event_types.ts'),
  ])
  const named = (name: string) => {
    const type = eventTypes.get(name)
    if (type) return type
    const meant = nearestEventName(name)
    const hint = meant === undefined ? '' : ` Did you mean ${meant}?`
    throw new CliError('NOT_FOUND', `Event type "${name}" is not a standard one.${hint}`)
  }
  return moduleTexts[lang](names.length === 0 ? eventTypes.values() : names.map(named))
}

async function textOfEnvironment(
  names: readonly string[],
  { lang, url, ...options }: TypesOptions,
  output: Output,
): Promise<string> {
  const [{ openEnvironment }, { functionClient }, { responseError }] = await Promise.all([
    import('../environment/environment.ts'),
    import('../environment/function_client.ts'),
    import('../environment/console_api.ts'),
  ])
  const environment = await openEnvironment(options, output.note)
  const base = url ?? environment.baseUrl ?? (await environment.uriOf('ingest'))
  const ask = functionClient(environment, { name: 'ingest', base, role: 'producer' })
  const query = new URLSearchParams({ as: lang, ...(names.length > 0 && { names: names.join(',') }) })
  const response = await ask({ method: 'GET', path: `/v1/event-types?${query}` })
  const text = await response.text()
  if (!response.ok) throw responseError(response.status, text, 'The front door')
  return text
}

async function compare(file: string, text: string, output: Output): Promise<void> {
  const { readFile } = await import('node:fs/promises')
  const written = await readFile(file, 'utf8').catch(() => undefined)
  const isCurrent = written?.trimEnd() === text.trimEnd()
  if (!isCurrent) process.exitCode = exitCodes.negative
  const state = written === undefined ? 'does not exist' : isCurrent ? 'is up to date' : 'is out of date'
  output.result({ file, current: isCurrent }, `${file} ${state}.`)
}
