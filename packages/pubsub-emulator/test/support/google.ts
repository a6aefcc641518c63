/** Runs the conformance suite against Google Cloud Pub/Sub:
 * `SLUICE_TEST_PROJECT=<project> node packages/pubsub-emulator/test/support/google.ts`, with Application Default Credentials that can
 * administer the project's Pub/Sub. Its resources have unique names and are deleted afterwards.
 * https://cloud.google.com/docs/authentication/application-default-credentials */
import { GoogleAuth } from 'google-auth-library'
import { conform } from './conform.ts'

const project = process.env['SLUICE_TEST_PROJECT']
if (project) {
  const auth = new GoogleAuth({ scopes: 'https://www.googleapis.com/auth/pubsub' })
  const authorization = async (): Promise<string> => `Bearer ${await auth.getAccessToken()}`
  // Without credentials every case would fail for the same reason.
  await authorization()
  await conform(
    {
      name: `Google Cloud Pub/Sub, project ${project}`,
      rest: 'https://pubsub.googleapis.com',
      grpc: undefined,
      project,
      authorization,
      caps: new Set(['texts', 'auth', 'limits']),
    },
    { deviations: {}, concurrency: 8, caseMilliseconds: 120_000 },
  )
} else
  console.log(
    'skipped: SLUICE_TEST_PROJECT names no project to run in (it also takes Application Default Credentials)',
  )
