import type { PageApprovals } from '@tributary/contract/environments/approvals.ts';
import { levelText } from '../../../repositories/index.ts';
import type { ApprovalsView, RequirementView } from '../reads/view-approvals.ts';

function nameOfRequirement({ requirement, nameOf }: RequirementView): string {
  const names = requirement.entries.map((entry) => (entry.level === null ? nameOf(entry) : levelText(entry.level)));
  return names.join(', ');
}

/** Null where no approval is needed and none was given. */
export function toPageApprovals(
  { state, given, requirements }: ApprovalsView,
  { can, reason }: Pick<PageApprovals, 'can' | 'reason'>,
): PageApprovals | null {
  if (requirements.length === 0 && given.length === 0) return null;
  return {
    pending: state.pending,
    rules: requirements.map((view) => ({
      name: nameOfRequirement(view),
      required: view.requirement.required,
      approved: view.given.filter(({ row }) => row.status === 'approved').length,
    })),
    given: given.map(({ row, user }) => ({
      user: user && {
        id: user.id,
        username: user.username,
        name: user.name,
        avatarUrl: user.avatarUrl,
        href: `/${user.username}`,
      },
      status: row.status,
      comment: row.comment,
      created_at: row.updated_at.toISOString(),
    })),
    can,
    reason,
  };
}
