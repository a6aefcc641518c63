/** Least privilege: the methods of the embedded Secret Manager, on the secret in which `forward` keeps the tokens of a vendor. Nobody else reads or writes
 * it. */
import { all, statusOf, type Door } from './door.ts'

const secret = 'projects/sluice-local/secrets/rolled-token-pins'

function door(name: string, method: string, path: string, body?: object): Door {
  return {
    name,
    statuses: all(403),
    ask: ({ facts, headers }) =>
      statusOf(`${facts.secretManagerUrl}/v1/${path}`, {
        method,
        headers,
        ...(body && { body: JSON.stringify(body) }),
      }),
  }
}

export const secretManagerDoors: readonly Door[] = [
  door('GET versions/*:access', 'GET', `${secret}/versions/latest:access`),
  door('POST :addVersion', 'POST', `${secret}:addVersion`, {
    payload: { data: Buffer.from('{"seeds":[]}').toString('base64') },
  }),
  door('GET versions', 'GET', `${secret}/versions`),
  door('POST versions/*:destroy', 'POST', `${secret}/versions/1:destroy`, {}),
]
