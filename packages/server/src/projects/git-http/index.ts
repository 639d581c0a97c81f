export { GIT_LIMITS } from './limits.ts';
