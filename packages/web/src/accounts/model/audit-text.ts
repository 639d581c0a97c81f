import type { AuditAction } from '@tributary/contract/core/audit-actions.ts';

/**
 * Sentences of the audit trail, after the name of who acted. `{place}` is the account, project or group that the event
 * is about, `{user}` and `{group}` those that the details name, `{fromRole}` and `{toRole}` roles; every other gap is a
 * detail of that name. What stands in brackets is left out where users act on their own account.
 */
const sentences: Record<AuditAction, string> = {
  'sign_in.succeeded': 'signed in',
  'sign_in.failed': 'failed to sign in[ as {place}]',
  'session.ended': 'ended a session[ of {place}]',
  'session.others_ended': 'ended all other sessions',
  'session.all_ended': 'ended all sessions[ of {place}]',
  'settings.changed': 'changed the settings of this instance',
  'token.created': 'created an access token[ for {place}]',
  'token.revoked': 'revoked an access token[ of {place}]',
  'token.family_revoked': 'used a rotated token, so all tokens rotated from it were revoked',
  'user.created': 'created the account[ {place}]',
  'user.deleted': 'deleted the account {username}',
  'user.renamed': 'changed the username from {from} to {to}',
  'user.admin_granted': 'made {place} an administrator',
  'user.admin_removed': 'removed administrator rights from {place}',
  'user.external_changed': 'changed the external status of {place}',
  'user.limits_changed': 'changed the limits of {place}',
  'user.block': 'blocked {place}',
  'user.impersonated': 'made a change',
  'user.unblock': 'unblocked {place}',
  'user.approve': 'approved the account {place}',
  'user.activate': 'activated {place}',
  'user.deactivate': 'deactivated {place}',
  'user.bot_retired': 'retired the bot {place}',
  'user.password_changed': 'changed the password',
  'user.password_set': 'set a new password[ for {place}]',
  'user.password_reset': 'reset the password by email',
  'user.password_reset_requested': 'requested a password reset[ for {place}]',
  'user.email_change_requested': 'requested a new email address',
  'user.ssh_key_added': 'added an SSH key',
  'user.ssh_key_removed': 'removed an SSH key',
  'user.gpg_key_added': 'added a GPG key',
  'user.gpg_key_removed': 'removed a GPG key',
  'push_rules.updated': 'changed the push rules[ of {place}]',
  'user.email_changed': 'changed the email address[ of {place}]',
  'user.email_confirmed': 'confirmed the email address',
  'user.two_factor_enabled': 'enabled two-factor authentication',
  'user.two_factor_disabled': 'disabled two-factor authentication[ of {place}]',
  'user.recovery_codes_renewed': 'created new recovery codes',
  'member.added': 'added {user} to {place} as {toRole}',
  'member.changed': 'changed the role of {user} in {place} from {fromRole} to {toRole}',
  'member.removed': 'removed {user} from {place}',
  'access_request.created': 'requested access to {place}',
  'access_request.withdrawn': 'withdrew the access request for {place}',
  'access_request.denied': 'denied {user} access to {place}',
  'invitation.created': 'invited {email} to {place} as {toRole}',
  'invitation.changed': 'changed the invitation for {email} to {place}',
  'invitation.resent': 'resent the invitation for {email} to {place}',
  'invitation.removed': 'removed the invitation for {email} to {place}',
  'group_link.added': 'invited the group {group} to {place} as {toRole}',
  'group_link.changed': 'changed the role of the group {group} in {place} from {fromRole} to {toRole}',
  'group_link.removed': 'removed the group {group} from {place}',
  'group.created': 'created the group {place}',
  'group.updated': 'changed the settings of the group {place}',
  'group.transferred': 'moved the group {place}',
  'group.deleted': 'deleted the group {full_path}',
  'group.avatar_changed': 'changed the avatar of the group {place}',
  'protected_environment.created': 'protected the environment {name} in {place}',
  'protected_environment.updated': 'changed the protection of the environment {name} in {place}',
  'protected_environment.deleted': 'removed the protection of the environment {name} in {place}',
  'environment_settings.updated': 'changed the environment settings of {place}',
  'deployment.approved': 'approved a deployment to {environment} in {place}',
  'deployment.rejected': 'rejected a deployment to {environment} in {place}',
  'freeze_period.created': 'added a deploy freeze to {place}',
  'freeze_period.updated': 'changed a deploy freeze of {place}',
  'freeze_period.deleted': 'removed a deploy freeze from {place}',
  'project.created': 'created the project {place}',
  'project.updated': 'changed the settings of {place}',
  'project.transferred': 'moved the project {place}',
  'project.marked_for_deletion': 'marked the project {place} for deletion',
  'project.restored': 'restored the project {place}',
  'group.archived': 'archived the group {place}',
  'group.unarchived': 'unarchived the group {place}',
  'group.marked_for_deletion': 'marked the group {place} for deletion',
  'group.restored': 'restored the group {place}',
  'project.archived': 'archived {place}',
  'project.unarchived': 'unarchived {place}',
  'project.deleted': 'deleted the project {full_path}',
  'project.forked': 'forked {source} as {place}',
  'project.fork_unlinked': 'removed the fork relationship of {place}',
  'project.avatar_changed': 'changed the avatar of {place}',
  'hook.created': 'added a webhook for {host} to {place}',
  'hook.updated': 'changed the webhook for {host} of {place}',
  'hook.deleted': 'deleted the webhook for {host} of {place}',
  'hook.disabled': 'disabled a webhook of {place} after it failed too often',
  'system_hook.created': 'added a system hook for {host}',
  'system_hook.updated': 'changed the system hook for {host}',
  'system_hook.deleted': 'deleted the system hook for {host}',
  'system_hook.disabled': 'disabled a system hook after it failed too often',
  'ci_variable.created': 'added the CI/CD variable {key} to {place}',
  'ci_variable.updated': 'changed the CI/CD variable {key} of {place}',
  'ci_variable.deleted': 'deleted the CI/CD variable {key} of {place}',
  'ci_trigger.created': 'added a pipeline trigger token to {place}',
  'ci_trigger.deleted': 'deleted a pipeline trigger token of {place}',
  'approval_rule.created': 'added the approval rule {name} to {place}',
  'approval_rule.updated': 'changed the approval rule {name} of {place}',
  'approval_rule.deleted': 'removed the approval rule {name} of {place}',
  'merge_request_approval_rule.created': 'added the approval rule {name} to {merge_request} in {place}',
  'merge_request_approval_rule.updated': 'changed the approval rule {name} of {merge_request} in {place}',
  'merge_request_approval_rule.deleted': 'removed the approval rule {name} of {merge_request} in {place}',
  'approval_settings.updated': 'changed the approval settings of {place}',
  'protected_branch.create': 'protected the branch {name} of {place}',
  'protected_branch.update': 'changed the protection of the branch {name} of {place}',
  'protected_branch.delete': 'unprotected the branch {name} of {place}',
  'protected_tag.create': 'protected the tag {name} of {place}',
  'protected_tag.update': 'changed the protection of the tag {name} of {place}',
  'protected_tag.delete': 'unprotected the tag {name} of {place}',
  'issue.delete': 'deleted the issue “{title}”',
  'merge_request.delete': 'deleted the merge request “{title}”',
  'note.delete_by_other': 'deleted a comment that someone else wrote',
  'note.update_by_other': 'edited a comment that someone else wrote',
  'description_version.delete': 'deleted an earlier version of a description',
  'feed_token.reset': 'created a new feed token',
  'mail.failed': 'could not send a mail to {recipient}: the mail server refused it',
  'upload.delete': 'deleted the file {filename}',
  'deploy_key.created': 'added a public deploy key',
  'deploy_key.enabled': 'enabled a deploy key for {place}',
  'deploy_key.updated': 'changed a deploy key of {place}',
  'deploy_key.removed': 'removed a deploy key from {place}',
  'catalog_resource.created': 'published {place} in the CI/CD catalog',
  'catalog_resource.deleted': 'removed {place} from the CI/CD catalog',
  'user.ban': 'banned {place}',
  'user.unban': 'unbanned {place}',
  'user.email_added': 'added the email address {email}[ to {place}]',
  'user.email_removed': 'removed the email address {email}[ from {place}]',
  'user.identity_saved': 'saved the {provider} identity[ of {place}]',
  'user.identity_removed': 'removed the {provider} identity[ of {place}]',
  'custom_attribute.set': 'set the custom attribute {key} of {place}',
  'custom_attribute.deleted': 'deleted the custom attribute {key} of {place}',
  'badge.created': 'added a badge to {place}',
  'badge.updated': 'changed a badge of {place}',
  'badge.deleted': 'deleted a badge of {place}',
  'deploy_token.created': 'created a deploy token for {place}',
  'deploy_token.revoked': 'revoked a deploy token of {place}',
  'job_token_scope.allowed': 'allowed job tokens of another project or group to access {place}',
  'job_token_scope.disallowed': 'stopped job tokens of another project or group from accessing {place}',
  'job_token_scope.updated': 'changed the job token access of {place}',
  'project.fork_linked': 'linked {place} as a fork of {source}',
  'merge_request.merged': 'merged {merge_request} in {place}',
  'merge_train.untested_refused': 'stopped an untested merge of the merge train of {place}',
  'license_policy.created': 'added a license policy for {name} to {place}',
  'license_policy.updated': 'changed the license policy for {name} of {place}',
  'license_policy.deleted': 'deleted the license policy for {name} of {place}',
  'status_check.created': 'added the status check {name} to {place}',
  'status_check.updated': 'changed the status check {name} of {place}',
  'status_check.deleted': 'deleted the status check {name} of {place}',
  'release.created': 'created the release {tag} of {place}',
  'release.updated': 'changed the release {tag} of {place}',
  'release.deleted': 'deleted the release {tag} of {place}',
  'release.evidence_collected': 'collected evidence for the release {tag} of {place}',
  'resource_group.updated': 'changed the resource group {key} of {place}',
  'ci_caches.cleared': 'cleared the caches of the runners of {place}',
  'artifacts.deleted': 'deleted job artifacts',
  'job.erased': 'erased the log and artifacts of a job',
  'jobs.canceled': 'canceled all jobs of this instance',
  'runner.created': 'created a runner',
  'runner.updated': 'changed a runner',
  'runner.deleted': 'deleted a runner',
  'runner.assigned': 'assigned a runner to another project',
  'runner.unassigned': 'removed a runner from a project',
  'runner.token_reset': 'created a new token for a runner',
  'runner.registration_token_reset': 'created a new registration token for {place}',
  'protected_branch.created': 'protected the branch {name} of {place}',
  'protected_branch.updated': 'changed the protection of the branch {name} of {place}',
  'protected_branch.deleted': 'unprotected the branch {name} of {place}',
  'protected_tag.created': 'protected the tag {name} of {place}',
  'protected_tag.updated': 'changed the protection of the tag {name} of {place}',
  'protected_tag.deleted': 'unprotected the tag {name} of {place}',
  'hook.tested': 'tested a webhook of {place}',
  'hook.resent': 'resent a delivery of a webhook of {place}',
  'system_hook.tested': 'tested a system hook',
  'system_hook.resent': 'resent a delivery of a system hook',
};

