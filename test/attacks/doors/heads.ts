/** Attacks on the public doors: paths, methods, tokens, headers and queries. */
import { attack, canaryPerson, canaryToken, doors, mainPath, type Attack } from './case.ts'

/** Request targets that no door has. */
const strangePaths = [
  '//',
  '///v1/topics',
  '/%',
  '/%zz',
  '/%00',
  '/%E0%A4%A',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/../../etc/passwd',
  '/v1/../../etc/passwd',
  '/..%5c..%5cwindows',
  '/.git/config',
  '/.env',
  '/package.json',
  '/node_modules/undici/package.json',
  '/v1',
  '/v2/topics',
  '/V1/TOPICS',
  '/v1/topic',
  '/v1/topics/a/b/c',
  '/v1/projects',
  '/v1/projects/p/topics/t',
  '/v1/translators',
  '/v1/translators/',
  '/v1/translators/../../x',
  '/v1/translators/A',
  '/v1/translators/a@b',
  '/v1/translators/visits@99999.1',
  '/v1/translators/visits/1.0',
  '/v1/translators/__proto__',
  '/v1/hooks',
  '/v1/hooks/',
  '/v1/hooks/..',
  '/v1/hooks/__proto__',
  '/v1/console',
  '/v1/console/nothing',
  '/v1/console/__proto__',
  '/v1/consoleexplain',
  '/__proto__',
  '/constructor',
  '/toString',
  '/hasOwnProperty',
  `/${'a'.repeat(8000)}`,
  `/v1/topics/${'a'.repeat(300)}`,
  '/v1/topics/a',
  '/v1/topics/goog_x',
  '/v1/topics/%20%20%20',
  '/v1/topics/<script>',
  "/v1/topics/';drop",
  '/v1/topics/stored',
  '/v1/topics/%F0%9F%92%A5',
  '/http://evil.example/',
  '/*',
] as const

const methods = ['GET', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'LOCK', 'SEARCH', 'PURGE', 'M-SEARCH']

const tokens: readonly (string | undefined)[] = [
  undefined,
  '',
  'Bearer',
  'Bearer ',
  'bearer\t',
  `Basic ${canaryToken}`,
  `Digest username="${canaryToken}"`,
  `Bearer ${canaryToken}`,
  `Bearer ${canaryToken} ${canaryToken}`,
  `Bearer "${canaryToken}"`,
  `Bearer ${canaryToken},Bearer ${canaryToken}`,
  `Bearer ya29.${canaryToken.repeat(200)}`,
  'Bearer null',
  'Bearer undefined',
  'Bearer [object Object]',
  'Bearer __proto__',
  'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.',
  `Bearer ${Buffer.from(canaryToken).toString('base64')}`,
  'Bearer ../../token',
  'Bearer ====',
  `token ${canaryToken}`,
  'Negotiate YII=',
]

/** Content codings and types, with the status of ingest. The body is not what they declare. */
const codings: readonly (readonly [Readonly<Record<string, string>>, readonly number[]])[] = [
  [{ 'content-encoding': 'gzip' }, [400]],
  [{ 'content-encoding': 'x-gzip' }, [400]],
  [{ 'content-encoding': 'GZIP ' }, [400]],
  [{ 'content-encoding': 'br' }, [415]],
  [{ 'content-encoding': 'deflate' }, [415]],
  [{ 'content-encoding': 'gzip, gzip' }, [415]],
  [{ 'content-encoding': '__proto__' }, [415]],
  [{ 'content-encoding': `x${canaryToken.length}` }, [415]],
  [{ 'content-type': 'application/json; charset=utf-16' }, [415]],
  [{ 'content-type': 'application/json; charset=klingon' }, [415]],
  [{ 'content-type': 'application/json; charset=__proto__' }, [415]],
  [{ 'content-type': 'application/x-ndjson; charset=utf-7' }, [415]],
]

const queries: readonly string[] = [
  'validateOnly=maybe',
  'validateOnly=true&validateOnly=true',
  'validateOnly[]=true',
  `access_token=${canaryToken}`,
  `key=${canaryToken}`,
  '__proto__=1',
  'constructor=1',
  'attributes.=1',
  'attributes.googx=1',
  `attributes.${'a'.repeat(257)}=1`,
  `attributes.a=${'x'.repeat(1025)}`,
  'orderingKey=%ff',
  `orderingKey=${'k'.repeat(1025)}`,
  Array.from({ length: 101 }, (_, n) => `attributes.a${n}=1`).join('&'),
  `email=${canaryPerson}`,
  'a',
  '=',
  '%00=1',
  '?a',
]

/** A console that gets an unknown path has files and tabs besides; a page never answers a POST. */
const notThere = [400, 403, 404, 405]

export const heads: readonly Attack[] = [
  ...doors.flatMap((door) =>
    strangePaths.flatMap((path) =>
      [`POST`, 'GET'].map((method) =>
        attack(door, `${method} ${path}`, notThere, { method, path, body: '' }),
      ),
    ),
  ),
  ...doors.flatMap((door) =>
    methods.map((method) => attack(door, `${method} on its main path`, [405], { method, body: '' })),
  ),
  ...doors.flatMap((door) =>
    tokens.map((header) =>
      attack(door, `authorization ${header?.slice(0, 30)}`, [401], {
        authorization: { header },
        // The console reads the form of a request before it asks BigQuery who sends it.
        body: '{"events":[{}]}',
      }),
    ),
  ),
  ...(['ingest', 'translate'] as const).flatMap((door) => [
    attack(door, 'a stranger', [403], { authorization: 'stranger' }),
    attack(door, 'a stranger who validates', [403], {
      authorization: 'stranger',
      path: `${mainPath[door]}?validateOnly=true`,
    }),
  ]),
  attack('console', 'a stranger', [403], { authorization: 'stranger', body: '{"events":[{}]}' }),
  ...codings.map(([headers, expected]) => attack('ingest', JSON.stringify(headers), expected, { headers })),
  ...queries.map((query) => attack('ingest', query, [400], { path: `${mainPath.ingest}?${query}` })),
  ...queries.map((query) => attack('translate', query, [400], { path: `${mainPath.translate}?${query}` })),
  ...queries.map((query) => attack('hook', query, [401], { path: `${mainPath.hook}?${query}` })),
]
