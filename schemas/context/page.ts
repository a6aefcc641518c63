/** Context fields: describes the page on which the event happened. */
import { text, url } from './field.ts'

export const page = {
  page_url: url('URL of the page.', 'https://news.example/articles/analytical-engine?ref=home'),
  page_referrer: url('URL of the previous page; empty if there was none.', 'https://search.example/', {
    minLength: 0,
    pattern: '^$|^[A-Za-z][A-Za-z0-9+.-]*:',
  }),
  page_title: text('Title of the page.', 'The Analytical Engine', { minLength: 0, maxLength: 2048 }),
}
