/** Functions: limits of a deployed function that its code must keep to. */

/** Time in seconds for a function to answer a push. After it, Pub/Sub redelivers. */
export const ackDeadlineSeconds = 60

/** Maximum number of requests that one instance of `forward` serves at a time. They mostly wait for third parties. */
export const forwardConcurrency = 256