/** Details that a sentence says by a gap of another name. */
const SAID: Record<string, readonly string[]> = {
  place: ['full_path'],
  user: ['user_id'],
  group: ['group_id'],
  fromRole: ['from'],
  toRole: ['from', 'to'],
};

function sentenceOf(action: string): string | undefined {
  return (sentences as Partial<Record<string, string>>)[action];
}

function unknownAction(action: string): string {
  return `${action.replaceAll(/[._]/g, ' ')} · {place}`;
}

/** The sentence with its gaps; `isOwn` for what someone does with their own account. Unknown actions show as they are. */
export function auditSentence(action: string, isOwn: boolean): string {
  return (sentenceOf(action) ?? unknownAction(action)).replaceAll(/\[(.*?)\]/g, isOwn ? '' : '$1');
}

/** What `{place}` is, for actions that are about one kind of thing. */
const PLACES: Record<string, string> = {
  user: 'a user',
  project: 'a project',
  group: 'a group',
  job_token_scope: 'a project',
  catalog_resource: 'a project',
};

const GAPS: Record<string, string> = { user: 'a member', merge_request: 'a merge request', source: 'a project' };

function withArticle(noun: string): string {
  return `${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun}`;
}

/** The action without names, to choose it in a filter: "protected the branch {name} of {place}" is "protected a branch". */
export function auditText(action: string): string {
  const sentence = sentenceOf(action);
  if (sentence === undefined) return action.replaceAll(/[._]/g, ' ');
  const place = PLACES[action.split('.')[0] ?? ''];
  return sentence
    .replaceAll(/\[.*?\]/g, '')
    .replaceAll(/\{(user|merge_request|source)\}/g, (_, gap: string) => GAPS[gap] ?? '')
    .replaceAll(/the (project|group|account|bot) \{place\}/g, (_, noun: string) => withArticle(noun))
    .replaceAll(/(?<!(?:to|of|from|for|in|as) )\{place\}/g, place ?? 'a project or group')
    .replaceAll(/(of|from) \{place\}/g, (_, word: string) => (place === undefined ? '' : `${word} ${place}`))
    .replaceAll(/ (?:to|of|from|for|in|as) \{\w+\}/g, '')
    .replaceAll(/\bthe ((?:(?!\bthe\b)[\w/ -])+?)(?: \{\w+\}| “\{\w+\}”)/g, (_, noun: string) => withArticle(noun))
    .replaceAll('{email}', 'someone')
    .replaceAll(/\{\w+\} ?/g, '')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
}

