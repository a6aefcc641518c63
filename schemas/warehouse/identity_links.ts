/** Storage layer: describes table `identity_links`, the identifiers that were seen together in an event. */
import { nullable, required, type Table } from './column.ts'

export const identityLinks: Table = {
  name: 'identity_links',
  description:
    'Pairs of identifiers that an event had together: of user_id, anonymous_id and email_sha256, two are set. The run of kind people adds ' +
    'them every ten minutes. View people tells which of them are one person.',
  clustering: ['user_id', 'email_sha256', 'anonymous_id'],
  columns: [
    nullable('user_id', 'STRING', 'Id of a user.'),
    nullable('anonymous_id', 'STRING', 'Id of a browser or installation.'),
    nullable('email_sha256', 'STRING', 'SHA-256 of an email address, trimmed and in lower case, in hex.'),
    required(
      'seen_at',
      'TIMESTAMP',
      'When the bus accepted an event with both. It is updated when a later one is 30 days younger.',
    ),
  ],
}
