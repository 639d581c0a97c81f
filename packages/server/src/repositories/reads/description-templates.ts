import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { DescriptionTemplates } from '@tributary/contract/projects/repository-page.ts';
import { findEntry, readBlob, readTree, type TreeEntry } from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { decodeText } from '../views/decode-text.ts';
import { findRevision } from '../visible-objects.ts';

type DescriptionTemplateKind = 'issues' | 'merge_requests';

const FOLDERS: Record<DescriptionTemplateKind, string> = {
  issues: '.gitlab/issue_templates',
  merge_requests: '.gitlab/merge_request_templates',
};
const SUFFIX = '.md';
const MAX_BYTES = 1024 * 1024;

async function templateEntries(
  ctx: Context,
  access: ProjectAccess,
  kind: DescriptionTemplateKind,
): Promise<TreeEntry[]> {
  const main = access.project.default_branch;
  const rev = main === null || access.project.is_empty ? undefined : await findRevision(ctx, access, main);
  if (!rev) return [];
  const repo = repositoryOf(ctx, access);
  const folder = await findEntry(repo, rev.commitSha, FOLDERS[kind]);
  if (folder?.type !== 'tree') return [];
  const entries = await readTree(repo, rev.commitSha, FOLDERS[kind]);
  return entries.filter((entry) => entry.type === 'blob' && entry.name.endsWith(SUFFIX) && entry.name !== SUFFIX);
}

const nameOf = (entry: TreeEntry) => entry.name.slice(0, -SUFFIX.length);

/** Names of the templates for descriptions that the default branch holds, by the alphabet. */
export async function listDescriptionTemplates(
  ctx: Context,
  access: ProjectAccess,
  kind: DescriptionTemplateKind,
): Promise<string[]> {
  return (await templateEntries(ctx, access, kind)).map(nameOf).toSorted((a, b) => a.localeCompare(b));
}

export async function getDescriptionTemplate(
  ctx: Context,
  access: ProjectAccess,
  kind: DescriptionTemplateKind,
  name: string,
): Promise<{ name: string; content: string }> {
  const entry = (await templateEntries(ctx, access, kind)).find((each) => nameOf(each) === name);
  if (!entry) throw new AppError('not_found', { resource: 'Template' });
  const content = await readBlob(repositoryOf(ctx, access), entry.oid, { maxBytes: MAX_BYTES });
  return { name, content: decodeText(content)?.text ?? '' };
}

/**
 * What a form for a new issue or merge request offers, and the description that it begins with: `given`, or else the
 * template that is named `Default`, in any case. Nothing is offered to readers who may not read the code.
 */
export async function offerDescriptionTemplates(
  ctx: Context,
  access: ProjectAccess,
  kind: DescriptionTemplateKind,
  given: string | undefined,
): Promise<{ offered: DescriptionTemplates; description: string | undefined }> {
  const path = `/api/v4/projects/${access.project.id}/templates/${kind}`;
  if (!isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))) {
    return { offered: { names: [], path, initial: null }, description: given };
  }
  const names = await listDescriptionTemplates(ctx, access, kind);
  const initial = given === undefined ? names.find((name) => name.toLowerCase() === 'default') : undefined;
  if (initial === undefined) return { offered: { names, path, initial: null }, description: given };
  const { content } = await getDescriptionTemplate(ctx, access, kind, initial);
  return { offered: { names, path, initial }, description: content };
}
