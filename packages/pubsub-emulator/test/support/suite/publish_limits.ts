/** Publishing: the limits on messages and requests, from both sides. */
import { docs, type Case } from '../case.ts'
import { encode } from '../session.ts'
import { delivers, message, publishing, refuses } from './publishing.ts'

function attributes(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${index}`, 'value']))
}

export const publishLimitCases: readonly Case[] = [
  publishing(
    'empty-key',
    'refuses an empty attribute key',
    refuses(message({ attributes: { '': 'x' } })),
    [],
    docs.limits,
  ),
  publishing(
    'goog-key',
    'refuses an attribute key that begins with goog',
    refuses(message({ attributes: { google: 'x' } })),
    [],
    docs.message,
  ),
  publishing(
    'long-key',
    'refuses an attribute key of 257 bytes',
    refuses(message({ attributes: { ['k'.repeat(257)]: 'x' } })),
    [],
    docs.limits,
  ),
  publishing(
    'longest-key',
    'accepts an attribute key of 256 bytes',
    delivers({ attributes: { ['k'.repeat(256)]: 'x' } }),
    [],
    docs.limits,
  ),
  publishing(
    'long-value',
    'refuses an attribute value of 1,025 bytes',
    refuses(
      message({ attributes: { a: 'v'.repeat(1025) } }),
      /value that is too long\. The length is 1025 characters, but the maximum allowed is 1024\./,
    ),
    [],
    docs.limits,
  ),
  publishing(
    'longest-value',
    'accepts an attribute value of 1,024 bytes',
    delivers({ attributes: { a: 'v'.repeat(1024) } }),
    [],
    docs.limits,
  ),
  publishing(
    'many-attributes',
    'refuses 101 attributes',
    refuses(message({ attributes: attributes(101) })),
    [],
    docs.limits,
  ),
  publishing(
    'most-attributes',
    'accepts 100 attributes',
    delivers({ attributes: attributes(100) }),
    [],
    docs.limits,
  ),
  publishing(
    'long-ordering-key',
    'refuses an ordering key of 1,025 bytes',
    refuses(message({ orderingKey: 'k'.repeat(1025) })),
    [],
    docs.limits,
  ),
  publishing(
    'too-many',
    'refuses 1,001 messages',
    refuses(
      { messages: Array.from({ length: 1001 }, () => ({ data: 'eA==' })) },
      'The value for message_count is too large. You passed 1001 in the request, but the maximum value is 1000.',
    ),
    [],
    docs.limits,
  ),
  publishing(
    'largest',
    'accepts 9.9 MB',
    async (session) => {
      await session.publish(await session.topic(), 'x'.repeat(9_900_000))
    },
    ['limits'],
    docs.limits,
  ),
  publishing(
    'too-large',
    'refuses more than 10,000,000 bytes',
    refuses(
      { messages: [{ data: encode('x'.repeat(10_000_001)) }] },
      'The value for request_size is too large. You passed 10000001 in the request, but the maximum value is 10000000.',
    ),
    ['limits'],
    docs.limits,
  ),
  publishing(
    'much-too-large',
    'refuses a body that is far too large',
    refuses(
      { messages: [{ data: encode('x'.repeat(20_000_000)) }] },
      'Request payload size exceeds the limit: 10485760 bytes.',
    ),
    ['limits'],
    docs.limits,
  ),
]
