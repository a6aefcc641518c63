/** Everyday commands of `gcloud pubsub`, in the order in which they run, with what they print.
 * https://cloud.google.com/sdk/gcloud/reference/pubsub */

import type { GcloudCommand } from './gcloud_session.ts'
import { subscriptionCommands } from './gcloud_subscription_commands.ts'

const topics: readonly GcloudCommand[] = [
  { args: 'topics list', prints: /^Listed 0 items\.$/ },
  { args: 'topics create events', prints: /^Created topic \[projects\/\w+\/topics\/events\]\.$/ },
  {
    args: 'topics create one two',
    prints: /topics\/one\]\. Created topic \[projects\/\w+\/topics\/two\]\.$/,
  },
  {
    args: 'topics create kept --labels=team=data --message-retention-duration=1h',
    prints: /^Created topic/,
  },
  { args: 'topics create near --message-storage-policy-allowed-regions=us-east1', prints: /^Created topic/ },
  {
    args: 'topics create events',
    prints: /Resource already exists in the project \(resource=events\)/,
    code: 1,
  },
  {
    args: 'topics list --filter=labels.team:data --format=value(name)',
    prints: /^projects\/\w+\/topics\/kept$/,
  },
  { args: 'topics list --limit=1 --format=value(name)', prints: /^projects\/\w+\/topics\/events$/ },
  {
    args: 'topics describe kept --format=value(messageRetentionDuration,labels.team)',
    prints: /^3600s data$/,
  },
  { args: 'topics describe nothing', prints: /NOT_FOUND: Resource not found \(resource=nothing\)/, code: 1 },
  {
    args: 'topics update kept --update-labels=env=test --format=value(labels)',
    prints: /env=test;team=data$/,
  },
  { args: 'topics update kept --remove-labels=env --format=value(labels)', prints: /team=data$/ },
  {
    args: 'topics update kept --message-retention-duration=2h --format=value(messageRetentionDuration)',
    prints: /7200s$/,
  },
  {
    args: 'topics update kept --clear-message-retention-duration --clear-labels --format=json(labels,messageRetentionDuration)',
    prints: /\. null$/,
  },
  { args: 'topics update near --recompute-message-storage-policy', prints: /^Updated topic/ },
]

