/** Cost goals: what a million events of 550 bytes to two destinations may cost in a month, by how they come and how many there are. */
import assert from 'node:assert/strict'
import { monthlyCost } from '../../../infra/proof/cost.ts'
import type { Graph } from '../../../local/pulumi/graph.ts'
import { stack } from '../stack.ts'

const goals = [
  { mode: 'drain', perRequest: 100, events: 50_000_000, usd: 1.8 },
  { mode: 'drain', perRequest: 100, events: 1_000_000_000, usd: 0.65 },
  { mode: 'push', perRequest: 1, events: 50_000_000, usd: 5.5 },
  { mode: 'push', perRequest: 1, events: 1_000_000_000, usd: 2.5 },
] as const

describe('a million events', () => {
  let graph: Graph
  before(async () => {
    graph = await stack()
  })

  for (const { mode, perRequest, events, usd } of goals)
    it(`cost at most $${usd} with ${mode} mode and ${perRequest} a request, of ${events} a month`, () => {
      const cost = monthlyCost(graph, { mode, perRequest, events, bytes: 550, destinations: 2 })
      const million = cost.usd / (events / 1_000_000)
      assert.ok(million <= usd, `${million}`)
    })
})
