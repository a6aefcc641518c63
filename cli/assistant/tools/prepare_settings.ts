/** Command line: tool `prepare_settings`: writes the commands that change the settings of a destination, which the user runs. */
import { Type, type TSchema } from 'typebox'
import { secretSettings } from '../../../functions/targets/target.ts'
import { targetOf } from '../../../functions/targets/registry.ts'
import * as targets from '../../../functions/targets/index.ts'
import { formProblems } from '../../../infra/settings/form.ts'
import { DestinationId } from '../../../schemas/destination.ts'
import type { ShownDestination } from '../../../schemas/shown_destination.ts'
import { shellWord } from '../../events/destination_journey.ts'
import { CliError } from '../../terminal/cli_error.ts'
import { defineTool, type Access } from '../tool.ts'

export const prepareSettingsTool = defineTool({
  name: 'prepare_settings',
  title: 'Prepare the settings of a destination',
  description:
    'Checks settings for a destination and answers with what changes and the commands that set it. It sets nothing: show the answer to the user. A secret cannot be given here; the answer names the command that asks the user for it. For a new destination, give its target, too.',
  input: Type.Object(
    {
      destination: Type.String({ ...DestinationId, description: 'Id of the destination.' }),
      target: Type.Optional(Type.Enum(Object.keys(targets), { description: 'Target of a new destination.' })),
      settings: Type.Record(Type.String(), Type.Unknown(), {
        description: 'Setting → value, without secrets.',
      }),
    },
    { additionalProperties: false },
  ),
  run: async ({ destination: id, target: named, settings }, access) => {
    const configured = await configuredDestination(id, access)
    const name = configured?.target ?? named
    if (name === undefined)
      throw new CliError('NOT_FOUND', `No destination has the id "${id}". For a new one, give its target.`)
    if (named !== undefined && named !== name)
      throw new CliError(
        'FAILED_PRECONDITION',
        `The destination "${id}" has the target ${name}, not ${named}.`,
      )
    const path = `sluice:destinations.${id}`
    const target = targetOf(name)
    const secrets = secretSettings(target)
    const given = secrets.filter((secret) => secret in settings)
    if (given.length > 0)
      throw new CliError(
        'INVALID_ARGUMENT',
        `${given.join(', ')} is a secret: it must not be in a conversation. The user runs ${given.map((each) => secretCommand(path, each)).join(' and ')}.`,
      )
    demandValid(target.settings, settings, { path, secrets, isNew: !configured })
    const before = new Map(configured?.settings.map((each) => [each.name, each.value]))
    return {
      changes: Object.entries(settings).map(([setting, after]) => ({
        setting: `${path}.settings.${setting}`,
        before: before.get(setting) ?? null,
        after,
      })),
      commands: [
        ...(configured ? [] : [setCommand(`${path}.target`, name)]),
        ...Object.entries(settings).flatMap(([setting, value]) =>
          setCommands(`${path}.settings.${setting}`, value),
        ),
        ...(configured
          ? []
          : requiredSecrets(target.settings, secrets).map((each) => secretCommand(path, each))),
        'npx sluice check',
        'npx sluice plan',
        'pulumi up',
      ],
      note: configured
        ? 'Nothing was set.'
        : 'Nothing was set. A new destination also needs a permit rule (docs/rules.md): without one, no event is sent.',
    }
  },
})

async function configuredDestination(id: string, { console }: Access): Promise<ShownDestination | undefined> {
  const { destinations } = (await (await console()).get('destinations')) as {
    destinations: readonly ShownDestination[]
  }
  return destinations.find((each) => each.id === id)
}

/** Throws INVALID_ARGUMENT with a line for each problem. The settings of a destination that exists may be given in part. */
function demandValid(
  schema: TSchema,
  settings: Readonly<Record<string, unknown>>,
  { path, secrets, isNew }: { path: string; secrets: readonly string[]; isNew: boolean },
): void {
  const { properties, required = [] } = schema as { properties: Record<string, TSchema>; required?: string[] }
  const open = Object.entries(properties).filter(([name]) => !secrets.includes(name))
  const form = {
    type: 'object',
    properties: Object.fromEntries(open),
    required: isNew ? required.filter((name) => !secrets.includes(name)) : [],
    additionalProperties: false,
    description: `settings: ${open.map(([name]) => name).join(', ')}`,
  } as TSchema
  const problems = formProblems(form, settings, `${path}.settings`)
  if (problems.length > 0) throw new CliError('INVALID_ARGUMENT', problems.map(({ line }) => line).join('\n'))
}

function requiredSecrets(schema: TSchema, secrets: readonly string[]): readonly string[] {
  const { required = [] } = schema as { required?: readonly string[] }
  return secrets.filter((name) => required.includes(name))
}

/** One command for each text, number and boolean. https://www.pulumi.com/docs/iac/cli/commands/pulumi_config_set/ */
function setCommands(path: string, value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [setCommand(path, String(value))]
  return Array.isArray(value)
    ? value.flatMap((each, index) => setCommands(`${path}[${index}]`, each))
    : Object.entries(value).flatMap(([name, each]) => setCommands(`${path}[${JSON.stringify(name)}]`, each))
}

function setCommand(path: string, value: string): string {
  return `pulumi config set --path '${path.replaceAll("'", `'\\''`)}' ${value.startsWith('-') ? '-- ' : ''}${shellWord(value)}`
}

/** Without a value, the command asks for it. */
function secretCommand(path: string, name: string): string {
  return `pulumi config set --secret --path '${path}.secrets.${name}'`
}
