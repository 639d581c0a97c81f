/**
 * Owns namespaces, projects and who belongs to them; repositories, protected refs and forks; webhooks, search and home.
 * Knows nothing of notes, labels or merge requests: they register sections, scopes, navigation and hook payloads here.
 * Endpoints are composed in `endpoints/index.ts` (app imports them); everything else another slice may use is exported here.
 * Start with `access/project-access.ts` (what an actor may see), then `lifecycle/` (projects themselves).
 */
export * from './access/index.ts';
export * from './namespaces/index.ts';
export * from './members/index.ts';
import './access/audit-subjects.ts';
import './group-links/index.ts';
import './access-tokens/index.ts';
import './deploy-tokens/register.ts';
export { readJobTokenScope } from './job-token-scope/reads/job-token-scope.ts';
export * from './lifecycle/index.ts';
export * from './navigation/index.ts';
export * from './home/index.ts';
export * from './search/index.ts';
export * from './hooks/index.ts';
// repository/, git-http/, protection/ and forks/ add their own line below these.
export * from './repository/index.ts';
export * from './protection/index.ts';
export { startSshServer, type SshServer } from './git-ssh/index.ts';
export { changeGates, changeGroupGates, defineMergesUnderWay, holdGates, onGatesChanged } from './merge-gates/index.ts';
import './push-rules/push-rule-gate.ts';
import './maintenance/index.ts';
export * from './forks/index.ts';
