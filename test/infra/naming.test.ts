/** Naming: rejects names of cloud resources that Google would refuse, with the rule. */
import assert from 'node:assert/strict'
import { bucketName, busId, functionName, secretId, serviceAccountId } from '../../infra/naming.ts'

const names = [
  ['service account id', serviceAccountId, 'store', 'sluice-store', 'a-purpose-that-is-far-too-long'],
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

describe('names of cloud resources', () => {
  for (const [what, name, given, expected, wrong] of names) {
    it(`follow Google’s rules: ${what}`, () => {
      assert.equal(name(given), expected)
      assert.throws(() => name(wrong), new RegExp(`^Error: Invalid ${what} ".*": it must match `))
    })
  }
})
