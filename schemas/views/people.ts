/** Storage layer: describes view `people`, the identifiers of each person. */
import { maxLinked } from '../person.ts'
import { nullable } from '../warehouse/column.ts'
import { identityLinks } from '../warehouse/identity_links.ts'
import { countedDays } from './consent_now.ts'
import type { Locate, View } from './view.ts'
import { daysAgo } from './window.ts'

/**
 * The connected components of the links between identifiers that belong to one person.
 *
 * A person is a user, or an email address that is not known to be a user's. An address is that of its user if it has one. A device is that of the
 * one person whom it was seen with. What was seen with two people is shared: it belongs to nobody, and connects nobody. So every component is one
 * person with the identifiers around them, two links wide, and two joins find it: no repetition, whatever the length of a chain of shared
 * identifiers. The cost is linear in the number of links.
 */
export function people(locate: Locate): View {
  return {
    name: 'people',
    description:
      `The identifiers that were seen with others in the last ${countedDays} days, each with its person. An identifier of several people, or with ` +
      `more than ${maxLinked} others, belongs to none. Table identity_links has the links.`,
    columns: [
      nullable('id_type', 'STRING', 'user_id, anonymous_id or email_sha256.'),
      nullable('id', 'STRING', 'The identifier.'),
      nullable(
        'person_id',
        'STRING',
        'The person: user_id: and the user, or email_sha256: and the address of a person without a user, or anonymous_id: and a device ' +
          'without a person. Null: the identifier is shared.',
      ),
    ],
    query: `WITH link AS (
  SELECT user_id, anonymous_id, email_sha256
  FROM ${locate(identityLinks.name)}
  WHERE seen_at >= ${daysAgo(countedDays, 'DAY')}
),
by_user AS (
  SELECT user_id AS id, IF(COUNT(*) > ${maxLinked}, NULL, CONCAT('user_id:', user_id)) AS person_id
  FROM link
  WHERE user_id IS NOT NULL
  GROUP BY user_id
),
address_links AS (
  SELECT email_sha256 AS id, COUNT(*) AS linked, MIN(user_id) AS user_id, MAX(user_id) AS last_user_id
  FROM link
  WHERE email_sha256 IS NOT NULL
  GROUP BY email_sha256
),
by_address AS (
  SELECT address_links.id,
    CASE
      WHEN linked > ${maxLinked} OR user_id != last_user_id THEN NULL
      WHEN user_id IS NOT NULL THEN by_user.person_id
      ELSE CONCAT('email_sha256:', address_links.id)
    END AS person_id
  FROM address_links
  LEFT JOIN by_user ON by_user.id = address_links.user_id
),
device_links AS (
  SELECT link.anonymous_id AS id, COALESCE(by_user.person_id, by_address.person_id) AS person_id
  FROM link
  LEFT JOIN by_user ON by_user.id = link.user_id
  LEFT JOIN by_address ON by_address.id = link.email_sha256
  WHERE link.anonymous_id IS NOT NULL
),
by_device AS (
  SELECT id,
    CASE
      WHEN MIN(person_id) IS NULL THEN CONCAT('anonymous_id:', id)
      WHEN MIN(person_id) = MAX(person_id) THEN MIN(person_id)
    END AS person_id
  FROM device_links
  GROUP BY id
)
SELECT 'user_id' AS id_type, id, person_id FROM by_user
UNION ALL
SELECT 'email_sha256' AS id_type, id, person_id FROM by_address
UNION ALL
SELECT 'anonymous_id' AS id_type, id, person_id FROM by_device`,
    reads: [identityLinks.name],
  }
}
