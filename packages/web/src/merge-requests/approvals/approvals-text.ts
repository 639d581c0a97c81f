import type { ApprovalsPart, PageApprovalRule } from '@tributary/contract/approvals/page.ts';
import { formatList, plural } from '../../lib/format.ts';

/** The sentence of the section: what is met, or who has to approve still; after the merge, who has approved. */
export function approvalsText(data: ApprovalsPart, state: string): string {
  const { approvalsRequired, approvalsLeft, approvedBy } = data;
  const isMerged = state === 'merged';
  if (isMerged && approvedBy.length === 0) return 'Merged without approvals';
  if (approvalsRequired === 0 && approvedBy.length === 0) return 'Approval is optional';
  if (approvalsLeft === 0 || isMerged) return `Approved by ${formatList(approvedBy.map((user) => user.name))}`;
  const open = data.rules.filter((rule) => !rule.isApproved && rule.type !== 'any_approver');
  const names = open.map((rule) => rule.name);
  const from = names.length === 0 ? 'from eligible users' : `from ${formatList(names)}`;
  return `Requires ${plural(approvalsLeft, 'approval')} ${from}`;
}

/** `1 of 2`, or that the rule is optional. */
export function progressText(rule: PageApprovalRule): string {
  if (rule.approvalsRequired === 0)
    return rule.approvedBy.length === 0 ? 'Optional' : `${rule.approvedBy.length} (optional)`;
  return `${rule.approvedBy.length} of ${rule.approvalsRequired}`;
}

export const ruleName = (rule: PageApprovalRule) => (rule.type === 'any_approver' ? 'All eligible users' : rule.name);

/** Rules of code owners come last: by section from the end of the alphabet, then by name. */
export function sortedRules(rules: readonly PageApprovalRule[]): {
  own: PageApprovalRule[];
  owners: PageApprovalRule[];
} {
  const owners = rules.filter((rule) => rule.type === 'code_owner');
  return {
    own: rules.filter((rule) => rule.type !== 'code_owner'),
    owners: owners.toSorted((a, b) => (b.section ?? '').localeCompare(a.section ?? '') || a.name.localeCompare(b.name)),
  };
}

const ENDS: Record<string, string> = {
  changed: 'the content changed',
  replaced: 'the approved commits were replaced',
  retargeted: 'the target branch changed',
};

/** What the newest change did to an approval. */
export function receiptText(receipt: ApprovalsPart['receipts'][number]): string {
  const { user, outcome, reason, comparedFiles, changedFiles, changedPaths } = receipt;
  const compared = plural(comparedFiles, 'file');
  if (outcome === 'carried') return `${user.name}: kept. ${compared} compared, none changed.`;
  const named = changedPaths.slice(0, 3).join(', ');
  const files =
    changedFiles === 0 ? '' : ` Changed: ${named}${changedFiles > 3 ? ` and ${changedFiles - 3} more` : ''}.`;
  if (outcome === 'retained') return `${user.name}: kept for the approved commits.${files}`;
  return `${user.name}: ended because ${ENDS[reason] ?? reason}.${files}`;
}
