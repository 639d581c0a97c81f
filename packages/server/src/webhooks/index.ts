/**
 * Owns webhooks of projects and groups and system hooks: what they are sent, each delivery and what was answered.
 * Other slices say with `defineHookPayload` what an event tells them. Start with `dispatch.ts` and `deliver.ts`.
 */

export { hookProject, hookRepository, hookUser } from './payloads/payload-parts.ts';
export { defineHookPayload, defineHookSample, type HookPayload, hookSample } from './payloads/payload-registry.ts';
