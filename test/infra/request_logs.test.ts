/** Request logs: successful requests of the event path are excluded, and alerts read nothing of them. */
import assert from 'node:assert/strict'
import { ofType, type Graph } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

function filtersOf(graph: Graph): readonly unknown[] {
  return ofType(graph, 'gcp:logging/projectExclusion:ProjectExclusion')
    .filter(({ name }) => name === 'successful-requests')
    .map(({ inputs }) => inputs['filter'])
}

// https://cloud.google.com/logging/docs/view/logging-query-language
const successful =
  'resource.type="cloud_run_revision" AND resource.labels.service_name=("ingest" OR "store" OR "forward") AND ' +
  'log_id("run.googleapis.com/requests") AND httpRequest.status>=200 AND httpRequest.status<300'

describe('the request logs of the event path', () => {
  it('have no successful request by default', async () => {
    assert.deepEqual(filtersOf(await stack()), [successful])
  })

  it('keep a share of them, or all', async () => {
    // `sample` selects what is dropped. https://cloud.google.com/logging/docs/view/logging-query-language#sample
    assert.deepEqual(filtersOf(await stack({ 'sluice:requestLogShare': '0.01' })), [
      `${successful} AND sample(insertId, 0.99)`,
    ])
    assert.deepEqual(filtersOf(await stack({ 'sluice:requestLogShare': '1' })), [])
  })

  it('reject a share that is none', async () => {
    await assert.rejects(stack({ 'sluice:requestLogShare': '1.5' }), {
      message:
        'sluice:requestLogShare must be <= 1, got 1.5. Expected: a share of the successful requests, 0 to 1, for example 0.01',
    })
  })

  it('are the log of no alert, which must see every failure', async () => {
    const graph = await stack(examples['with everything'])
    for (const { name, inputs } of ofType(graph, 'gcp:monitoring/alertPolicy:AlertPolicy'))
      assert.doesNotMatch(JSON.stringify(inputs), /run\.googleapis\.com(\/|%2F)requests/, name)
  })
})
