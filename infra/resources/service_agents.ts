/** Platform: makes the service agents of Google's services. Their addresses are computed from the project's number, because the API that
 * makes an agent may not return its address. */
import { organizations, projects } from '@pulumi/gcp'
import { all, type CustomResourceOptions, type Output, type Resource } from '@pulumi/pulumi'

/** Service → domain of its agent. https://cloud.google.com/iam/docs/service-agents */
const domains = {
  artifactregistry: 'gcp-sa-artifactregistry',
  cloudfunctions: 'gcf-admin-robot',
  cloudscheduler: 'gcp-sa-cloudscheduler',
  pubsub: 'gcp-sa-pubsub',
  run: 'serverless-robot-prod',
  secretmanager: 'gcp-sa-secretmanager',
} as const

export type AgentService = keyof typeof domains

/** Returns the address of a service's agent: `service-100000000000@gcp-sa-pubsub.iam.gserviceaccount.com`. */
export function agentEmail(service: AgentService, projectNumber: number | string): string {
  return `service-${projectNumber}@${domains[service]}.iam.gserviceaccount.com`
}

interface AgentPlace {
  project: string
  projectNumber: Output<string>
}

/**
 * Makes the agent of a service. Otherwise Google makes it on first use, and rejects a role granted before. Returns it as an IAM member;
 * resources that use the member are made after the agent.
 * https://cloud.google.com/service-usage/docs/reference/rest/v1beta1/services/generateServiceIdentity
 */
export function serviceAgent(
  name: string,
  service: AgentService,
  { project, projectNumber }: AgentPlace,
  options: CustomResourceOptions,
): Output<string> {
  const identity = new projects.ServiceIdentity(
    name,
    { project, service: `${service}.googleapis.com` },
    options,
  )
  return all([projectNumber, identity.urn]).apply(
    ([number]) => `serviceAccount:${agentEmail(service, number)}`,
  )
}

/** Returns the number of a project, requested after these APIs are enabled. Google refuses it before, and a first preview does not request it.
 * https://cloud.google.com/resource-manager/reference/rest/v1/projects/get */
export function projectNumberOf(
  project: string,
  apis: readonly Resource[],
  parent: Resource,
): Output<string> {
  return organizations.getProjectOutput({ projectId: project }, { parent, dependsOn: [...apis] }).number
}
