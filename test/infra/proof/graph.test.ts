/** Graph: checks the diagram and the JSON of `npx sluice graph`. */
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { mermaidDiagram } from '../../../infra/proof/mermaid.ts'
import { documentedStack, drawnGraph, withoutSecrets } from '../../../cli/inspect/drawn_graph.ts'
import { documentFile, documentOf } from '../../../cli/inspect/graph_document.ts'
import type { Graph } from '../../../local/pulumi/graph.ts'
import { without } from '../mutations.ts'
import { stack } from '../stack.ts'

const secret = 'whsec_dGhpcyBpcyBubyByZWFsIHNlY3JldA=='
const hook = {
  target: 'webhook',
  settings: { url: 'https://crm.example/events' },
  secrets: { secret },
  rules: [{ id: 'all', effect: 'permit', when: 'true' }],
}

const command = resolve(import.meta.dirname, '../../../cli/index.ts')

function edgesOf(graph: Graph): readonly string[] {
  return mermaidDiagram(graph)
    .split('\n')
    .filter((line) => line.includes('->'))
    .map((line) => line.trim())
}

describe('npx sluice graph', () => {
  let graph: Graph
  before(async () => {
    graph = await stack({ 'sluice:destinations': JSON.stringify({ crm: hook, shop: hook }) })
  })

  it('draws the flow of events', () => {
    const edges = edgesOf(graph)
    const expected = [
      'anybody --> f_ingest',
      'b_dead_letters --> f_store',
      'b_dead_letters --> s_dead_letters_hold[/"dead-letters-hold: held"/]',
      'b_events --> f_store',
      'b_stored -- "attributes:to_crm" --> f_forward',
      'b_stored -- "attributes:to_shop" --> f_forward',
      'f_forward --> d_crm{{"crm"}}',
      'f_forward --> d_shop{{"shop"}}',
      'f_forward --> t_deliveries',
      'f_store --> b_stored',
      'f_store --> t_events',
      'f_store --> t_quarantine',
      'producers --> b_events',
      't_suppressions -.-> f_store',
      'warehouse -.-> analysts',
    ]
    assert.deepEqual(
      expected.filter((edge) => !edges.includes(edge)),
      [],
    )
    assert.deepEqual(edges, [...new Set(edges)].toSorted())
    assert.ok(!edges.some((edge) => /^(producers|anybody) --> (b_stored|f_store|f_forward)$/.test(edge)))
  })

  it('draws only what is in the graph', () => {
    const cut = edgesOf(without(graph, 'Subscription forward-shop'))
    assert.deepEqual(
      edgesOf(graph).filter((edge) => !cut.includes(edge)),
      ['b_stored -- "attributes:to_shop" --> f_forward', 'f_forward --> d_shop{{"shop"}}'],
    )
    // A topic without a subscription has a node of its own.
    assert.match(
      mermaidDiagram(without(graph, 'Subscription purchase-store')),
      /b_purchase\(\["purchase"\]\)/,
    )
  })

  it('keeps docs/graph.md current: run npx sluice graph --write', async () => {
    const written = await readFile(documentFile, 'utf8')
    assert.equal(written, documentOf(await drawnGraph(documentedStack)), 'run npx sluice graph --write')
  })

  it('contains no secret', () => {
    assert.ok(JSON.stringify(graph).includes(secret))
    assert.ok(!JSON.stringify(withoutSecrets(graph)).includes(secret))
  })

  it('prints every resource of the local stack as JSON', () => {
    const output = execFileSync(process.execPath, [command, 'graph', '--stack', 'local', '--json'], {
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    const { resources } = JSON.parse(output) as Graph
    const version = resources.find(({ custom, type }) => custom && type.endsWith(':SecretVersion'))
    assert.equal(version?.inputs['secretData'], '(secret)')
    assert.ok(resources.some(({ id }) => id === 'projects/sluice-local/topics/events'))
  })
})
