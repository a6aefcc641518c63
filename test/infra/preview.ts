/** Tests of `npx sluice plan`: previews written by hand in the form that the CLI documents.
 * https://github.com/pulumi/pulumi/blob/master/pkg/backend/display/json.go (PreviewDigest) */
import { plan } from '../../infra/proof/plan.ts'
import { readPreview } from '../../infra/proof/preview.ts'

export function urn(type: string, name: string, parent = 'sluice:index:Bus'): string {
  return `urn:pulumi:prod::sluice::${parent}$${type}::${name}`
}

export const subscriptionType = 'gcp:pubsub/subscription:Subscription'
export const functionType = 'gcp:cloudfunctionsv2/function:Function'
export const tableType = 'gcp:bigquery/table:Table'

export function state(inputs: object) {
  return { inputs, outputs: inputs, custom: true }
}

export function update(
  type: string,
  name: string,
  before: object,
  after: object,
  diffReasons: string[] = [],
) {
  return {
    op: 'update',
    urn: urn(type, name),
    oldState: state(before),
    newState: state(after),
    diffReasons,
    detailedDiff: null,
  }
}

export function create(type: string, name: string, inputs: object) {
  return {
    op: 'create',
    urn: urn(type, name),
    newState: state(inputs),
    detailedDiff: null,
  }
}

export function remove(type: string, name: string, inputs: object) {
  return {
    op: 'delete',
    urn: urn(type, name),
    oldState: state(inputs),
    detailedDiff: null,
  }
}

/** The time at which the plans are made. */
export const planTime = Date.parse('2026-03-14T10:00:00Z')

export function planOf(...steps: readonly object[]): readonly string[] {
  return plan(readPreview(JSON.stringify({ steps, changeSummary: {} })), planTime).split('\n')
}

export function rule(id: string, when: string, effect = 'permit') {
  return { id, effect, when }
}

export function withDestinations(...destinations: readonly object[]) {
  return {
    serviceConfig: { environmentVariables: { DESTINATIONS: JSON.stringify(destinations) } },
  }
}
