/** Observability: checks the charts of the dashboard, and that an update without changes leaves it alone. */
import assert from 'node:assert/strict'
import { ofType } from '../../local/pulumi/graph.ts'
import { stack } from './stack.ts'

describe('the dashboard', () => {
  it('shows backlog, throughput, latency, errors and instances, without overlapping tiles', async () => {
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
        'Requests by response',
        'Backlog',
        'Oldest unacknowledged message',
        'Pushes by response',
        'Dead letters',
        'Latency, p95',
        'Instances',
        'Errors: 5xx other than 503',
        'Appends to BigQuery by response',
      ],
    )
    const positions = tiles.map(({ xPos = 0, yPos = 0 }) => `${xPos}/${yPos}`)
    assert.equal(new Set(positions).size, tiles.length)
    for (const { xPos = 0, width } of tiles) assert.ok(xPos + width <= columns)
  })

  // The provider compares the sent JSON with Google's response, which omits zeros, empty texts, lists and objects.
  it('has no empty value, which every update would show as changed', async () => {
    const [board] = ofType(await stack(), 'gcp:monitoring/dashboard:Dashboard')
    JSON.parse(String(board?.inputs['dashboardJson']), (name, value: unknown) => {
      const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0
      assert.ok(Boolean(value) && !isEmpty, `${name}: ${JSON.stringify(value)}`)
      return value
    })
  })
})
