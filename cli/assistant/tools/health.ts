/** Command line: tool `health`: what needs somebody. */
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

const day = 86_400_000

export const healthTool = defineTool({
  name: 'health',
  title: 'List what needs somebody',
  description:
    'Lists the open alerts: dead letters, backlogs, rejected credentials, failed runs, broken promises, checks that are missing, and the problems that the health check has found, each with its subject, reason and, if there is one, the command that repairs it. An empty list means that nothing needs somebody.',
  input: Type.Object(
    {
      days: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 30, description: 'Days to look back. Default: 7.' }),
      ),
    },
    { additionalProperties: false },
  ),
  run: async ({ days = 7 }, { console }) => {
    const until = new Date()
    const since = new Date(until.getTime() - days * day)
    const api = await console()
    return api.post('ask', {
      ask: 'alerts',
      values: { since: since.toISOString(), until: until.toISOString() },
    })
  },
})
