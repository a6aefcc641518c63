/** Access: checks the grants on the project, and that every type of grant is known. */
import assert from 'node:assert/strict'
import { grantsOf } from '../../local/pulumi/grants.ts'
import { examples, stack } from './stack.ts'

describe('access to the project', () => {
  it('on the project has no basic role, and for storage only the sources of functions', async () => {
    const { resources } = await stack(examples['with everything'])
    const projectWide = resources.filter(({ type }) => type === 'gcp:projects/iAMMember:IAMMember')
    const basic = projectWide.filter(({ inputs }) =>
      /^roles\/(owner|editor|viewer)$/.test(String(inputs['role'])),
    )
    assert.deepEqual(basic, [])
    const [storage] = projectWide.filter(({ inputs }) => String(inputs['role']).startsWith('roles/storage.'))
    assert.deepEqual(storage?.inputs['condition'], {
      title: 'Sources of functions',
      expression:
        "resource.name.startsWith('projects/_/buckets/acme-events-sluice-source') || " +
        "resource.name.startsWith('projects/_/buckets/gcf-v2-sources-')",
    })
  })

  it('fails on an unknown type of grant, and names it', async () => {
    const graph = await stack()
    const grant = graph.resources.find(({ inputs }) => 'member' in inputs)!
    const resources = [{ ...grant, type: 'gcp:storage/bucketIAMMember:BucketIAMMember' }]
    const message = /gcp:storage\/bucketIAMMember:BucketIAMMember .*: unknown type of grant/
    assert.throws(() => grantsOf({ ...graph, resources }), message)
  })
})
