import type { Extensions } from '../platform/extensions.ts';
import { branchRef, isAncestor, isGitError, KEEP_AROUND_PREFIX, readRef, sharedCatFiles } from '@tributary/git';
import type { Context } from '../platform/context.ts';
import { defineInvariant } from '../platform/verification.ts';
import { eachArrivedRequest, listMergeDecisions, listMergeIntents } from '../merge-requests/index.ts';
import { findDiffIndex, hasDiffIndex, firstIndexedAt } from '../changes/index.ts';
import {
  listBrokenCounters,
  listBrokenThreads,
  listHeadMismatches,
  listMergedAfter,
  listVersionsAfter,
} from './store/verification.ts';

const BATCH = 200;
/** A merge takes moments; what is older was left behind. */
const STALE_INTENT_SECONDS = 60;

const nameOf = (projectId: number, iid: number) => `project ${projectId}, merge request !${iid}`;

async function isIn(repo: string, sha: string, tip: string): Promise<boolean> {
  try {
    return await isAncestor(repo, sha, tip);
  } catch (error) {
    if (isGitError(error, 'not_found')) return false;
    throw error;
  }
}

async function exists(repo: string, sha: string): Promise<boolean> {
  return (await sharedCatFiles().info(repo, sha)) !== null;
}

type IndexedVersion = { projectId: number; base: string; head: string; createdAt: Date };

async function checkIndex(
  ctx: Context,
  version: IndexedVersion,
  currentSince: Date | null,
  report: (problem: string) => void,
): Promise<void> {
  const key = { projectId: version.projectId, base: version.base, head: version.head, ignoresWhitespace: false };
  const index = await findDiffIndex(ctx.db, key);
  if (!index) {
    // Those from before an upgrade that changed their format end one by one, and are built again when someone asks.
    if (currentSince !== null && version.createdAt > currentSince && !(await hasDiffIndex(ctx.db, key)))
      report('its diff index is missing. It is rebuilt when the changes are opened');
    return undefined;
  }
  for (const name of [index.header_name, index.pack_name]) {
    const opened = await ctx.storage.open(name);
    opened?.stream.destroy();
    if (!opened) report(`the stored object ${name} of its diff index is missing`);
  }
  return undefined;
}

export const mergeRequestPagesVerify: Extensions = [
  defineInvariant({
    name: 'merged merge requests and their target branches',
    check: async (ctx, report) => {
      let looked = 0;
      for (let afterId = 0; ;) {
        const rows = await listMergedAfter(ctx.db, afterId, BATCH);
        for (const row of rows) {
          looked += 1;
          afterId = row.id;
          const what = nameOf(row.target_project_id, row.iid);
          const repo = ctx.repositories.directory(row.target_project_id);
          const sha = row.merged_commit_sha;
          if (sha === null) report({ what, problem: 'it is merged, but has no recorded commit' });
          else if (!(await exists(repo, sha))) report({ what, problem: `its merged commit ${sha} does not exist` });
          else {
            const tip = await readRef(repo, branchRef(row.target_branch));
            if (tip !== undefined && !(await isIn(repo, sha, tip)))
              report({
                what,
                problem: `its merged commit ${sha} is not in ${row.target_branch} (a later force push?)`,
              });
          }
        }
        if (rows.length < BATCH) return looked;
      }
    },
  }),
  defineInvariant({
    name: 'open merge requests and their target branches',
    check: (ctx, report) =>
      eachArrivedRequest(ctx, ({ row, tip, arrival }) => {
        const what = nameOf(row.target_project_id, row.iid);
        const how = arrival.squashSha === null ? 'its commits are' : `its squash commit ${arrival.squashSha} is`;
        const cause =
          'the branch is newer than the database, for example after restoring a backup taken during a merge';
        report({
          what,
          problem: `${how} in ${row.target_branch} at ${tip}, but it is open: ${cause}. Close it.`,
        });
      }),
  }),
  defineInvariant({
    name: 'merges and their checks',
    check: async (ctx, report) => {
      let count = 0;
      for (let afterId = 0; ;) {
        const records = await listMergeDecisions(ctx.db, afterId, BATCH);
        for (const { id, merge_request_id: requestId, isAllowed } of records) {
          count += 1;
          afterId = id;
          const what = `merge request with id ${requestId}`;
          if (!isAllowed) report({ what, problem: 'it was merged although a merge check had not passed' });
        }
        if (records.length < BATCH) return count;
      }
    },
  }),
  defineInvariant({
    name: 'merges in progress',
    check: async (ctx, report) => {
      const intents = await listMergeIntents(ctx.db, STALE_INTENT_SECONDS, BATCH);
      for (const intent of intents) {
        const what = `merge request with id ${intent.merge_request_id}`;
        report({ what, problem: `a merge started at ${intent.created_at.toISOString()} never finished` });
      }
      return intents.length;
    },
  }),
  defineInvariant({
    name: 'versions and their commits and indexes',
    check: async (ctx, report) => {
      let looked = 0;
      const currentSince = await firstIndexedAt(ctx.db);
      for (let afterId = 0; ;) {
        const versions = await listVersionsAfter(ctx.db, afterId, BATCH);
        for (const version of versions) {
          looked += 1;
          afterId = version.id;
          const what = `${nameOf(version.projectId, version.iid)}, version ${version.number}`;
          const repo = ctx.repositories.directory(version.projectId);
          for (const sha of new Set([version.base, version.start, version.head])) {
            if (!(await exists(repo, sha))) report({ what, problem: `its commit ${sha} does not exist` });
            else if ((await readRef(repo, `${KEEP_AROUND_PREFIX}${sha}`)) === undefined)
              report({ what, problem: `its commit ${sha} is not protected from garbage collection` });
          }
          if (version.state === 'ready')
            await checkIndex(ctx, version, currentSince, (problem) => report({ what, problem }));
        }
        if (versions.length < BATCH) return looked;
      }
    },
  }),
  defineInvariant({
    name: 'heads, counters and threads',
    check: async (ctx, report) => {
      const heads = await listHeadMismatches(ctx.db, BATCH);
      for (const row of heads)
        report({ what: nameOf(row.projectId, row.iid), problem: 'its head does not match its latest version' });
      const counters = await listBrokenCounters(ctx.db, BATCH);
      for (const row of counters)
        report({
          what: `project ${row.projectId}`,
          problem: 'its merge request counter is lower than the highest number',
        });
      const threads = await listBrokenThreads(ctx.db, BATCH);
      for (const id of threads)
        report({ what: `thread ${id}`, problem: 'its resolved state does not match its notes' });
      return heads.length + counters.length + threads.length;
    },
  }),
];
