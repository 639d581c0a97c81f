import type { Extensions } from '../../platform/extensions.ts';
import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { PushRuleValues } from '@tributary/contract/projects/push-rules.ts';
import { changedFilesIn, displayPath, isZeroOid, sizesIn } from '@tributary/git';
import { mapUsersByConfirmedEmail } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { refKindOf } from '../ref-updates/describe-move.ts';
import { definePushGate, type GatedPush, MAX_CHECKED_COMMITS } from '../ref-updates/push-gates.ts';
import { pushRulesOf } from './reads/effective-push-rules.ts';
import { commitRefusal } from './rules/check-commit.ts';
import { looksLikeSecret } from './rules/known-secrets.ts';
import { matchesRulePattern } from './rules/rule-pattern.ts';

const BYTES_PER_MB = 1024 * 1024;

function checksCommits(rules: PushRuleValues): boolean {
  return (
    rules.commit_message_regex !== '' ||
    rules.commit_message_negative_regex !== '' ||
    rules.author_email_regex !== '' ||
    rules.member_check ||
    rules.commit_committer_check ||
    rules.commit_committer_name_check ||
    rules.reject_unsigned_commits ||
    rules.reject_non_dco_commits
  );
}

/** Names of new branches other than the default one, and deleted tags. */
function refRefusal(rules: PushRuleValues, { project }: ProjectAccess, push: GatedPush): Refusal | null {
  const pattern = rules.branch_name_regex;
  for (const move of push.moves) {
    const ref = refKindOf(move.ref);
    if (ref?.kind === 'tag' && isZeroOid(move.newSha) && rules.deny_delete_tag) return refuse('push_rule_delete_tag');
    if (ref?.kind !== 'branch' || pattern === '' || !isZeroOid(move.oldSha)) continue;
    if (ref.name !== project.default_branch && !matchesRulePattern(pattern, ref.name))
      return refuse('push_rule_branch', { name: ref.name, pattern });
  }
  return null;
}

async function commitsRefusal(ctx: Context, rules: PushRuleValues, push: GatedPush): Promise<Refusal | null> {
  const { commits } = await push.newCommits();
  const needsUsers = rules.member_check || rules.commit_committer_check;
  const emails = commits.flatMap((commit) => [commit.author.email, commit.committer.email]);
  const users = needsUsers ? await mapUsersByConfirmedEmail(ctx, emails) : new Map<string, never>();
  const pusher =
    push.hasOthersCommits || ctx.actor.kind !== 'user' ? undefined : { id: ctx.actor.id, name: ctx.actor.name };
  // The oldest first: that is the one to correct first.
  for (const commit of commits.toReversed()) {
    const refusal = commitRefusal(rules, { commit, isMade: push.made.has(commit.sha), pusher }, users);
    if (refusal) return refusal;
  }
  return null;
}

async function filesRefusal(rules: PushRuleValues, push: GatedPush): Promise<Refusal | null> {
  const { commits } = await push.newCommits();
  const files = await changedFilesIn(
    push.repo,
    push.quarantine,
    commits.map((commit) => commit.sha),
  );
  const pattern = rules.file_name_regex;
  for (const file of files.filter((each) => each.isNew)) {
    const facts = { path: displayPath(file.path), sha: file.commitSha.slice(0, 8) };
    if (pattern !== '' && matchesRulePattern(pattern, file.path))
      return refuse('push_rule_file_name', { ...facts, pattern });
    if (rules.prevent_secrets && looksLikeSecret(file.path)) return refuse('push_rule_secret', facts);
  }
  const limit = rules.max_file_size;
  if (limit === 0) return null;
  const sizes = await sizesIn(push.repo, push.quarantine, [...new Set(files.map((file) => file.oid))]);
  const tooLarge = files.find((file) => (sizes.get(file.oid) ?? 0) > limit * BYTES_PER_MB);
  return tooLarge ? refuse('push_rule_file_size', { path: displayPath(tooLarge.path), limit }) : null;
}

export const pushRulesPushRuleGate: Extensions = [
  definePushGate(async (ctx, access, push) => {
    const { values: rules } = await pushRulesOf(ctx, { projectId: access.project.id });
    const refusal = refRefusal(rules, access, push);
    if (refusal) return refusal;
    const checksFiles = rules.file_name_regex !== '' || rules.prevent_secrets || rules.max_file_size > 0;
    if (!checksCommits(rules) && !checksFiles) return null;
    if (push.moves.every((move) => isZeroOid(move.newSha))) return null;
    if ((await push.newCommits()).truncated)
      return refuse('push_rule_too_many_commits', { limit: MAX_CHECKED_COMMITS });
    return (await commitsRefusal(ctx, rules, push)) ?? (checksFiles ? filesRefusal(rules, push) : null);
  }),
];
