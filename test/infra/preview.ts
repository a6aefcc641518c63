/** Tests of `npm run plan`: previews written by hand in the form that the CLI documents.
 * https://github.com/pulumi/pulumi/blob/master/pkg/backend/display/json.go (PreviewDigest) */
import { plan } from '../../infra/proof/plan.ts'
import { readPreview } from '../../infra/proof/preview.ts'

export const urn = (type: string, name: string, parent = 'sluice:index:Bus'): string =>
  `urn:pulumi:prod::sluice::${parent}$${type}::${name}`
export const subscriptionType = 'gcp:pubsub/subscription:Subscription'
export const functionType = 'gcp:cloudfunctionsv2/function:Function'
export const tableType = 'gcp:bigquery/table:Table'

export const state = (inputs: object) => ({ inputs, outputs: inputs, custom: true })
export const update = (
  type: string,
  name: string,
  before: object,
  after: object,
  diffReasons: string[] = [],
) => ({
  op: 'update',
  urn: urn(type, name),
  oldState: state(before),
  newState: state(after),
  diffReasons,
  detailedDiff: null,
})
export const create = (type: string, name: string, inputs: object) => ({
  op: 'create',
  urn: urn(type, name),
  newState: state(inputs),
  detailedDiff: null,
})
export const remove = (type: string, name: string, inputs: object) => ({
  op: 'delete',
  urn: urn(type, name),
  oldState: state(inputs),
  detailedDiff: null,
})

export const told = (...steps: readonly object[]): readonly string[] =>
  plan(readPreview(JSON.stringify({ steps, changeSummary: {} }))).split('\n')

export const rule = (id: string, when: string, effect = 'permit') => ({ id, effect, when })
export const withDestinations = (...destinations: readonly object[]) => ({
  serviceConfig: { environmentVariables: { DESTINATIONS: JSON.stringify(destinations) } },
})
