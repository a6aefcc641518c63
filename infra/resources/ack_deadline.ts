/** Bus: how long a function of the background jobs may take to answer a push. */
/** The maximum of Pub/Sub, in seconds: for work that takes minutes. */
export const longestAckDeadline = 600
