import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import { referencesIn, referencesInText, addCrossReferences, textScopeOf } from '../../discussions/index.ts';
import { onEvent } from '../../platform/events.ts';
import { findMergeRequestAccess } from '../merge-request-access.ts';
import { noteableOf } from '../noteable.ts';
import { listVersionCommits } from '../store/versions.ts';

const TEXTS = new Set(['title', 'description']);
const MAX_OWN_COMMITS = 1_000;

export const issuesOnMentions: Extensions = [
  /** What title and description of a merge request name learns of it, except the commits that it brings. */
  () => {
    for (const type of ['merge_request.created', 'merge_request.updated'] as const) {
      onEvent(type, 'mentions', async (ctx, { data, actorId }) => {
        if ('changed' in data && !data.changed.some((name) => TEXTS.has(name))) return;
        const actor = actorId === null ? undefined : await findActingUser(ctx, actorId);
        const found = actor && (await findMergeRequestAccess({ ...ctx, actor }, data.mergeRequestId));
        if (!found) return;
        const { row, access } = found;
        const place = textScopeOf(access.project);
        const references = [...referencesInText(row.title, place), ...referencesIn([row.description_html], place)];
        if (references.length === 0) return;
        const page = { limit: MAX_OWN_COMMITS, offset: 0 };
        const commits =
          row.latest_version_id === null ? [] : await listVersionCommits(ctx.db, row.latest_version_id, page);
        const own = new Set(commits.map((commit) => commit.sha));
        await addCrossReferences({ ...ctx, actor }, noteableOf(found), references, {
          skip: (target) => target.commitSha !== undefined && own.has(target.commitSha),
        });
      })();
    }
  },
];
