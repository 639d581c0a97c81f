import type { Extensions } from '../../platform/extensions.ts';
import {
  contributeInstanceStatistics,
  contributeUserAssociations,
  contributeUserCounts,
} from '../../accounts/index.ts';
import { actorId } from '../../platform/actor.ts';
import { defineGroupNav, defineHomeSection, defineOpenIssueCounter, defineProjectNav } from '../../projects/index.ts';
import { defineLabelUse } from '../labels/label-uses.ts';
import { defineMilestoneContents } from '../milestones/milestone-contents.ts';
import { issuePath, issueReference } from './issue-access.ts';
import { takeMilestoneOffIssues } from './operations/detach-milestone.ts';
import { countIssues, issueProgress, listIssues, openIssuesByProject } from './reads/list-issues.ts';
import { replaceIssueLabels, replaceIssueMilestones } from './store/participants.ts';
import type { IssueView } from './reads/issue-views.ts';

const OPEN = ['opened'] as const;
const entry = { key: 'issues', label: 'Issues', icon: 'issue', path: 'issues', order: 35 };

function userOf(user: NonNullable<IssueView['author']>) {
  const { id, username, name, avatarUrl } = user;
  return { id, username, name, avatarUrl, href: `/${username}` };
}

const SHOWN = 10;

export const issuesNavigation: Extensions = [
  defineProjectNav({
    ...entry,
    ability: 'read_issue',
    feature: 'issues',
    count: (ctx, access) => countIssues(ctx, { projectId: access.project.id, states: OPEN }),
  }),
  defineGroupNav({
    ...entry,
    ability: 'read_group',
    count: (ctx, access) => countIssues(ctx, { namespaceId: access.namespace.id, states: OPEN, isArchived: false }),
  }),
  defineOpenIssueCounter(openIssuesByProject),
  contributeUserCounts(['assigned_issues'], async (ctx, userId) => {
    if (actorId(ctx.actor) !== userId) return {};
    return { assigned_issues: await countIssues(ctx, { assigneeIds: [userId], states: OPEN, isArchived: false }) };
  }),
  contributeInstanceStatistics(async (ctx) => ({ issues: await countIssues(ctx, {}) })),
  contributeUserAssociations(async (ctx, userId) => ({
    issues_count: await countIssues(ctx, { authorIds: [userId] }),
  })),
  defineLabelUse(({ db }, ids, by) => replaceIssueLabels(db, ids, by)),
  defineMilestoneContents({
    key: 'issues',
    title: 'Issues',
    order: 5,
    progress: issueProgress,
    detach: takeMilestoneOffIssues,
    replace: ({ db }, ids, by) => replaceIssueMilestones(db, ids, by),
    items: async (ctx, milestoneId) => {
      const order = { by: 'created_at', direction: 'desc' } as const;
      const page = await listIssues(ctx, { milestoneIds: [milestoneId] }, { page: 1, perPage: 100, order });
      return {
        total: page.total ?? page.items.length,
        items: page.items.map(({ row, project, assignees, labels }) => ({
          id: `issue:${row.id}`,
          title: row.title,
          href: issuePath(project.full_path, row.iid),
          reference: issueReference(project.full_path, row.iid),
          icon: 'issue',
          state: row.state === 'closed' ? 'closed' : 'open',
          people: assignees.map((user) => userOf(user)),
          labels: labels.map(({ id, name, color, textColor, description }) => ({
            id,
            name,
            color,
            textColor,
            description,
          })),
        })),
      };
    },
  }),
  defineHomeSection({
    key: 'issues',
    order: 20,
    load: async (ctx, person) => {
      const order = { by: 'due_date', direction: 'asc' } as const;
      const filter = { assigneeIds: [person.id], states: OPEN, isArchived: false };
      const page = await listIssues(ctx, filter, { page: 1, perPage: SHOWN, order });
      return {
        key: 'issues',
        title: 'Issues assigned to you',
        href: `/dashboard/issues?assignee_username=${encodeURIComponent(person.username)}`,
        emptyText: 'No open issues are assigned to you.',
        total: page.total ?? page.items.length,
        items: page.items.map(({ row, project, author }) => ({
          id: `issue:${row.id}`,
          title: row.title,
          href: issuePath(project.full_path, row.iid),
          reference: issueReference(project.full_path, row.iid),
          icon: 'issue',
          facts: [
            ...(row.is_confidential ? ['Confidential'] : []),
            ...(row.due_date === null ? [] : [`Due ${row.due_date}`]),
          ],
          person: author && userOf(author),
          at: row.updated_at.toISOString(),
        })),
      };
    },
  }),
];
