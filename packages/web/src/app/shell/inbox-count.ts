import { parseNumber, useStored } from '../../lib/storage.ts';

export const inboxCountKey = (viewerId: number | undefined): string => `inbox.count.${viewerId ?? 0}`;

/**
 * Open merge requests that wait for the reader. The last known number stays on the device, so that it is there with the
 * first view; `live-counts.tsx` keeps it true.
 */
export function useInboxCount(viewerId: number | undefined): number {
  return useStored(inboxCountKey(viewerId), 0, parseNumber)[0];
}
