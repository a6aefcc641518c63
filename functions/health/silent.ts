/** Health: judges whether a destination that used to get events gets none although they are permitted. Pure. */
import type { Destination } from '../../schemas/destination.ts'
import type { HealthProblem, Judgement, OpenAlert } from './problem.ts'
import { enoughPairs, type PermittedFlow } from './measure.ts'
import { releaseCommand } from './repair.ts'

function waitingOf({ permitted, settled }: PermittedFlow): number {
  return permitted - settled
}

/** `failing`: ids of destinations with an alert of their own, which explains why nothing is delivered. */
export function judgeSilent(
  flows: readonly PermittedFlow[],
  open: readonly OpenAlert[],
  destinations: readonly Pick<Destination, 'id' | 'target'>[],
  failing: ReadonlySet<string>,
): Judgement {
  const silent = new Set(
    flows
      .filter(
        (flow) =>
          flow.delivered === 0 && flow.delivered_before >= enoughPairs && waitingOf(flow) >= enoughPairs,
      )
      .map(({ destination }) => destination),
  )
  const findings = destinations
    .filter(({ id }) => silent.has(id) && !failing.has(id))
    .map((destination) =>
      findingOf(
        destination,
        flows.find((flow) => flow.destination === destination.id)!,
      ),
    )
  const recovered = open.filter(
    ({ alert, subject }) =>
      alert === 'destination-silent' &&
      !(silent.has(subject) && destinations.some(({ id }) => id === subject)),
  )
  return { findings, recovered }
}

function findingOf(destination: Pick<Destination, 'id' | 'target'>, flow: PermittedFlow): HealthProblem {
  const reason = flow.reason ?? undefined
  const cause =
    reason === undefined
      ? 'There was no attempt: its subscription is paused or missing.'
      : `Its attempts are deferred (${reason}).`
  return {
    alert: 'destination-silent',
    subject: destination.id,
    outcome: reason === undefined ? 'pending' : 'deferred',
    reason,
    summary: `${destination.id} has got no event since ${flow.since}, and ${waitingOf(flow)} permitted events wait. ${cause}`,
    exampleEventId: flow.example_event_id ?? undefined,
    command: releaseCommand(destination, reason),
  }
}
