/** Context fields: describes the user. Targets normalize and hash plain values at send time; a SHA-256 in hex is sent unchanged. */
import { choice, date, integer, personal, text } from './field.ts'

// Alternatives and repetitions do not overlap, so matching is linear in the length of hostile input.
const emailOrHash = '^\\s*[^@\\s]+@[^@\\s]+\\s*$|^[A-Fa-f0-9]{64}$'
const phoneOrHash = '^\\+?[0-9 ().\\/-]{5,32}$|^[A-Fa-f0-9]{64}$'

export const identity = {
  user_id: text("The producer's id of the signed-in user.", 'u-1815', {
    ...personal,
    maxLength: 256,
  }),
  anonymous_id: text('Id of the browser or installation before sign-in.', 'anon-7f3a91', {
    ...personal,
    maxLength: 256,
  }),
  email: text('Email address, or its SHA-256.', 'ada@example.com', {
    ...personal,
    maxLength: 320,
    pattern: emailOrHash,
  }),
  phone: text('Phone number with its country code (E.164), or its SHA-256.', '+442071234567', {
    ...personal,
    maxLength: 64,
    pattern: phoneOrHash,
  }),
  first_name: text('Given name.', 'Ada', { ...personal, maxLength: 256 }),
  last_name: text('Family name.', 'Lovelace', { ...personal, maxLength: 256 }),
  gender: choice('Gender: f (female), m (male) or n (neither, or not stated).', ['f', 'm', 'n'], personal),
  date_of_birth: date('Date of birth.', '1990-12-10', personal),
  session_id: text("The producer's id of the session.", 's-20260314-0926', {
    maxLength: 256,
  }),
  session_number: integer('Number of sessions of the user, including this one.', 3, { minimum: 1 }),
}
