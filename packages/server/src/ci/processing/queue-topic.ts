/** Runners that wait for work are woken on this topic. */
export const QUEUE_TOPIC = 'ci_queue';
