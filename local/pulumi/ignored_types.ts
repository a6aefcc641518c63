/** Local stack: lists the resource types that a local stack does not need. Any other type without an emulation stops the start, so that no
 * resource is ignored by mistake. */

export const ignoredTypes: ReadonlySet<string> = new Set([
  // Alerts, dashboard and budget: infra/observability.
  'gcp:monitoring/notificationChannel:NotificationChannel',
  'gcp:monitoring/alertPolicy:AlertPolicy',
  'gcp:monitoring/dashboard:Dashboard',
  'gcp:billing/budget:Budget',

  // The exclusions of request logs: infra/observability/request_logs.ts, infra/resources/unlogged_requests.ts. The local stack has no request log.
  'gcp:logging/projectExclusion:ProjectExclusion',

  // The load balancer: infra/resources/edge.ts. local/edge.ts replaces it.
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
