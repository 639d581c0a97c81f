/**
 * Owns external status checks: services that a project asks about merge requests, what they answered about the newest head,
 * and the merge check `status_checks_must_pass`. Start with `reads/statuses.ts`.
 */
export { statusChecksPart } from './reads/status-checks-part.ts';