const messages: readonly GcloudCommand[] = [
  {
    args: 'topics publish events --message=hello --attribute=a=1,b=2',
    prints: /^messageIds: - '\d+'$/,
  },
  { args: 'topics publish events --message=later --ordering-key=k', prints: /^messageIds: - '\d+'$/ },
  {
    args: 'topics publish events',
    prints: /You cannot send an empty message/,
    code: 1,
  },
  {
    args: 'subscriptions pull all --limit=1 --format=value(message.data.decode(base64),message.attributes)',
    prints: /^hello a=1 b=2$/,
  },
  {
    args: 'subscriptions pull some --auto-ack --limit=5 --format=value(message.data.decode(base64),ackStatus)',
    prints: /^hello SUCCESS$/,
  },
  {
    args: 'subscriptions pull ordered --auto-ack --limit=5 --format=value(message.orderingKey)',
    prints: /^k$/,
  },
  { args: 'subscriptions pull all --limit=1 --format=value(ackId)', prints: /^\S{10,}$/ },
  {
    args: 'subscriptions modify-message-ack-deadline all --ack-ids=ACK_ID --ack-deadline=60',
    prints: /^Set ackDeadlineSeconds to \[60\] for messages with ackId \[.+\]/,
  },
  {
    args: 'subscriptions ack all --ack-ids=ACK_ID',
    prints: /^Acked the messages with the following ackIds: \[.+\]/,
  },
  {
    args: 'subscriptions ack all --ack-ids=nonsense',
    prints: /INVALID_ARGUMENT: You have passed an invalid ack ID to the service/,
    code: 1,
  },
  {
    args: 'subscriptions modify-message-ack-deadline all --ack-ids=nonsense --ack-deadline=10',
    prints: /INVALID_ARGUMENT: You have passed an invalid ack ID to the service/,
    code: 1,
  },
  { args: 'subscriptions seek kept --time=-P1D', prints: /^subscriptionId: .*\/kept time: '20/ },
]

const snapshots: readonly GcloudCommand[] = [
  {
    args: 'snapshots create moment --subscription=all --labels=a=b',
    prints: /^Created snapshot \[.*\/moment\]\.$/,
  },
  { args: 'snapshots list --format=value(snapshotId,topicId,labels)', prints: /^moment events a=b$/ },
  { args: 'snapshots describe moment --format=value(topic.basename())', prints: /^events$/ },
  { args: 'subscriptions seek quick --snapshot=moment', prints: /^snapshotId: .*\/moment subscriptionId/ },
  { args: 'snapshots delete moment', prints: /^Deleted snapshot/ },
  { args: 'snapshots delete moment', prints: /Resource not found \(resource=moment\)/, code: 1 },
]

const policies: readonly GcloudCommand[] = [
  { args: 'topics get-iam-policy events', prints: /^etag: ACAB$/ },
  {
    args: 'topics add-iam-policy-binding events --member=user:eve@example.com --role=roles/pubsub.publisher --format=value(bindings)',
    prints: /'members': \['user:eve@example\.com'\], 'role': 'roles\/pubsub\.publisher'/,
  },
  {
    args: 'topics remove-iam-policy-binding events --member=user:eve@example.com --role=roles/pubsub.publisher --format=value(bindings)',
    prints: /^Updated IAM policy for topic \[events\]\.$/,
  },
  {
    args: 'topics set-iam-policy events policy.json --format=value(bindings.role)',
    prints: /roles\/pubsub\.viewer/,
  },
  { args: 'subscriptions get-iam-policy all', prints: /^etag: ACAB$/ },
  {
    args: 'subscriptions add-iam-policy-binding all --member=user:eve@example.com --role=roles/pubsub.subscriber --format=value(bindings.members)',
    prints: /user:eve@example\.com/,
  },
  {
    args: 'subscriptions remove-iam-policy-binding all --member=user:eve@example.com --role=roles/pubsub.subscriber --format=value(bindings)',
    prints: /^Updated IAM policy for subscription \[all\]\.$/,
  },
  {
    args: 'subscriptions set-iam-policy all policy.json --format=value(bindings.role)',
    prints: /roles\/pubsub\.viewer/,
  },
]

const order = '--type=avro --definition-file=order.avsc'

const schemas: readonly GcloudCommand[] = [
  { args: `schemas create orders ${order}`, prints: /^Created schema \[orders\]\.$/ },
  { args: `schemas create orders ${order}`, prints: /Resource already exists in the project/, code: 1 },
  {
    args: 'schemas create nothing --type=avro --definition={}',
    prints: /INVALID_ARGUMENT: AVRO schema definition is not valid/,
    code: 1,
  },
  { args: 'schemas list --format=value(name.basename(),type)', prints: /^orders AVRO$/ },
  { args: 'schemas describe orders --format=value(type,definition)', prints: /^AVRO \{"type": "record"/ },
  { args: 'schemas list-revisions orders --format=value(type)', prints: /^AVRO$/ },
  { args: `schemas validate-schema ${order}`, prints: /^Schema is valid\.$/ },
  {
    args: `schemas validate-message --schema-name=orders --message-encoding=json --message='{"id": "a", "total": 2}'`,
    prints: /^Message is valid\.$/,
  },
  {
    args: `schemas validate-message ${order} --message-encoding=json --message='{"id": "a"}'`,
    prints: /INVALID_ARGUMENT: Invalid schema message: Message failed schema validation\./,
    code: 1,
  },
  { args: 'topics create shaped --schema=orders --message-encoding=json', prints: /^Created topic/ },
  { args: 'topics describe shaped --format=value(schemaSettings.encoding)', prints: /^JSON$/ },
  {
    args: `topics publish shaped --message='{"id": "a", "total": 2}'`,
    prints: /^messageIds: - '\d+'$/,
  },
  {
    args: `topics publish shaped --message='{"id": 1, "total": 2}'`,
    prints: /INVALID_ARGUMENT: Invalid data in message: Message failed schema validation\./,
    code: 1,
  },
  { args: 'topics update shaped --clear-schema-settings --format=json(schemaSettings)', prints: /\. null$/ },
  { args: 'schemas delete orders', prints: /^Deleted schema/ },
]

/** Commands after which nothing is left. */
const ends: readonly GcloudCommand[] = [
  { args: 'schemas list', prints: /^Listed 0 items\.$/ },
  { args: 'schemas describe a-schema', prints: /NOT_FOUND: Resource not found/, code: 1 },
  { args: 'schemas delete a-schema', prints: /NOT_FOUND: Resource not found/, code: 1 },
  { args: 'subscriptions delete all quick', prints: /^Deleted subscription .*quick\]\.$/ },
  { args: 'subscriptions delete nothing', prints: /Resource not found \(resource=nothing\)/, code: 1 },
  { args: 'topics delete one two', prints: /^Deleted topic .*two\]\.$/ },
  { args: 'topics delete nothing', prints: /Resource not found \(resource=nothing\)/, code: 1 },
]

/** What the emulator does not have. */
const missing: readonly GcloudCommand[] = [
  {
    args: 'topics create fed --kinesis-ingestion-stream-arn=a --kinesis-ingestion-consumer-arn=b --kinesis-ingestion-role-arn=c --kinesis-ingestion-service-account=d@p.iam.gserviceaccount.com',
    refuses: 'Ingestion topics are',
  },
  {
    args: 'subscriptions create loaded --topic=events --bigquery-table=p:d.t',
    refuses: 'Subscriptions with bigqueryConfig are',
  },
  {
    args: 'subscriptions create stored --topic=events --cloud-storage-bucket=b',
    refuses: 'Subscriptions with cloudStorageConfig are',
  },
]

export const gcloudCommands: readonly GcloudCommand[] = [
  ...topics,
  ...subscriptionCommands,
  ...messages,
  ...snapshots,
  ...policies,
  ...schemas,
  ...missing,
  ...ends,
]
