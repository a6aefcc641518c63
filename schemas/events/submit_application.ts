/** Acquisition: an application for a job, a loan or a course. */
import { content_name, content_type, currency, value } from '../event_fields.ts'
import { defineEvent } from '../event_type.ts'

export const submit_application = defineEvent({
  name: 'submit_application',
  description: 'A user submitted an application.',
  fields: { content_name, content_type, value, currency },
  examples: [
    {
      event_name: 'submit_application',
      event_id: '28fb6358-7b26-5908-a803-97294c72b768',
      event_time: '2026-03-14T09:45:55Z',
      user_id: 'u-1815',
      email: 'ada@example.com',
      page_url: 'https://shop.example/jobs/42',
      consent: {
        ad_storage: 'granted',
        ad_user_data: 'granted',
        ad_personalization: 'granted',
        analytics_storage: 'granted',
      },
      content_name: 'Typesetter',
      content_type: 'job',
    },
  ],
})
