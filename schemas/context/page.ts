/** Context fields that say on which page the event happened. */
import { textField, url } from './field.ts'

export const page = {
  page_url: url('Address of the page.', 'https://news.example/articles/analytical-engine?ref=home'),
  page_referrer: url('Address of the page before; empty when there was none.', 'https://search.example/', {
    minLength: 0,
    pattern: '^$|^[A-Za-z][A-Za-z0-9+.-]*:',
  }),
  page_title: textField('Title of the page.', 'The Analytical Engine', { minLength: 0, maxLength: 2048 }),
}
