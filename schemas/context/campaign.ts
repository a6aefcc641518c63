/** Context fields of the campaign that brought the user. https://support.google.com/analytics/answer/10917952 */
import { text } from './field.ts'

export const campaign = {
  utm_source: text('Who sent the visitor, such as a site or newsletter.', 'newsletter'),
  utm_medium: text('Kind of channel, such as email, cpc or social.', 'email'),
  utm_campaign: text('Name of the campaign.', 'spring_launch'),
  utm_term: text('Paid search keyword.', 'analytical engine'),
  utm_content: text('Which variant of the link or creative was followed.', 'header_button'),
  utm_id: text('Id of the campaign.', 'c-2026-03'),
}
