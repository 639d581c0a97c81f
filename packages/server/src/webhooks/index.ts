/**
 * Owns webhooks of projects and groups and system hooks: what they are sent, each delivery and what was answered.
 * Other slices say with `defineHookPayload` what an event tells them. Start with `dispatch.ts` and `deliver.ts`.
 */
import './dispatch.ts';
import './jobs/expire-deliveries.ts';
import './payloads/expiring-token-payload.ts';
import './payloads/group-events.ts';
import './payloads/push-payload.ts';
import './system/system-events.ts';

export { hookProject, hookRepository, hookUser } from './payloads/payload-parts.ts';
export { defineHookPayload, defineHookSample, type HookPayload, hookSample } from './payloads/payload-registry.ts';
