/** Observability: the dashboard of Cloud Monitoring: what it shows, and that no update would change it for nothing. */
import assert from 'node:assert/strict'
import { ofType } from '../../local/pulumi/graph.ts'
import { stack } from './stack.ts'

describe('the dashboard', () => {
  it('shows backlog, throughput, latency, errors and instances, each tile in a place of its own', async () => {
    const [board] = ofType(await stack(), 'gcp:monitoring/dashboard:Dashboard')
    const { mosaicLayout } = JSON.parse(String(board?.inputs['dashboardJson'])) as {
      mosaicLayout: {
        columns: number
        tiles: readonly { xPos?: number; yPos?: number; width: number; widget: { title: string } }[]
      }
    }
    const { columns, tiles } = mosaicLayout
    assert.deepEqual(
      tiles.map(({ widget }) => widget.title),
      [
        'Events accepted',
        'Requests by answer',
        'Backlog',
        'Oldest message that waits',
        'Pushes by answer',
        'Dead letters',
        'Latency, p95',
        'Instances',
        'Faults: 5xx but 503',
        'Appends to BigQuery by answer',
      ],
    )
    const places = tiles.map(({ xPos = 0, yPos = 0 }) => `${xPos}/${yPos}`)
    assert.equal(new Set(places).size, tiles.length)
    for (const { xPos = 0, width } of tiles) assert.ok(xPos + width <= columns)
  })

  // The provider compares what was sent with what Google answers, which leaves out zeros, empty texts, lists and objects.
  it('says nothing that Google would not answer, or every update would show it as changed', async () => {
    const [board] = ofType(await stack(), 'gcp:monitoring/dashboard:Dashboard')
    JSON.parse(String(board?.inputs['dashboardJson']), (name, value: unknown) => {
      const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
      assert.ok(Boolean(value) && !isEmpty, `${name}: ${JSON.stringify(value)}`)
      return value
    })
  })
})