/** A detail as text: lists by commas, changes by an arrow. */
export function valueText(value: unknown): string {
  if (value === null || value === undefined) return 'none';
  if (typeof value === 'string') return value === '' ? 'none' : value;
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(valueText).join(', ');
  if (typeof value === 'object') {
    if ('from' in value && 'to' in value) return `${valueText(value.from)} → ${valueText(value.to)}`;
    return Object.entries(value)
      .map(([name, inner]) => `${nameText(name)}: ${valueText(inner)}`)
      .join(', ');
  }
  return JSON.stringify(value);
}

function nameText(name: string): string {
  if (name === 'proof') return 'method';
  return name
    .replaceAll(/([A-Z])/g, ' $1')
    .replaceAll('_', ' ')
    .toLowerCase();
}

/** What the sentence does not say, one short text per fact; empty values say nothing. */
export function auditDetails(action: string, details: Record<string, unknown>): string[] {
  const gaps = [...(sentenceOf(action) ?? '').matchAll(/\{(\w+)\}/g)].map(([, gap]) => gap ?? '');
  const said = new Set(gaps.flatMap((gap) => SAID[gap] ?? [gap]));
  const { changes, ...rest } = details;
  const flat = typeof changes === 'object' && changes !== null ? { ...rest, ...changes } : details;
  const left = Object.entries(flat).filter(
    ([name, value]) => !said.has(name) && value !== null && value !== undefined && !/(^|_)id$|Id$/.test(name),
  );
  // A member that is removed has no role any more; that says the sentence.
  const unsaid = action.endsWith('.removed') ? left.filter(([name]) => name !== 'from' && name !== 'to') : left;
  const facts = Object.fromEntries(unsaid);
  if ('from' in facts && 'to' in facts) {
    const { from, to, ...others } = facts;
    return [valueText({ from, to }), ...factTexts(others)];
  }
  return factTexts(facts);
}

function factTexts(facts: Record<string, unknown>): string[] {
  return Object.entries(facts).map(([name, value]) => `${nameText(name)}: ${valueText(value)}`);
}
