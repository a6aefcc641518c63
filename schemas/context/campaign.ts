/** Context fields of the campaign that brought the user. https://support.google.com/analytics/answer/10917952 */
import { textField } from './field.ts'

export const campaign = {
  utm_source: textField('Who sent the visitor, such as a site or newsletter.', 'newsletter'),
  utm_medium: textField('Kind of channel, such as email, cpc or social.', 'email'),
  utm_campaign: textField('Name of the campaign.', 'spring_launch'),
  utm_term: textField('Paid search keyword.', 'analytical engine'),
  utm_content: textField('Which variant of the link or creative was followed.', 'header_button'),
  utm_id: textField('Id of the campaign.', 'c-2026-03'),
}
