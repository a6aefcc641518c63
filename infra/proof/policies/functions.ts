/** Proof: rules for deployed functions and their secrets. Pure. */
import { ofType, part, types, type Graph, type Resource } from '../graph.ts'
import type { Policy } from './policy.ts'

function functions(graph: Graph): readonly Resource[] {
  return ofType(graph, types.function)
}

function service(each: Resource) {
  return part(each, 'serviceConfig')
}

function emailOf(each: Resource): string {
  return String(service(each)['serviceAccountEmail'])
}

/** Returns the subscriptions that push to a function. */
function pushing(graph: Graph, each: Resource): readonly Resource[] {
  const { uri } = (each.outputs['serviceConfig'] ?? {}) as { uri?: string }
  return ofType(graph, types.subscription).filter(
    (subscription) =>
      uri !== undefined && String(part(subscription, 'pushConfig')['pushEndpoint']).startsWith(uri),
  )
}

export const functionsPolicies: readonly Policy[] = [
  {
    id: 'function-has-its-own-account',
    instruction: 'Give each function its own service account: a shared one shares its permissions.',
    broken: (graph) => {
      const declared = new Set(ofType(graph, types.account).map(({ outputs }) => String(outputs['email'])))
      const users = Map.groupBy(functions(graph), emailOf)
      return functions(graph).filter(
        (each) => !declared.has(emailOf(each)) || (users.get(emailOf(each))?.length ?? 0) > 1,
      )
    },
  },
  {
    id: 'function-is-internal-unless-called',
    instruction: 'If only Pub/Sub calls a function, set its ingressSettings to "ALLOW_INTERNAL_ONLY".',
    broken: (graph) =>
      functions(graph).filter(
        (each) =>
          pushing(graph, each).length > 0 && service(each)['ingressSettings'] !== 'ALLOW_INTERNAL_ONLY',
      ),
  },
  {
    id: 'function-says-its-ingress',
    instruction: 'Set serviceConfig.ingressSettings: without it a function accepts calls from everywhere.',
    broken: (graph) => functions(graph).filter((each) => service(each)['ingressSettings'] === undefined),
  },
  {
    id: 'function-has-a-limit',
    instruction: 'Set serviceConfig.maxInstanceCount: without it the cost of a traffic spike has no limit.',
    broken: (graph) =>
      functions(graph).filter((each) => !(Number(service(each)['maxInstanceCount']) <= 1000)),
  },
  {
    id: 'function-answers-in-time',
    instruction: 'Set timeoutSeconds to at most the acknowledgement deadline of its subscriptions.',
    broken: (graph) =>
      functions(graph).filter((each) =>
        pushing(graph, each).some(
          ({ inputs }) =>
            !(Number(service(each)['timeoutSeconds']) <= Number(inputs['ackDeadlineSeconds'] ?? 10)),
        ),
      ),
  },
  {
    id: 'function-runs-on-a-living-runtime',
    instruction:
      'Use a Node runtime that Google maintains: https://cloud.google.com/functions/docs/runtime-support',
    broken: (graph) =>
      functions(graph).filter(
        (each) => !(Number(String(part(each, 'buildConfig')['runtime']).replace(/^nodejs/, '')) >= 24),
      ),
  },
  {
    id: 'secret-is-read-by-version',
    instruction: 'Set the version of a secret, not "latest", so that a rotation deploys the function again.',
    broken: (graph) =>
      functions(graph).filter((each) =>
        ((service(each)['secretEnvironmentVariables'] ?? []) as readonly { version?: string }[]).some(
          ({ version }) => version === undefined || version === 'latest',
        ),
      ),
  },
  {
    id: 'secret-is-marked',
    instruction:
      'Read a secret from the settings as a secret Output, so that Pulumi encrypts it in its state.',
    broken: (graph) =>
      ofType(graph, types.secretVersion).filter(({ secrets }) => !secrets.includes('secretData')),
  },
]
