import { type SignatureType, VERIFICATION_STATUSES } from '@tributary/contract/projects/commit-signatures.ts';
import { findUser } from '../../accounts/index.ts';
import type { GraphqlBuilder } from '../../endpoints/graphql/builder.ts';
import { inOneGo } from '../../endpoints/graphql/in-one-go.ts';
import { type CommitVerification, verifyCommitIds } from '../reads/commit-verification.ts';
import type { GraphqlCommit } from './graphql-commit.ts';

type Signature = CommitVerification & { sha: string };

declare module '../../endpoints/graphql/builder.ts' {
  interface GraphqlObjects {
    GpgSignature: Signature;
    SshSignature: Signature;
    X509Signature: Signature;
  }
  interface GraphqlInterfaces {
    CommitSignature: Signature;
  }
}

const TYPES = { PGP: 'GpgSignature', SSH: 'SshSignature', X509: 'X509Signature' } as const satisfies Record<
  SignatureType,
  string
>;

/** Of all commits that an answer names, with two statements for each project. */
const signatureOf = inOneGo<GraphqlCommit, Signature | null>(async (ctx, commits) => {
  const found = new Map<string, CommitVerification>();
  for (const [projectId, own] of Map.groupBy(commits, (commit) => commit.projectId)) {
    const shas = own.map(({ sha }) => sha);
    for (const [sha, verification] of await verifyCommitIds(ctx, projectId, shas)) found.set(sha, verification);
  }
  return commits.map(({ sha }) => {
    const verification = found.get(sha);
    return verification ? { ...verification, sha } : null;
  });
});

/** `Commit.signature`. */
export function addSignatures(builder: GraphqlBuilder): void {
  const status = builder.enumType('VerificationStatus', {
    description: 'Verification status of a signature.',
    values: Object.fromEntries(VERIFICATION_STATUSES.map((value) => [value.toUpperCase(), { value }])),
  });
  builder.interfaceType('CommitSignature', {
    description: 'The signature of a commit.',
    resolveType: ({ type }) => TYPES[type],
    fields: (t) => ({
      commitSha: t.string({ nullable: true, resolve: ({ sha }) => sha }),
      verificationStatus: t.field({ type: status, nullable: true, resolve: (signature) => signature.status }),
    }),
  });
  for (const name of Object.values(TYPES)) builder.objectType(name, { interfaces: ['CommitSignature'] });
  builder.objectFields('GpgSignature', (t) => ({
    gpgKeyPrimaryKeyid: t.string({ nullable: true, resolve: ({ gpg }) => gpg?.fingerprint.slice(-16) ?? null }),
    gpgKeyUserEmail: t.string({ nullable: true, resolve: ({ gpg }) => gpg?.emails[0] ?? null }),
    user: t.field({
      type: 'User',
      nullable: true,
      description: 'The user who has added the key.',
      resolve: async ({ gpg }, _args, { ctx }) => (gpg ? ((await findUser(ctx, gpg.user_id)) ?? null) : null),
    }),
  }));
  builder.objectFields('SshSignature', (t) => ({
    keyFingerprintSha256: t.string({ nullable: true, resolve: ({ keyId }) => keyId?.replace('SHA256:', '') ?? null }),
    user: t.field({
      type: 'User',
      nullable: true,
      description: 'The user who has added the key.',
      resolve: async ({ ssh }, _args, { ctx }) => (ssh ? ((await findUser(ctx, ssh.user_id)) ?? null) : null),
    }),
  }));
  builder.objectField('Commit', 'signature', (t) =>
    t.field({
      type: 'CommitSignature',
      nullable: true,
      resolve: (commit, _args, { ctx }) => signatureOf(ctx, commit),
    }),
  );
}
