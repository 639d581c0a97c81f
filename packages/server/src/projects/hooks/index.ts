import './dispatch.ts';
import './expire-deliveries.ts';
import './group-events.ts';
import './push-payload.ts';
import './system/system-events.ts';

export { hookProject, hookRepository, hookUser } from './payload-parts.ts';
export { defineHookPayload, defineHookSample, type HookPayload } from './payload-registry.ts';
