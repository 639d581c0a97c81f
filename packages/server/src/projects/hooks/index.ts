export { defineHookPayload, defineHookSample, type HookPayload } from './payload-registry.ts';
