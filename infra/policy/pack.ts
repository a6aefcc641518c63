/** Policy pack: makes every policy of proof/ a policy that the Pulumi CLI checks before it changes anything. */
import { PolicyPack, type StackValidationPolicy } from '@pulumi/policy'
import { policies } from '../proof/policies.ts'
import type { Policy } from '../proof/policies/policy.ts'
import { graphOfResources } from './graph.ts'

function stackPolicy({ id, instruction, broken }: Policy): StackValidationPolicy {
  return {
    name: id,
    description: instruction,
    validateStack: ({ resources }, report) => {
      for (const { type, name, urn } of broken(graphOfResources(resources))) report(`${type} ${name}`, urn)
    },
  }
}

export const pack = new PolicyPack('sluice', {
  description: 'Rules that every stack of Sluice must follow, whatever its settings.',
  enforcementLevel: 'mandatory',
  policies: policies.map(stackPolicy),
})
