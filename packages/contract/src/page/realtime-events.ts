/** Said on every topic of a stream after a gap: what is shown may be old, and is to be asked for again. */
export const reconnectedEvent = 'realtime.reconnected';

/** The longest gap that is told message by message, in ms. */
export const MAX_REPLAY_GAP_MS = 60_000;
