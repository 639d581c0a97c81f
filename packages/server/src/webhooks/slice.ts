/** What this slice registers with the slices to its left, and its endpoints. For `app` alone. */
import './dispatch.ts';
import './jobs/expire-deliveries.ts';
import './payloads/expiring-token-payload.ts';
import './payloads/group-events.ts';
import './payloads/push-payload.ts';
import './system/system-events.ts';
import type { SliceEndpoints } from '../endpoints/slice.ts';
import { groupHookPages, groupHookScopedRoutes } from './endpoints/group-pages.ts';
import { hookPages, hookScopedRoutes } from './endpoints/pages.ts';
import { groupHookRoutes } from './endpoints/rest-group.ts';
import { systemHookRoutes } from './endpoints/rest-system.ts';
import { hookRoutes } from './endpoints/rest.ts';
import { systemHookPages, systemHookScopedRoutes } from './endpoints/system-pages.ts';

export const webhookEndpoints: SliceEndpoints = {
  rest: [...hookRoutes, ...groupHookRoutes, ...systemHookRoutes],
  pages: [...hookPages, ...groupHookPages, ...systemHookPages],
  placeRoutes: [...hookScopedRoutes, ...groupHookScopedRoutes, ...systemHookScopedRoutes],
};
