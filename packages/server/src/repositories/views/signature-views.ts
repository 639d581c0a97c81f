import type { CommitSignatureView } from '@tributary/contract/projects/commit-signatures.ts';
import type { Commit } from '@tributary/git';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { type ProjectAccess, repositoryOf } from '../../projects/index.ts';
import { verifyCommits } from '../reads/commit-verification.ts';
import { userChip } from './user-chip.ts';

/** Signatures as pages show them, by commit id. */
export async function signatureViews(
  ctx: Context,
  access: ProjectAccess,
  commits: readonly Commit[],
): Promise<Map<string, CommitSignatureView>> {
  const verified = await verifyCommits(ctx, repositoryOf(ctx, access), commits);
  if (verified.size === 0) return new Map();
  const ownerOf = ({ ssh, gpg }: { ssh: { user_id: number } | null; gpg: { user_id: number } | null }) =>
    ssh?.user_id ?? gpg?.user_id;
  const ids = [...verified.values()].flatMap((each) => ownerOf(each) ?? []);
  const users = new Map((await listUsersByIds(ctx, ids)).map((user) => [user.id, user]));
  return new Map(
    [...verified].map(([sha, each]) => {
      const signer = users.get(ownerOf(each) ?? 0);
      const { type, status, keyId } = each;
      return [
        sha,
        { type, status, isVerified: status === 'verified', keyId, signer: signer ? userChip(signer) : null },
      ];
    }),
  );
}
