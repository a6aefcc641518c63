/** Local stack: selects the secrets whose versions functions write. The versions of the others are in the graph. */
import { ofType, type Graph } from '../pulumi/graph.ts'
import { requireText } from './inputs.ts'

/** Returns their ids. */
export function keptSecretsOf(graph: Graph): readonly string[] {
  const configured = new Set(
    ofType(graph, 'gcp:secretmanager/secretVersion:SecretVersion').map((version) =>
      requireText(version, 'secret'),
    ),
  )
  return ofType(graph, 'gcp:secretmanager/secret:Secret')
    .filter(({ id }) => !configured.has(id))
    .map((secret) => requireText(secret, 'secretId'))
}
