import type { Extensions } from '../../platform/extensions.ts';
import { findActingUser } from '../../accounts/index.ts';
import { referencesIn, referencesInText, addCrossReferences, textScopeOf } from '../../discussions/index.ts';
import { onEvent } from '../../platform/events.ts';
import { findIssueAccess } from './issue-access.ts';
import { issueNoteable } from './noteable.ts';

const TEXTS = new Set(['title', 'description']);

export const issuesOnMentions: Extensions = [
  /** What title and description of an issue name learns of it. */
  () => {
    for (const type of ['issue.created', 'issue.updated'] as const) {
      onEvent(type, 'mentions', async (ctx, { data, actorId }) => {
        if ('changed' in data && !data.changed.some((name) => TEXTS.has(name))) return;
        const actor = actorId === null ? undefined : await findActingUser(ctx, actorId);
        const found = actor && (await findIssueAccess({ ...ctx, actor }, data.issueId));
        if (!found) return;
        const { project } = found.access;
        const place = textScopeOf(project);
        const references = [
          ...referencesInText(found.row.title, place),
          ...referencesIn([found.row.description_html], place),
        ];
        await addCrossReferences({ ...ctx, actor }, issueNoteable(found), references);
      })();
    }
  },
];
