import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import type { PushRuleValues } from '@tributary/contract/projects/push-rules.ts';
import type { Commit } from '@tributary/git';
import { matchesRulePattern } from './rule-pattern.ts';

export type Pusher = { id: number; name: string };

export type CommitToCheck = {
  commit: Commit;
  /** The product made it just now, for the one who is signed in: there is nothing to prove. */
  isMade: boolean;
  /** Who answers for having committed it; undefined for what a merge brings from another project. */
  pusher: Pusher | undefined;
};

/** Users by their confirmed addresses, in lower case. */
export type UsersByEmail = ReadonlyMap<string, { id: number }>;

const short = (commit: Commit) => commit.sha.slice(0, 8);

/** The first rule that this commit breaks, or null. */
export function commitRefusal(rules: PushRuleValues, checked: CommitToCheck, users: UsersByEmail): Refusal | null {
  return (
    messageRefusal(rules, checked.commit) ?? authorRefusal(rules, checked, users) ?? proofRefusal(rules, checked, users)
  );
}

function messageRefusal(rules: PushRuleValues, commit: Commit): Refusal | null {
  const { commit_message_regex: wanted, commit_message_negative_regex: forbidden } = rules;
  const sha = short(commit);
  if (wanted !== '' && !matchesRulePattern(wanted, commit.message))
    return refuse('push_rule_message', { pattern: wanted, sha });
  if (forbidden !== '' && matchesRulePattern(forbidden, commit.message))
    return refuse('push_rule_message_forbidden', { pattern: forbidden, sha });
  return null;
}

function authorRefusal(rules: PushRuleValues, { commit }: CommitToCheck, users: UsersByEmail): Refusal | null {
  const sha = short(commit);
  const both = [
    { role: 'Committer', email: commit.committer.email },
    { role: 'Author', email: commit.author.email },
  ];
  const pattern = rules.author_email_regex;
  for (const { role, email } of both)
    if (pattern !== '' && !matchesRulePattern(pattern, email))
      return refuse('push_rule_email', { role, email, pattern, sha });
  if (!rules.member_check) return null;
  for (const { role, email } of both)
    if (!users.has(email.toLowerCase())) return refuse('push_rule_member', { role, email, sha });
  return null;
}

function proofRefusal(
  rules: PushRuleValues,
  { commit, isMade, pusher }: CommitToCheck,
  users: UsersByEmail,
): Refusal | null {
  const sha = short(commit);
  const { email, name: committer } = commit.committer;
  if (rules.reject_non_dco_commits && !isSignedOff(commit)) return refuse('push_rule_dco', { sha });
  if (isMade) return null;
  if (rules.reject_unsigned_commits && commit.signature === null) return refuse('push_rule_unsigned', { sha });
  if (!pusher) return null;
  if (rules.commit_committer_check && users.get(email.toLowerCase())?.id !== pusher.id)
    return refuse('push_rule_committer', { email, sha });
  if (rules.commit_committer_name_check && committer !== pusher.name)
    return refuse('push_rule_committer_name', { name: pusher.name, committer, sha });
  return null;
}

/** Has the message a line that certifies its origin? Merge commits add nothing of their own. */
function isSignedOff(commit: Commit): boolean {
  if (commit.parents.length > 1) return true;
  return commit.message.split('\n').some((line) => /^Signed-off-by: \S.* <[^<>\s]+@[^<>\s]+>\s*$/.test(line));
}
