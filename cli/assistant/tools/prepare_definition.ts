/** Command line: tool `prepare_definition`: writes the text of a new event type's file, which the user adds to the checkout. */
import { Type } from 'typebox'
import { definitionProblems } from '../../../schemas/definition.ts'
import type { Definition } from '../../../schemas/definition_schema.ts'
import { toTypeScript } from '../../../schemas/definition_text.ts'
import { CliError } from '../../terminal/cli_error.ts'
import { defineTool } from '../tool.ts'

export const prepareDefinitionTool = defineTool({
  name: 'prepare_definition',
  title: 'Prepare an event type',
  description:
    'Checks the definition of a new event type and answers with the file that declares it and the commands that check and deploy it. It writes nothing: show the answer to the user. A definition is {"name": "order_shipped", "version": "1.0", "description": "An order left the warehouse.", "fields": {"carrier": {"type": "string", "description": "Name of the carrier.", "example": "DHL"}}, "required": ["carrier"]}; a field that helps to identify a person has "personal": true.',
  input: Type.Object(
    {
      definition: Type.Object(
        { name: Type.String(), version: Type.String(), description: Type.String(), fields: Type.Object({}) },
        { description: 'The definition. Its members are checked, and each problem is named.' },
      ),
    },
    { additionalProperties: false },
  ),
  isOwnText: true,
  run: async ({ definition }) => {
    const problems = definitionProblems(definition)
    if (problems.length > 0) throw new CliError('INVALID_ARGUMENT', problems.join(' '))
    const valid = definition as Definition
    const { name } = valid
    return {
      files: [
        { path: `schemas/events/${name}.ts`, change: 'create', content: toTypeScript(valid) },
        {
          path: 'schemas/events/index.ts',
          change: 'add line',
          content: `export { ${name} } from './${name}.ts'`,
        },
      ],
      commands: ['npx sluice locks --write', 'npx sluice check', 'npx sluice plan', 'npm run deploy'],
      note: 'Nothing was written. If the event type was saved in the console, delete its view before the deployment (docs/deploy.md).',
    }
  },
})
