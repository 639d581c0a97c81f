import { AppError } from '@tributary/contract/errors/app-error.ts';
import {
  branchRef,
  isFullRef,
  readRef,
  refNameProblemText,
  tagRef,
  validateTagName,
  writeTagObject,
  ZERO_OID,
} from '@tributary/git';
import { defineOperation } from '../../platform/operation.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { tagReleases } from '../commit-registry.ts';
import { canChangeTag } from '../protection/tags/tag-rights.ts';
import { askPushGates } from '../ref-updates/push-gates.ts';
import { moveRefs } from '../ref-updates/update-branch.ts';
import { findRevision } from '../visible-objects.ts';
import { committerOf, loadForWriting } from './load-for-writing.ts';

export type NewTagInput = {
  projectId: number;
  name: string;
  ref: string;
  /** With one the tag is an object of its own that names who made it. */
  message?: string | undefined;
};

export const createTag = defineOperation<NewTagInput, ProjectAccess, { name: string; sha: string }>({
  name: 'tag.create',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access, input) => canChangeTag(ctx, access, input.name, 'create'),
  run: async (ctx, access, input) => {
    const repo = repositoryOf(ctx, access);
    await assertNewTagName(repo, input.name);
    const target = await findRevision(ctx, access, input.ref);
    if (!target) throw new AppError('ref_not_found', { name: input.ref });
    const message = input.message?.trim() ?? '';
    const tag = { name: input.name, sha: target.commitSha, message, tagger: committerOf(ctx) };
    const sha = message === '' ? target.commitSha : await writeTagObject(repo, tag, 'commit');
    const moves = [{ ref: tagRef(input.name), oldSha: ZERO_OID, newSha: sha }];
    await askPushGates(ctx, access, { moves });
    try {
      await moveRefs(ctx, access, moves);
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'ref_changed')) throw error;
      throw new AppError('tag_exists', { name: input.name }, { cause: error });
    }
    return { name: input.name, sha };
  },
});

async function assertNewTagName(repo: string, name: string): Promise<void> {
  const problem = validateTagName(name);
  if (problem !== null) throw new AppError('tag_name_invalid', { name, reason: refNameProblemText(problem) });
  if ((await readRef(repo, tagRef(name))) !== undefined) throw new AppError('tag_exists', { name });
  if ((await readRef(repo, branchRef(name))) !== undefined) throw new AppError('tag_named_like_branch', { name });
}

export const deleteTag = defineOperation<{ projectId: number; name: string }, ProjectAccess, void>({
  name: 'tag.delete',
  transaction: false,
  load: (ctx, input) => loadForWriting(ctx, input.projectId),
  check: (ctx, access, input) => canChangeTag(ctx, access, input.name, 'delete'),
  run: async (ctx, access, input) => {
    const ref = tagRef(input.name);
    const sha = isFullRef(ref) ? await readRef(repositoryOf(ctx, access), ref) : undefined;
    if (sha === undefined) throw new AppError('not_found', { resource: 'Tag' });
    const moves = [{ ref, oldSha: sha, newSha: ZERO_OID }];
    await askPushGates(ctx, access, { moves });
    await moveRefs(ctx, access, moves);
    await tagReleases().remove(ctx, access, input.name);
  },
});
