/** Target layer: the user of an event in Meta's format, which Pinterest and Snapchat use, too. The fields of each target declare how values
 * are normalized. */
import type { Link } from '../../schemas/link.ts'

export const userData: Link = {
  'user_data.em': { list: ['email'] },
  'user_data.ph': { list: ['phone'] },
  'user_data.fn': { list: ['first_name'] },
  'user_data.ln': { list: ['last_name'] },
  'user_data.ge': { list: ['gender'] },
  'user_data.db': { list: ['date_of_birth'] },
  'user_data.ct': { list: ['city'] },
  'user_data.st': { list: ['region'] },
  'user_data.zp': { list: ['postal_code'] },
  'user_data.country': { list: ['country'] },
  'user_data.external_id': { list: [{ first: ['user_id', 'anonymous_id'] }] },
  'user_data.client_ip_address': 'ip',
  'user_data.client_user_agent': 'user_agent',
}
