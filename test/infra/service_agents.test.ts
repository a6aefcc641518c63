/** Service agents: checks their addresses, and that each exists before it is granted a role. */
import assert from 'node:assert/strict'
import { agentEmail, type AgentService } from '../../infra/resources/service_agents.ts'
import { ofType, type Graph, type Resource } from '../../local/pulumi/graph.ts'
import { examples, stack } from './stack.ts'

/** Written by hand from https://cloud.google.com/iam/docs/service-agents, for the project number 100000000000. */
const documented: Readonly<Record<AgentService, string>> = {
  artifactregistry: 'service-100000000000@gcp-sa-artifactregistry.iam.gserviceaccount.com',
  cloudfunctions: 'service-100000000000@gcf-admin-robot.iam.gserviceaccount.com',
  cloudscheduler: 'service-100000000000@gcp-sa-cloudscheduler.iam.gserviceaccount.com',
  pubsub: 'service-100000000000@gcp-sa-pubsub.iam.gserviceaccount.com',
  run: 'service-100000000000@serverless-robot-prod.iam.gserviceaccount.com',
  secretmanager: 'service-100000000000@gcp-sa-secretmanager.iam.gserviceaccount.com',
}

const identityType = 'gcp:projects/serviceIdentity:ServiceIdentity'

/** Returns the grants to service agents, each with its service. */
function grantsToAgents(graph: Graph): readonly { grant: Resource; service: string }[] {
  const services = new Map(
    Object.entries(documented).map(([service, email]) => [`serviceAccount:${email}`, service]),
  )
  return graph.resources.flatMap((grant) => {
    const service = services.get(String(grant.inputs['member']))
    return service === undefined ? [] : [{ grant, service }]
  })
}

describe('service agents', () => {
  it('have the addresses that Google documents', () => {
    for (const [service, email] of Object.entries(documented))
      assert.equal(agentEmail(service as AgentService, '100000000000'), email)
  })

  it('have addresses even if the API that makes them returns none', async () => {
    for (const identity of ofType(await stack(examples['with everything']), identityType)) {
      assert.equal(identity.outputs['email'], undefined)
      assert.equal(identity.outputs['member'], undefined)
    }
  })

  it('exist before they are granted a role, in every stack', async () => {
    for (const changes of [examples['with everything'], examples['with its own key']]) {
      const graph = await stack(changes)
      const grants = grantsToAgents(graph)
      assert.ok(grants.length > 10, String(grants.length))
      for (const { grant, service } of grants) {
        const identities = ofType(graph, identityType).filter(
          ({ inputs }) => inputs['service'] === `${service}.googleapis.com`,
        )
        assert.equal(identities.length, 1, service)
        assert.ok(
          grant.dependencies.includes(identities[0]!.urn),
          `${grant.name} does not wait for its agent`,
        )
      }
    }
  })

  it('have no address in a first preview, which calls no disabled API', async () => {
    const graph = await stack({}, { preview: true })
    assert.ok(ofType(graph, identityType).length > 0)
    assert.deepEqual(grantsToAgents(graph), [])
  })
})
