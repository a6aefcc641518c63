/** Command line: what `sluice cost --scale` prints. */
import { topics } from '../../schemas/bus.ts'
import { assumptions } from '../../infra/proof/cost.ts'
import { ofType, types } from '../../infra/proof/graph.ts'
import { usualBytes } from './cost_report.ts'
import { documentedStack, drawnGraph } from './drawn_graph.ts'
import { documentedSizes, recommendedOf } from './recommended_scale.ts'
import { scaleTables } from './scale_tables.ts'
import { formatScale } from './scale_text.ts'

interface ScaleOptions {
  /** Events of a month. Default: the sizes of docs/scale.md. */
  events?: number
  /** Default: 550. */
  bytes?: number
  /** Default: as many as the stack has. */
  destinations?: number
  stack?: string
}

/** Returns what the sizes take in a stack, as a document and as text. */
export async function scaleReport({
  events,
  bytes = usualBytes,
  destinations,
  stack = documentedStack,
}: ScaleOptions): Promise<{ document: object; text: string }> {
  const graph = await drawnGraph(stack)
  const own = ofType(graph, types.subscription).filter(({ inputs }) =>
    String(inputs['topic']).endsWith(`/topics/${topics.stored}`),
  )
  const sizes = events === undefined ? documentedSizes : [(events * 86_400) / assumptions.secondsOfMonth]
  const common = { bytes, destinations: destinations ?? own.length }
  const { glance, instances, outage, storage, runs, quotas } = scaleTables(graph, sizes, common)
  return {
    document: { sizes: sizes.map((size) => recommendedOf(graph, size, common)) },
    text: formatScale([glance, instances, outage, storage, runs, quotas], common),
  }
}
