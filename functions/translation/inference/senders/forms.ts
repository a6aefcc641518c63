/** Senders: forms, bookings and mailing lists of Typeform, Calendly, Mailchimp, Meta lead ads and Zapier. */
import { any, iso, string, type PayloadShape } from './shape.ts'

const response = 'form_response'
const change = 'changes.value'

export const forms: readonly PayloadShape[] = [
  {
    id: 'typeform',
    title: 'Typeform',
    thing: 'responses',
    docs: 'https://www.typeform.com/developers/webhooks/example-payload/',
    has: { event_type: /^form_response$/, [`${response}.form_id`]: any, [`${response}.token`]: any },
    event: { from: 'event_type', values: { form_response: 'lead' } },
    link: {
      event_id: 'event_id',
      event_time: iso(`${response}.submitted_at`),
      content_name: `${response}.definition.title`,
      email: `${response}.hidden.email`,
      user_id: `${response}.hidden.user_id`,
      utm_source: `${response}.hidden.utm_source`,
      utm_medium: `${response}.hidden.utm_medium`,
      utm_campaign: `${response}.hidden.utm_campaign`,
    },
  },
  {
    id: 'calendly',
    title: 'Calendly',
    thing: 'bookings',
    docs: 'https://developer.calendly.com/api-docs/b92768854bc06-invitee-payload',
    has: { event: /^invitee\.(created|canceled)$/, 'payload.email': any },
    event: {
      from: 'event',
      values: { 'invitee.created': 'schedule', 'invitee.canceled': 'appointment_canceled' },
    },
    link: {
      event_time: iso('created_at'),
      content_name: 'payload.scheduled_event.name',
      email: 'payload.email',
      first_name: 'payload.first_name',
      last_name: 'payload.last_name',
      phone: 'payload.text_reminder_number',
      timezone: 'payload.timezone',
      utm_source: 'payload.tracking.utm_source',
      utm_medium: 'payload.tracking.utm_medium',
      utm_campaign: 'payload.tracking.utm_campaign',
      utm_content: 'payload.tracking.utm_content',
      utm_term: 'payload.tracking.utm_term',
    },
  },
  {
    id: 'mailchimp',
    title: 'Mailchimp',
    thing: 'subscribers',
    docs: 'https://mailchimp.com/developer/marketing/guides/sync-audience-data-webhooks/',
    has: {
      type: /^(subscribe|unsubscribe|profile|upemail|cleaned|campaign)$/,
      fired_at: any,
      'data.list_id': any,
    },
    event: {
      from: 'type',
      // The standard event subscribe is a paid subscription.
      values: {
        subscribe: 'lead',
        unsubscribe: 'newsletter_left',
        profile: 'profile_updated',
        upemail: 'email_changed',
        cleaned: 'address_bounced',
        campaign: 'campaign_sent',
      },
    },
    link: {
      event_time: iso('fired_at'),
      user_id: { first: ['data.id', 'data.new_id'] },
      email: { first: ['data.email', 'data.new_email'] },
      first_name: 'data.merges.FNAME',
      last_name: 'data.merges.LNAME',
      phone: 'data.merges.PHONE',
      ip: { first: ['data.ip_signup', 'data.ip_opt'] },
    },
  },
  {
    id: 'meta',
    title: 'Meta lead ads',
    thing: 'leads',
    docs: 'https://developers.facebook.com/docs/marketing-api/guides/lead-ads/retrieving#webhooks',
    has: { 'changes.field': /^leadgen$/, [`${change}.leadgen_id`]: any },
    each: 'changes',
    event: { from: 'changes.field', values: { leadgen: 'lead' } },
    link: {
      event_id: string(`${change}.leadgen_id`),
      event_time: iso(`${change}.created_time`),
      content_name: { template: `form {${change}.form_id}` },
      source: { const: 'meta_lead_ads' },
    },
  },
  {
    id: 'zapier',
    title: 'Zapier',
    thing: 'records',
    docs: 'https://help.zapier.com/hc/en-us/articles/8496275717261-Insert-the-time-your-Zap-runs-into-a-field',
    has: { zap_meta_timestamp: any },
    link: {},
    isOpen: true,
  },
]
