import { webhooksDeliver } from './deliver.ts';
import { webhooksDispatch } from './dispatch.ts';
import { webhooksExpireDeliveries } from './jobs/expire-deliveries.ts';
import { payloadsExpiringTokenPayload } from './payloads/expiring-token-payload.ts';
import { payloadsGroupEvents } from './payloads/group-events.ts';
import { payloadsPushPayload } from './payloads/push-payload.ts';
import { systemSystemEvents } from './system/system-events.ts';
import type { Slice, SliceEndpoints } from '../endpoints/slice.ts';
import { groupHookPages, groupHookScopedRoutes } from './endpoints/group-pages.ts';
import { hookPages, hookScopedRoutes } from './endpoints/pages.ts';
import { groupHookRoutes } from './endpoints/rest-group.ts';
import { systemHookRoutes } from './endpoints/rest-system.ts';
import { hookRoutes } from './endpoints/rest.ts';
import { systemHookPages, systemHookScopedRoutes } from './endpoints/system-pages.ts';

const endpoints: SliceEndpoints = {
  rest: [...hookRoutes, ...groupHookRoutes, ...systemHookRoutes],
  pages: [...hookPages, ...groupHookPages, ...systemHookPages],
  placeRoutes: [...hookScopedRoutes, ...groupHookScopedRoutes, ...systemHookScopedRoutes],
};

/** The manifest of this slice, for `app` alone: its endpoints, and what it adds to the slices to its left. */
export const webhookSlice: Slice = {
  endpoints,
  extensions: [
    ...webhooksDeliver,
    ...webhooksDispatch,
    ...webhooksExpireDeliveries,
    ...payloadsExpiringTokenPayload,
    ...payloadsGroupEvents,
    ...payloadsPushPayload,
    ...systemSystemEvents,
  ],
};
