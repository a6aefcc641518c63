/** Local stack: resources of the program that a laptop has no use for: it has its own edge, its console shows what happens, and nobody is
 * woken up. Each is named here, so that a type nobody has thought about stops the start instead of being left out in silence. */

export const ignoredTypes: ReadonlySet<string> = new Set([
  // Who is told what: infra/observability.
  'gcp:monitoring/notificationChannel:NotificationChannel',
  'gcp:monitoring/alertPolicy:AlertPolicy',
  'gcp:monitoring/dashboard:Dashboard',
  'gcp:billing/budget:Budget',

  // What Google's logs keep of requests: infra/resources/webhooks.ts. Nothing here writes such a log.
  'gcp:logging/projectExclusion:ProjectExclusion',

  // The load balancer: infra/resources/edge.ts; local/edge.ts stands here in its place.
  'gcp:compute/securityPolicy:SecurityPolicy',
  'gcp:compute/regionNetworkEndpointGroup:RegionNetworkEndpointGroup',
  'gcp:compute/backendService:BackendService',
  'gcp:compute/uRLMap:URLMap',
  'gcp:compute/managedSslCertificate:ManagedSslCertificate',
  'gcp:compute/sSLPolicy:SSLPolicy',
  'gcp:compute/targetHttpsProxy:TargetHttpsProxy',
  'gcp:compute/targetHttpProxy:TargetHttpProxy',
  'gcp:compute/globalForwardingRule:GlobalForwardingRule',
])
