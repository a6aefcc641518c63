/** Names of cloud resources: what Google would refuse is refused before it is asked, with the rule. */
import assert from 'node:assert/strict'
import { bucketName, busId, functionName, secretId, serviceAccountId } from '../../infra/naming.ts'

const names = [
  ['service account id', serviceAccountId, 'store', 'sluice-store', 'a-purpose-that-goes-on-and-on'],
  ['secret id', secretId, 'SECRET_CRM_KEY', 'secret-crm-key', 'SECRET CRM'],
  ['topic or subscription id', busId, 'view_content', 'view_content', 'google_click'],
  ['function name', functionName, 'store', 'store', 'view_content'],
  [
    'bucket name',
    (project: string) => bucketName(project, 'source'),
    'acme-events',
    'acme-events-sluice-source',
    'Acme',
  ],
] as const

describe('names', () => {
  for (const [what, name, given, expected, wrong] of names) {
    it(`of cloud resources keep to Google’s rules: ${what}`, () => {
      assert.equal(name(given), expected)
      assert.throws(() => name(wrong), new RegExp(`^Error: ${what} '.*' must match `))
    })
  }
})
