/** Proof: lists the rules that every stack must follow, whatever its settings. The rules are in policies/. Pure. */
import type { Graph } from './graph.ts'
import { accessPolicies } from './policies/access.ts'
import { busPolicies } from './policies/bus.ts'
import { dataPolicies } from './policies/data.ts'
import { edgePolicies } from './policies/edge.ts'
import { functionsPolicies } from './policies/functions.ts'
import { grantOrderPolicies } from './policies/grant_order.ts'
import { orderPolicies } from './policies/order.ts'
import type { Policy } from './policies/policy.ts'

export const policies: readonly Policy[] = [
  ...accessPolicies,
  ...grantOrderPolicies,
  ...dataPolicies,
  ...busPolicies,
  ...orderPolicies,
  ...functionsPolicies,
  ...edgePolicies,
]

interface PolicyViolation {
  policy: string
  /** The resource that breaks it, as `<type> <name>`. */
  resource: string
  /** How to fix it. */
  instruction: string
}

/** Returns every violation of a policy in the graph. */
export function policyViolations(graph: Graph): readonly PolicyViolation[] {
  return policies.flatMap(({ id, instruction, broken }) =>
    broken(graph).map(({ type, name }) => ({ policy: id, resource: `${type} ${name}`, instruction })),
  )
}
