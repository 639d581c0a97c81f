import type { Extensions } from '../platform/extensions.ts';
import { quotedName } from '@tributary/contract/discussions/completion.ts';
import { type CompletionRequest, defineCompletionSource, rankMatches } from '../discussions/index.ts';
import type { Context } from '../platform/context.ts';
import { isAllowed } from '../platform/policy/policy.ts';
import { issuesOf } from './issues/issue-access.ts';
import { type IssueFilter, listIssues } from './issues/reads/list-issues.ts';
import { listLabels } from './labels/reads/list-labels.ts';
import { listMilestones } from './milestones/reads/list-milestones.ts';
import { groupContainer, type ContainerWithAncestors, projectContainer } from './planning-container.ts';

const CANDIDATES = 50;
const NEWEST = { by: 'updated_at', direction: 'desc' } as const;

const FIRST = { page: 1, perPage: CANDIDATES };
type Asked = Pick<CompletionRequest, 'query' | 'limit'>;
const asked = ({ query }: Asked) => (query === '' ? {} : { search: query });

async function labelsOf(ctx: Context, place: ContainerWithAncestors, request: Asked) {
  const labels = (await listLabels(ctx, place, { ...asked(request), archived: false }, FIRST)).items;
  return rankMatches(labels, request.query, (label) => [label.name], request.limit).map(({ name, color }) => ({
    value: `~${quotedName(name)}`,
    text: name,
    detail: null,
    color,
  }));
}

async function milestonesOf(ctx: Context, place: ContainerWithAncestors, request: Asked) {
  const filter = { ...asked(request), withAncestors: true, state: 'active' as const };
  const milestones = (await listMilestones(ctx, place, filter, FIRST)).items;
  return rankMatches(milestones, request.query, (milestone) => [milestone.title], request.limit).map(({ title }) => ({
    value: `%${quotedName(title)}`,
    text: title,
    detail: null,
    color: null,
  }));
}

export const planningCompletionSources: Extensions = [
  /** Open ones before closed ones, by title or by the number they begin with. */
  defineCompletionSource({
    name: 'issues',
    find: async (ctx, { access, query, limit }) => {
      if (!isAllowed(ctx.actor, 'read_issue', issuesOf(access))) return [];
      const find = async (filter: IssueFilter) =>
        (
          await listIssues(
            ctx,
            { projectId: access.project.id, ...filter },
            { page: 1, perPage: CANDIDATES, order: NEWEST },
          )
        ).items;
      const byTitle = query === '' ? {} : { search: { text: query, inTitle: true, inDescription: false } };
      const [byNumber, open, closed] = await Promise.all([
        /^\d{1,15}$/.test(query) ? find({ iids: [Number(query)] }) : [],
        find({ states: ['opened'], ...byTitle }),
        query === '' ? [] : find({ states: ['closed'], ...byTitle }),
      ]);
      const ranked = [open, closed].flatMap((views) => rankMatches(views, query, ({ row }) => [row.title], limit));
      const found = [...byNumber, ...ranked.filter(({ row }) => row.id !== byNumber[0]?.row.id)];
      return found.slice(0, limit).map(({ row }) => {
        const value = `#${row.iid}`;
        return { value, text: row.title, detail: value, color: null };
      });
    },
  }),
  defineCompletionSource({
    name: 'labels',
    find: async (ctx, request) => labelsOf(ctx, await projectContainer(ctx, request.access), request),
    findInGroup: async (ctx, request) => labelsOf(ctx, await groupContainer(ctx, request.access), request),
  }),
  defineCompletionSource({
    name: 'milestones',
    find: async (ctx, request) => milestonesOf(ctx, await projectContainer(ctx, request.access), request),
    findInGroup: async (ctx, request) => milestonesOf(ctx, await groupContainer(ctx, request.access), request),
  }),
];
