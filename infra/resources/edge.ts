/** Edge: makes a global HTTPS load balancer that serves one domain and routes each path to its function.
 * https://cloud.google.com/load-balancing/docs/https/setup-global-ext-https-serverless */
import { compute } from '@pulumi/gcp'
import { ComponentResource, type ComponentResourceOptions, type Input, type Output } from '@pulumi/pulumi'
import type { FunctionResource } from './function.ts'
import type { Platform } from './platform.ts'
import type { Settings } from '../settings/index.ts'

interface EdgeArgs {
  platform: Platform
  region: string
  edge: NonNullable<Settings['edge']>
  /** Serves every path that is in no route. */
  otherwise: FunctionResource
  /** Functions and their paths, in the pattern of a URL map: `/console/*`. */
  routes: readonly { to: FunctionResource; paths: readonly string[] }[]
  /** True to keep the IP address when the stack is destroyed: DNS records refer to it. */
  protectData: boolean
}

const scheme = 'EXTERNAL_MANAGED'

export function edgeUrl({ domain }: EdgeArgs['edge']): string {
  return `https://${domain}`
}

export class Edge extends ComponentResource {
  /** Base URL of all public endpoints: `https://<domain>`. */
  readonly url: string
  readonly domain: string
  /** IP address for the domain's A record. */
  readonly address: Output<string>

  constructor(name: string, args: EdgeArgs, options?: ComponentResourceOptions) {
    super('sluice:index:Edge', name, {}, options)
    const { platform, region, edge, otherwise, routes, protectData } = args
    const child = { parent: this }
    const enabled = { ...child, dependsOn: [...platform.ready] }
    const address = new compute.GlobalAddress(
      'edge',
      { description: `Sluice at ${edge.domain}` },
      { ...enabled, protect: protectData, retainOnDelete: protectData },
    )
    const policy =
      edge.armor && new compute.SecurityPolicy('edge', rateLimit(edge.armor.rateLimitPerMinute), enabled)
    const backend = (handler: FunctionResource) => {
      const group = new compute.RegionNetworkEndpointGroup(
        handler.name,
        { region, networkEndpointType: 'SERVERLESS', cloudRun: { service: handler.service } },
        child,
      )
      return new compute.BackendService(
        handler.name,
        {
          loadBalancingScheme: scheme,
          protocol: 'HTTPS',
          backends: [{ group: group.id }],
          ...(policy && { securityPolicy: policy.id }),
        },
        child,
      )
    }
    const rest = backend(otherwise).id
    const paths = new compute.URLMap(
      'edge',
      {
        defaultService: rest,
        hostRules: [{ hosts: [edge.domain], pathMatcher: 'paths' }],
        pathMatchers: [
          {
            name: 'paths',
            defaultService: rest,
            pathRules: routes.map(({ to, paths }) => ({ paths: [...paths], service: backend(to).id })),
          },
        ],
      },
      child,
    )
    const certificate = new compute.ManagedSslCertificate(
      'edge',
      { managed: { domains: [edge.domain] } },
      enabled,
    )
    const https = new compute.TargetHttpsProxy(
      'edge',
      {
        urlMap: paths.id,
        sslCertificates: [certificate.id],
        sslPolicy: new compute.SSLPolicy('edge', { profile: 'MODERN', minTlsVersion: 'TLS_1_2' }, enabled).id,
      },
      child,
    )
    // 308 keeps the method: a POST stays a POST.
    const toHttps = new compute.URLMap(
      'edge-redirect',
      {
        defaultUrlRedirect: {
          httpsRedirect: true,
          redirectResponseCode: 'PERMANENT_REDIRECT',
          stripQuery: false,
        },
      },
      enabled,
    )
    const http = new compute.TargetHttpProxy('edge-redirect', { urlMap: toHttps.id }, child)
    const listen = (id: string, port: string, target: Input<string>) =>
      new compute.GlobalForwardingRule(
        id,
        { ipAddress: address.address, portRange: port, target, loadBalancingScheme: scheme },
        child,
      )
    listen('edge', '443', https.id)
    listen('edge-redirect', '80', http.id)
    this.domain = edge.domain
    this.url = edgeUrl(edge)
    this.address = address.address
    this.registerOutputs({})
  }
}

/** Returns 429 to an IP address that exceeds the limit. https://cloud.google.com/armor/docs/rate-limiting-overview */
function rateLimit(perMinute: number): compute.SecurityPolicyArgs {
  const anyAddress = { versionedExpr: 'SRC_IPS_V1', config: { srcIpRanges: ['*'] } }
  return {
    description: 'Limits the request rate of each IP address',
    rules: [
      {
        action: 'throttle',
        priority: 1000,
        match: anyAddress,
        rateLimitOptions: {
          conformAction: 'allow',
          exceedAction: 'deny(429)',
          enforceOnKey: 'IP',
          rateLimitThreshold: { count: perMinute, intervalSec: 60 },
        },
      },
      { action: 'allow', priority: 2_147_483_647, match: anyAddress },
    ],
  }
}
