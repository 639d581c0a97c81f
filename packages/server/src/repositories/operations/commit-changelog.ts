import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { buildChangelog, type ChangelogRequest } from '../reads/changelog.ts';
import { readFilesAt } from '../reads/repository-facts.ts';
import { withSection } from '../rules/changelog.ts';
import { createCommit } from './create-commit.ts';

export type ChangelogCommit = ChangelogRequest & {
  branch?: string | undefined;
  file: string;
  message?: string | undefined;
};

/** Adds the section of a version to the changelog file, as one commit on a branch. */
export async function commitChangelog(ctx: Context, access: ProjectAccess, wanted: ChangelogCommit): Promise<void> {
  const branch = wanted.branch ?? access.project.default_branch;
  if (branch === null) throw new AppError('not_found', { resource: 'Branch' });
  const section = await buildChangelog(ctx, access, wanted);
  const [present] = await readFilesAt(ctx, access, [wanted.file], branch);
  const text = await present?.readText();
  if (text === null) throw new AppError('bad_parameter', { name: 'file' });
  const content = Buffer.from(withSection(text ?? '', wanted.version, section), 'utf8');
  await createCommit(ctx, {
    projectId: access.project.id,
    branch,
    message: wanted.message ?? `Add changelog for version ${wanted.version}`,
    actions: [{ action: present ? 'update' : 'create', path: wanted.file, content }],
  });
}
