import { refuse, type Refusal } from '@tributary/contract/errors/app-error.ts';
import {
  branchRef,
  displayPath,
  isAncestorIn,
  isFullRef,
  isInternalRef,
  isZeroOid,
  newObjectSizes,
  type ReceivedPush,
  readRefs,
  refNameProblemText,
  tagRef,
  validatePushedRef,
} from '@tributary/git';
import type { Context } from '../../platform/context.ts';
import type { ProjectAccess } from '../../projects/index.ts';
import { type BranchRights, loadBranchRights } from '../protection/branch-rights.ts';
import { loadTagRights, type TagChange, type TagRights } from '../protection/tags/tag-rights.ts';
import { refKindOf } from '../ref-updates/describe-move.ts';
import { pushGateRefusal } from '../ref-updates/push-gates.ts';
import type { RefMove } from '../ref-updates/ref-move.ts';
import { GIT_LIMITS, sizeText } from './limits.ts';

export type PushDecision = { refusal: Refusal | null; warnings: string[] };

/**
 * May this push happen? Asked when all its objects are in quarantine and before any ref moves. Questions about names and
 * rights come before those about content and sizes; the first refusal is the answer.
 */
export async function checkPush(
  ctx: Context,
  access: ProjectAccess,
  repo: string,
  push: ReceivedPush,
  sizes: Promise<PushDecision>,
): Promise<PushDecision> {
  const movesTags = push.updates.some((move) => refKindOf(move.ref)?.kind === 'tag');
  const [branches, tags] = await Promise.all([
    loadBranchRights(ctx, access),
    movesTags ? loadTagRights(ctx, access) : undefined,
  ]);
  const rights = { branches, tags };
  const willExist = await namesakes(repo, push.updates);
  for (const move of push.updates) {
    const refusal =
      nameRefusal(move) ?? likenessRefusal(move, willExist) ?? (await rightsRefusal(rights, repo, move, push));
    if (refusal) return { refusal, warnings: [] };
  }
  const { updates: moves, quarantine } = push;
  const refusal = await pushGateRefusal(ctx, access, { moves, quarantine });
  return refusal ? { refusal, warnings: [] } : sizes;
}

/** Every ref has a name that means one thing; deletions may clean up older names. */
function nameRefusal(move: RefMove): Refusal | null {
  if (isInternalRef(move.ref)) return refuse('push_hidden_ref', { name: move.ref });
  if (isZeroOid(move.newSha)) return null;
  const problem = validatePushedRef(move.ref);
  // A name whose bytes are no text would be another name for everyone who reads it.
  const isText = !move.ref.includes('\uFFFD');
  if (problem === null && isText) return null;
  const reason = problem !== null && isText ? refNameProblemText(problem) : 'The name must be UTF-8.';
  const ref = refKindOf(move.ref);
  if (!ref) return refuse('push_foreign_ref', { name: move.ref, reason });
  return refuse(ref.kind === 'branch' ? 'branch_name_invalid' : 'tag_name_invalid', { name: ref.name, reason });
}

/** Whether a branch or tag will exist when the push is done, for those that may be the namesake of a new one. */
async function namesakes(repo: string, updates: readonly RefMove[]): Promise<(ref: string) => boolean> {
  const created = updates.flatMap(({ ref, oldSha, newSha }) => {
    const kind = isZeroOid(oldSha) && !isZeroOid(newSha) ? refKindOf(ref) : undefined;
    if (!kind) return [];
    return kind.kind === 'branch' ? tagRef(kind.name) : branchRef(kind.name);
  });
  const known = await readRefs(repo, created.filter(isFullRef));
  const moving = new Map(updates.map(({ ref, newSha }) => [ref, !isZeroOid(newSha)]));
  return (ref) => moving.get(ref) ?? known.has(ref);
}

/** A new branch named like a tag, or the reverse, also within one push. */
function likenessRefusal(move: RefMove, willExist: (ref: string) => boolean): Refusal | null {
  const ref = refKindOf(move.ref);
  if (!ref || !isZeroOid(move.oldSha) || isZeroOid(move.newSha)) return null;
  const other = ref.kind === 'branch' ? tagRef(ref.name) : branchRef(ref.name);
  if (!willExist(other)) return null;
  return refuse(ref.kind === 'branch' ? 'branch_named_like_tag' : 'tag_named_like_branch', { name: ref.name });
}

type Rights = { branches: BranchRights; tags: TagRights | undefined };

function tagChange(move: RefMove): TagChange {
  if (isZeroOid(move.newSha)) return 'delete_by_git';
  return isZeroOid(move.oldSha) ? 'create' : 'update';
}

async function rightsRefusal(
  { branches: rights, tags }: Rights,
  repo: string,
  move: RefMove,
  push: ReceivedPush,
): Promise<Refusal | null> {
  const ref = refKindOf(move.ref);
  if (ref?.kind === 'tag') return tags?.refusal(ref.name, tagChange(move)) ?? null;
  if (!ref) return rights.otherRefsRefusal;
  if (isZeroOid(move.newSha)) return rights.refusal(ref.name, 'delete');
  if (isZeroOid(move.oldSha)) return rights.refusal(ref.name, 'create');
  // Only protected branches care whether history is rewritten, and asking costs a process.
  if (!rights.isProtected(ref.name)) return rights.refusal(ref.name, 'push');
  const isForward = await isAncestorIn(repo, push.quarantine, move.oldSha, move.newSha);
  return rights.refusal(ref.name, isForward ? 'push' : 'force');
}

/** Looked at while the questions about names and rights are asked; a refusal does not wait for it. */
export function startSizeCheck(repo: string, push: ReceivedPush): Promise<PushDecision> {
  const sizes = checkSizes(repo, push);
  sizes.catch(() => undefined);
  return sizes;
}

async function checkSizes(repo: string, push: ReceivedPush): Promise<PushDecision> {
  const newShas = push.updates.map((move) => move.newSha).filter((sha) => !isZeroOid(sha));
  if (newShas.length === 0) return { refusal: null, warnings: [] };
  const { warnBlobBytes, maxBlobBytes, maxObjects } = GIT_LIMITS;
  const sizes = await newObjectSizes(repo, push.quarantine, { blobsOver: warnBlobBytes, newShas });
  if (sizes.objectCount > maxObjects) {
    const params = { count: sizes.objectCount, limit: maxObjects };
    return { refusal: refuse('push_too_many_objects', params), warnings: [] };
  }
  const nameOf = (blob: { oid: string; path: string | null }) =>
    blob.path === null ? blob.oid : displayPath(blob.path);
  const tooLarge = sizes.bigBlobs.find((blob) => blob.size > maxBlobBytes);
  if (tooLarge) {
    const params = { path: nameOf(tooLarge), size: sizeText(tooLarge.size), limit: sizeText(maxBlobBytes) };
    return { refusal: refuse('push_blob_too_large', params), warnings: [] };
  }
  const warnings = sizes.bigBlobs.map(
    (blob) =>
      `Warning: the file "${nameOf(blob)}" is ${sizeText(blob.size)}. Files larger than ${sizeText(maxBlobBytes)} are rejected.`,
  );
  return { refusal: null, warnings };
}
