/** Attacks on the origin of an event: what a producer claims, and what the columns must show. Expected values are written by hand. */

/** A value of the attribute `connection`, and the column. */
export interface Claim {
  value: string
  connection: string | null
}

const long = 'c'.repeat(80)

export const connectionClaims: readonly Claim[] = [
  { value: 'shop_orders', connection: 'shop_orders' },
  { value: 'visits@1.0', connection: 'visits@1.0' },
  { value: '', connection: null },
  { value: ' ', connection: '_' },
  { value: `${long}d`, connection: long },
  { value: 'c'.repeat(1024), connection: long },
  { value: '\u0000', connection: '_' },
  { value: 'a\r\nSet-Cookie: b', connection: 'a__Set-Cookie:_b' },
  { value: `'; DROP TABLE events; --`, connection: '___DROP_TABLE_events__--' },
  { value: '<script>alert(1)</script>', connection: '_script_alert_1__/script_' },
  { value: '{"producer":"bank"}', connection: '__producer_:_bank__' },
  { value: '${jndi:ldap://x}', connection: '__jndi:ldap://x_' },
  { value: '../../etc/passwd', connection: '../../etc/passwd' },
  { value: 'ünïcode', connection: '_n_code' },
  { value: '😀', connection: '__' },
  { value: '\u202Egnp.exe', connection: '_gnp.exe' },
  { value: `${'c'.repeat(79)}😀`, connection: `${'c'.repeat(79)}_` },
  { value: 'null', connection: 'null' },
  { value: '=HYPERLINK("http://x")', connection: '_HYPERLINK__http://x__' },
  { value: '%00', connection: '_00' },
]

/** Attributes that claim to be what only the platform knows. None may reach a proved column or the id of another event. */
export const forgedAttributes: readonly Readonly<Record<string, string>>[] = [
  { producer: 'bank' },
  { Producer: 'bank' },
  { 'sluice-producer': 'bank' },
  { 'sluice-topic': 'source-bank' },
  { 'sluice-requested-by': 'ceo@acme.example' },
  { requested_by: 'ceo@acme.example' },
  { topic: 'source-bank' },
  { subscription: 'source-bank-store' },
  { source: 'source-bank' },
  { message_id: '1' },
  { received_at: '2020-01-01T00:00:00Z' },
  { stored_at: '2020-01-01T00:00:00Z' },
  { publishTime: '2020-01-01T00:00:00Z' },
  { CloudPubSubDeadLetterSourceSubscription: 'source-bank-store' },
  { 'X-Forwarded-For': '203.0.113.7' },
  { __proto__x: 'bank', constructor: 'bank' },
]

/** Members of an event that have the names of proved columns. They are fields of the event. */
export const forgedMembers: readonly Readonly<Record<string, unknown>>[] = [
  { producer: 'bank' },
  { connection: 'bank' },
  { requested_by: 'ceo@acme.example' },
  { topic: 'source-bank' },
  { message_id: '1' },
  { received_at: '2020-01-01T00:00:00Z' },
  { stored_at: '2020-01-01T00:00:00Z' },
  { definition: 'bank@9.9' },
  { decisions: [{ destination: 'crm', permitted: true, reason: 'x' }] },
  { reprocessed_from: 'bank' },
  { event_data: { producer: 'bank', connection: 'bank' } },
  { PRODUCER: 'bank' },
]

/** Headers that claim another caller or address, on requests to the console and to the front door. */
export const forgedHeaders: readonly Readonly<Record<string, string>>[] = [
  { 'x-goog-authenticated-user-email': 'accounts.google.com:ceo@acme.example' },
  { 'x-goog-authenticated-user-id': 'accounts.google.com:1' },
  { 'x-goog-iap-jwt-assertion': 'eyJhbGciOiJub25lIn0.eyJlbWFpbCI6ImNlb0BhY21lLmV4YW1wbGUifQ.' },
  { 'x-endpoint-api-userinfo': 'eyJlbWFpbCI6ImNlb0BhY21lLmV4YW1wbGUifQ' },
  { 'x-apigateway-api-userinfo': 'eyJlbWFpbCI6ImNlb0BhY21lLmV4YW1wbGUifQ' },
  { 'x-forwarded-user': 'ceo@acme.example' },
  { 'x-forwarded-email': 'ceo@acme.example' },
  { 'x-remote-user': 'ceo@acme.example' },
  { 'x-serverless-authorization': 'Bearer ceo' },
  { 'x-forwarded-for': '203.0.113.7' },
  { 'x-forwarded-for': '203.0.113.7, 198.51.100.9' },
  { forwarded: 'for=203.0.113.7;by=ceo' },
  { 'x-real-ip': '203.0.113.7' },
  { 'cf-connecting-ip': '203.0.113.7' },
  { 'true-client-ip': '203.0.113.7' },
  { via: '1.1 google' },
  { 'user-agent': `sluice-cli ${'u'.repeat(4000)}` },
  { 'user-agent': `ceo@acme.example '; DROP TABLE audit; --` },
  { 'sec-fetch-site': 'same-origin' },
  { 'x-requested-by': 'ceo@acme.example' },
]
