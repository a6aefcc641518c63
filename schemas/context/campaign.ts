/** Context fields: describes the campaign that the user came from. https://support.google.com/analytics/answer/10917952 */
import { textField } from './field.ts'

export const campaign = {
  utm_source: textField('Referrer of the visitor, such as a site or newsletter.', 'newsletter'),
  utm_medium: textField('Channel, such as email, cpc or social.', 'email'),
  utm_campaign: textField('Name of the campaign.', 'spring_launch'),
  utm_term: textField('Paid search keyword.', 'analytical engine'),
  utm_content: textField('Variant of the link or creative.', 'header_button'),
  utm_id: textField('Id of the campaign.', 'c-2026-03'),
}
