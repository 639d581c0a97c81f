/** The time as the product sees it; tests put a movable clock here. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
