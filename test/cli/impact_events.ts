/** Tests: stored events with known shares, and two settings of a stack that end them otherwise. */

/** An hour before the test, so that the period ends after it. */
export const receivedAt = new Date(Date.now() - 3_600_000).toISOString()

/** GoogleSQL that stores `count` events, a multiple of 100. Of each 100, by the rest `m` of their number:
 * even are purchases, odd are views; 0 to 39 grant consent, 40 to 59 deny it, 60 to 99 state none; 0 is eight days old; 9, 19, … 99 have no
 * `page_url`. The first ten were decided as restricted for `crm`. */
export function insertEvents(count: number): string {
  return `INSERT INTO events (event_id, event_name, event_time, received_at, stored_at, topic, message_id, definition, hop,
  user_id, page_url, action_source, user_agent, ip, consent, event_data, decisions)
SELECT FORMAT('e-%06d', n), IF(MOD(n, 2) = 0, 'purchase', 'view_content'),
  TIMESTAMP_SUB(TIMESTAMP '${receivedAt}', INTERVAL IF(MOD(n, 100) = 0, 192, 1) HOUR),
  TIMESTAMP '${receivedAt}', TIMESTAMP '${receivedAt}', 'events', CAST(n AS STRING),
  IF(MOD(n, 2) = 0, 'purchase@1.0', 'view_content@1.0'), 0,
  FORMAT('user-%d', n), IF(MOD(n, 10) = 9, NULL, 'https://shop.example/'), 'web', 'Mozilla/5.0', '203.0.113.7',
  CASE
    WHEN MOD(n, 100) < 40 THEN JSON '{"ad_storage":"granted","ad_user_data":"granted"}'
    WHEN MOD(n, 100) < 60 THEN JSON '{"ad_storage":"denied","ad_user_data":"denied"}'
  END,
  PARSE_JSON(FORMAT('{"transaction_id":"order-%d","value":%d.5,"currency":"EUR","content_name":"secret-\u2028%d"}', n, n, n)),
  IF(n < 10, [STRUCT('crm' AS destination, FALSE AS permitted, 'old' AS rule, 'by_rule' AS reason)], [])
FROM UNNEST(GENERATE_ARRAY(0, ${count - 1})) AS n`
}

function webhook(rest: object = {}) {
  return {
    target: 'webhook',
    settings: { url: '${thirdPartyUrl}/hook', allow_insecure: true },
    secrets: { secret: `whsec_${Buffer.alloc(24, 'crm').toString('base64')}` },
    rules: [{ id: 'all', effect: 'permit', when: 'true' }],
    ...rest,
  }
}

function meta(when: string) {
  return {
    target: 'meta',
    settings: { dataset_id: '1234567890123456' },
    secrets: { access_token: 'meta-token' },
    rules: [{ id: 'some', effect: 'permit', when }],
  }
}

/** The change: a rule of `meta`, the consent defaults, a link of `crm`, and a new destination. `log` stays as it is. */
export const settings = {
  before: {
    'gcp:project': 'sluice-local',
    'sluice:destinations': {
      meta: meta("event.event_name == 'purchase'"),
      crm: webhook({
        linkage: { purchase: { id: 'transaction_id', total: { from: 'value', as: 'number' } } },
      }),
      log: webhook(),
    },
  },
  after: {
    'gcp:project': 'sluice-local',
    'sluice:consentDefaults': { '*': { ad_storage: 'granted', ad_user_data: 'granted' } },
    'sluice:destinations': {
      meta: meta('true'),
      crm: webhook({
        linkage: { purchase: { total: { from: 'value', as: 'number' }, channel: { const: 'web' } } },
      }),
      log: webhook(),
      added: webhook(),
    },
  },
}
