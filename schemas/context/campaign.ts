/** Context fields: describes the campaign that the user came from. https://support.google.com/analytics/answer/10917952 */
import { text } from './field.ts'

export const campaign = {
  utm_source: text('Referrer of the visitor, such as a site or newsletter.', 'newsletter'),
  utm_medium: text('Channel, such as email, cpc or social.', 'email'),
  utm_campaign: text('Name of the campaign.', 'spring_launch'),
  utm_term: text('Paid search keyword.', 'analytical engine'),
  utm_content: text('Variant of the link or creative.', 'header_button'),
  utm_id: text('Id of the campaign.', 'c-2026-03'),
}
