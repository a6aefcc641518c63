/** Bus: how long a function may take to answer a push. */
/** Time in seconds for a function to answer a push. After it, Pub/Sub redelivers. */
export const ackDeadlineSeconds = 60

/** The maximum of Pub/Sub, in seconds: for work that takes minutes. */
export const longestAckDeadline = 600
