/** Deviations of Google's emulator (0.8.20) from Google's documentation: the failing cases, by reason. */
function within(area: string, ids: string): string[] {
  return ids.split(' ').map((id) => `${area}/${id}`)
}

const byReason: Record<string, readonly string[]> = {
  'filters are kept but neither read nor applied': [
    ...within(
      'filter',
      'and case equal escapes has has-unequal inherited minus not not-binds not-parentheses or parentheses prefix quoted-key quoted-key-equal three tight unequal',
    ),
    ...within(
      'filter',
      'refuses-data refuses-greater refuses-long refuses-lower-case refuses-mixed refuses-open refuses-operator refuses-single-quotes refuses-trailing refuses-unquoted',
    ),
  ],
  'filters do not hold back pushes either': ['push/filtered'],
  'limits on attributes and ordering keys are not enforced': [
    ...within('publish', 'empty-key goog-key long-key long-value long-ordering-key many-attributes'),
    'client/invalid',
  ],
  'attribute values may be numbers': ['publish/number-attribute'],
  'message ids count from 1': ['publish/big-ids'],
  'bounds of subscriptions are not enforced': [
    'subscriptions/deadline-short',
    'subscriptions/expiration-short',
  ],
  'bounds of dead-letter policies fail with OUT_OF_RANGE': ['dead-letters/few', 'dead-letters/many'],
  'defaults are not returned': ['subscriptions/defaults'],
  'labels and expiration policies cannot be changed': [
    'subscriptions/patch-labels',
    'subscriptions/patch-expiration',
    'topics/patch-labels',
  ],
  'subscriptions cannot be detached': ['subscriptions/detach'],
  'there is no IAM': [
    ...within('access', 'grpc-permissions test-permissions-owner'),
    ...within('policies', 'empty missing unknown-role version'),
  ],
  'labels of snapshots are neither kept nor changed': ['snapshots/create', 'snapshots/labels'],
  'snapshots of filtered subscriptions lack later messages': ['snapshots/filter'],
  'snapshots end with their subscription': ['snapshots/outlives'],
  'HTTP errors of the front end are plain text, or another error': within(
    'wire',
    'content-type error-shape post-topic unknown-path unknown-query unknown-verb wrong-method',
  ),
  'push subscriptions can be pulled from': ['pull/push-subscription'],
  'the pushed wrapper lacks the ordering key and the delivery attempt': ['push/wrapped', 'dead-letters/push'],
  'pushes are not signed': ['push/oidc'],
  'pushes come from a Java client': ['push/user-agent'],
  'headers are written under other names': ['push/metadata'],
  '203 acknowledges, redirects are followed': ['push/refused-203', 'push/refused-302'],
  'two pushes at a time, the others wait': ['push/side-by-side', 'push/window'],
  'refused pushes are repeated every second': ['push/backoff'],
  'retry policies do not delay the first redelivery of a pull': ['leases/retry-policy'],
  'dead letters are published only when their subscription is pulled once more': [
    'dead-letters/pull',
    'dead-letters/ordering',
  ],
  'messages behind a refused one of their key are not delivered again': ['ordering/redelivery'],
  'subscriptions with ordering cannot seek': ['replay/ordered'],
  'a new subscription gets what its topic retained without a seek': [
    'replay/topic-retention',
    'replay/topic-filter',
  ],
  'late acknowledgements under exactly-once delivery fail without a text': ['client/exactly-once-late'],
  'messages purged by a seek are not retained': ['replay/forth-and-back'],
}

/** The reason by case. */
export const deviations: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(byReason).flatMap(([reason, ids]) => ids.map((id) => [id, reason])),
)
