/** Proof: rules for the load balancer. Pure. */
import { ofType, part, types } from '../graph.ts'
import type { Policy } from './policy.ts'

export const edgePolicies: readonly Policy[] = [
  {
    id: 'edge-takes-tls-1.2',
    instruction:
      'Give the proxy an SSLPolicy with minTlsVersion TLS_1_2 or higher; the default accepts TLS 1.0.',
    broken: (graph) => {
      const modern = ofType(graph, 'gcp:compute/sSLPolicy:SSLPolicy')
        .filter(({ inputs }) => /^TLS_1_[23]$/.test(String(inputs['minTlsVersion'])))
        .map(({ id }) => id)
      return ofType(graph, 'gcp:compute/targetHttpsProxy:TargetHttpsProxy').filter(
        ({ inputs }) => !modern.includes(String(inputs['sslPolicy'])),
      )
    },
  },
  {
    id: 'edge-redirects-plain-http',
    instruction:
      'Point plain HTTP at a URL map that only redirects to HTTPS: tokens must not be sent unencrypted.',
    broken: (graph) => {
      const redirects = ofType(graph, 'gcp:compute/uRLMap:URLMap')
        .filter(
          (each) =>
            part(each, 'defaultUrlRedirect')['httpsRedirect'] === true && !('pathMatchers' in each.inputs),
        )
        .map(({ id }) => id)
      return ofType(graph, 'gcp:compute/targetHttpProxy:TargetHttpProxy').filter(
        ({ inputs }) => !redirects.includes(String(inputs['urlMap'])),
      )
    },
  },
  {
    id: 'edge-is-the-only-way-in',
    instruction: 'Behind a load balancer, set ingressSettings of a function to "ALLOW_INTERNAL_AND_GCLB".',
    broken: (graph) => {
      const behind = ofType(graph, 'gcp:compute/regionNetworkEndpointGroup:RegionNetworkEndpointGroup').map(
        (each) => part(each, 'cloudRun')['service'],
      )
      return ofType(graph, types.function).filter(
        (each) =>
          behind.includes(each.inputs['name']) &&
          part(each, 'serviceConfig')['ingressSettings'] === 'ALLOW_ALL',
      )
    },
  },
]
