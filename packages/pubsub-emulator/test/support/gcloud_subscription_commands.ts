/** Commands of `gcloud pubsub subscriptions` that create and change them. https://cloud.google.com/sdk/gcloud/reference/pubsub/subscriptions */
import type { GcloudCommand } from './gcloud_session.ts'

export const subscriptionCommands: readonly GcloudCommand[] = [
  { args: 'subscriptions create all --topic=events', prints: /^Created subscription \[.*\/all\]\.$/ },
  {
    args: 'subscriptions create all --topic=events',
    prints: /Resource already exists in the project \(resource=all\)/,
    code: 1,
  },
  {
    args: 'subscriptions create lost --topic=nothing',
    prints: /Resource not found \(resource=nothing\)/,
    code: 1,
  },
  { args: 'subscriptions create slow quick --topic=events --ack-deadline=20', prints: /\/quick\]\.$/ },
  {
    args: 'subscriptions create some --topic=events --message-filter=attributes:a',
    prints: /^Created subscription/,
  },
  {
    args: 'subscriptions create ordered --topic=events --enable-message-ordering',
    prints: /^Created subscription/,
  },
  {
    args: 'subscriptions create exact --topic=events --enable-exactly-once-delivery',
    prints: /^Created subscription/,
  },
  {
    args: 'subscriptions create careful --topic=events --dead-letter-topic=one --max-delivery-attempts=6 --min-retry-delay=1s --max-retry-delay=20s',
    prints: /^Created subscription/,
  },
  {
    args: 'subscriptions create kept --topic=events --expiration-period=2d --message-retention-duration=1d --retain-acked-messages',
    prints: /^Created subscription/,
  },
  {
    args: 'subscriptions create pushed --topic=events --push-endpoint=http://127.0.0.1:1/ --push-auth-service-account=a@p.iam.gserviceaccount.com --push-auth-token-audience=x',
    prints: /^Created subscription/,
  },
  { args: 'topics list-subscriptions one --format=value(.)', prints: /^$/ },
  {
    args: 'topics list-subscriptions events --limit=2',
    prints: /subscriptions\/all --- .*subscriptions\/careful$/,
  },
  {
    args: 'subscriptions list --filter=ackDeadlineSeconds=20 --format=value(name.basename())',
    prints: /^quick slow$/,
  },
  {
    args: 'subscriptions describe careful --format=value(deadLetterPolicy.maxDeliveryAttempts,retryPolicy.maximumBackoff,ackDeadlineSeconds)',
    prints: /^6 20s 10$/,
  },
  { args: 'subscriptions describe nothing', prints: /NOT_FOUND: Resource not found/, code: 1 },
  {
    args: 'subscriptions update all --ack-deadline=30 --update-labels=a=b --format=value(ackDeadlineSeconds,labels)',
    prints: /30 a=b$/,
  },
  {
    args: 'subscriptions update all --expiration-period=never --format=json(expirationPolicy)',
    prints: /"expirationPolicy": \{\}/,
  },
  {
    args: 'subscriptions update all --message-retention-duration=2d --retain-acked-messages --format=value(messageRetentionDuration,retainAckedMessages)',
    prints: /172800s True$/,
  },
  {
    args: 'subscriptions update all --dead-letter-topic=two --max-delivery-attempts=7 --format=value(deadLetterPolicy.maxDeliveryAttempts)',
    prints: /7$/,
  },
  {
    args: 'subscriptions update all --clear-dead-letter-policy --format=json(deadLetterPolicy)',
    prints: /\. null$/,
  },
  {
    args: 'subscriptions update all --min-retry-delay=2s --format=value(retryPolicy.minimumBackoff)',
    prints: /2s$/,
  },
  { args: 'subscriptions update all --clear-retry-policy --format=json(retryPolicy)', prints: /\. null$/ },
  {
    args: 'subscriptions modify-push-config pushed --push-endpoint=',
    prints: /^Updated subscription/,
  },
  {
    args: 'subscriptions update exact --no-enable-exactly-once-delivery',
    prints: /^Updated subscription/,
  },
  {
    args: 'topics detach-subscription slow',
    prints: /^Detached subscription \[.*\/slow\]\.$/,
  },
  { args: 'subscriptions describe slow --format=value(detached)', prints: /^True$/ },
]
