/** Command line: tool `cost`: what a month of a stack costs. */
import { Type } from 'typebox'
import { defineTool } from '../tool.ts'

export const costTool = defineTool({
  name: 'cost',
  title: 'Estimate the cost of a month',
  description:
    'Estimates what a month of a stack costs at list prices, in US dollars by service, from the settings of the stack in this checkout. It reads no bill and asks no service.',
  input: Type.Object(
    {
      events: Type.Integer({ minimum: 0, maximum: 1e12, description: 'Events of a month.' }),
      destinations: Type.Integer({
        minimum: 0,
        maximum: 1000,
        description: 'Destinations that an event goes to.',
      }),
      bytes: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 1e7, description: 'Bytes of an event as JSON. Default: 550.' }),
      ),
      per_request: Type.Optional(
        Type.Integer({
          minimum: 1,
          maximum: 1000,
          description: 'Events that producers send in a request. Default: 1.',
        }),
      ),
      stack: Type.Optional(
        Type.String({
          pattern: '^[A-Za-z0-9_.-]{1,100}$',
          description: 'The stack of Pulumi.<stack>.yaml. Default: example.',
        }),
      ),
    },
    { additionalProperties: false },
  ),
  isOwnText: true,
  run: async ({ events, destinations, bytes = 550, per_request: perRequest = 1, stack = 'example' }) => {
    const [{ drawnGraph }, { monthlyCost }] = await Promise.all([
      import('../../inspect/drawn_graph.ts'),
      import('../../../infra/proof/cost.ts'),
    ])
    const { lines, usd } = monthlyCost(await drawnGraph(stack), { events, bytes, destinations, perRequest })
    return {
      stack,
      usd_per_month: cents(usd),
      lines: lines.map(({ service, what, usd: each }) => ({ service, what, usd: cents(each) })),
    }
  },
})

function cents(usd: number): number {
  return Math.round(usd * 100) / 100
}
