import type { CodeOwnersPart } from '@tributary/contract/approvals/page.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess } from '../../projects/index.ts';
import { getVisibleCommit } from '../../repositories/index.ts';
import type { OwnerProblem } from '../code-owners.ts';
import { findCodeOwners } from './code-owner-rules.ts';

const TEXTS: Record<OwnerProblem, string> = {
  missing_entry_owner: 'This entry has no owner. Add a user, group, email address or role.',
  missing_section_name: 'This section has no name. Write it between the brackets.',
  invalid_section_format: 'This section cannot be read, so the line counts as an entry. Write [Name] or [Name][2].',
  invalid_approval_requirement: 'The number of approvals must be from 1 to 100. The section asks for one.',
  invalid_section_owner: 'An owner of this section cannot be read. Owners start with @ or are email addresses.',
  invalid_entry_owner: 'An owner of this entry cannot be read. Owners start with @ or are email addresses.',
};

/** What is wrong with the file of code owners, for the page of the file. */
export async function codeOwnersPart(ctx: Context, access: ProjectAccess, ref: string): Promise<CodeOwnersPart> {
  const { sha } = await getVisibleCommit(ctx, access, ref);
  const found = await findCodeOwners(ctx, access.project.id, sha);
  if (!found) return { path: null, problems: [] };
  return {
    path: found.path,
    problems: found.file.problems.map(({ line, problem }) => ({ line, text: TEXTS[problem] })),
  };
}
