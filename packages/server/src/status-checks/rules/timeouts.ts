/** A pending check fails when nothing was heard of its service for so long. */
export const PENDING_MS = 120_000;

export const TIMED_OUT = 'The service did not respond within 2 minutes.';
