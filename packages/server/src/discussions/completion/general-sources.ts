import type { Extensions } from '../../platform/extensions.ts';
import type { UserView } from '@tributary/contract/accounts/user-view.ts';
import { type CompletionEntry, fileLink } from '@tributary/contract/discussions/completion.ts';
import { AppError } from '@tributary/contract/errors/app-error.ts';
import { listUsersByIds } from '../../accounts/index.ts';
import type { Context } from '../../platform/context.ts';
import { isAllowed } from '../../platform/policy/policy.ts';
import { featureOf, listMembers, type ProjectAccess, searchGroups } from '../../projects/index.ts';
import { findCommitsByText, findFilesByTerms, getVisibleCommit } from '../../repositories/index.ts';
import { noteAuthorIds } from '../reads/note-counts.ts';
import { rankMatches } from '../rules/rank-matches.ts';
import { type CompletionRequest, defineCompletionSource } from './completion-registry.ts';

const CANDIDATES = 50;
const SHORT_SHA = 8;
const NEWEST_COMMITS = 20_000;

/** Users come first; groups when someone looks for one. */
async function peopleAndGroups(
  ctx: Context,
  people: readonly UserView[],
  { query, limit }: Pick<CompletionRequest, 'query' | 'limit'>,
): Promise<CompletionEntry[]> {
  const each = [...new Map(people.map((user) => [user.id, user])).values()];
  const found = rankMatches(each, query, (user) => [user.username, user.name], limit);
  const entry = (name: string, text: string) => ({ value: `@${name}`, text, detail: `@${name}`, color: null });
  const room = query === '' ? 0 : limit - found.length;
  const groups = room > 0 ? await searchGroups(ctx, query, room) : [];
  return [
    ...found.map(({ username, name }) => entry(username, name)),
    ...groups.map(({ full_path: path, name }) => entry(path, name)),
  ];
}

async function speakersOf(ctx: Context, { noteable }: Pick<CompletionRequest, 'noteable'>) {
  if (!noteable) return [];
  const ids = [...(noteable.authorId === null ? [] : [noteable.authorId]), ...(await noteAuthorIds(ctx, noteable))];
  return (await listUsersByIds(ctx, [...new Set(ids)])).filter((user) => user.state === 'active');
}

async function membersOf(ctx: Context, place: { kind: 'project' | 'group'; id: number }, query: string) {
  const filter = { inherited: true, ...(query !== '' && { search: query }) };
  const { items } = await listMembers(ctx, place, filter, { page: 1, perPage: CANDIDATES });
  return items.map((member) => member.user).filter((user) => user.state === 'active');
}

function mayReadCode(ctx: Context, access: ProjectAccess): boolean {
  return (
    access.project.repository_state === 'ready' && isAllowed(ctx.actor, 'read_code', featureOf(access, 'repository'))
  );
}

async function commitById(ctx: Context, access: ProjectAccess, query: string) {
  if (!/^[0-9a-f]{7,40}$/i.test(query)) return [];
  try {
    const commit = await getVisibleCommit(ctx, access, query);
    // A branch may be called like an id.
    return commit.sha.startsWith(query.toLowerCase()) ? [commit] : [];
  } catch (error) {
    if (error instanceof AppError && error.kind === 'not_found') return [];
    throw error;
  }
}

export const completionGeneralSources: Extensions = [
  /** Who has already spoken about the thing comes before everyone else. */
  defineCompletionSource({
    name: 'members',
    find: async (ctx, request) => {
      const { project, policy } = request.access;
      const mayRead = isAllowed(ctx.actor, 'read_project_members', policy);
      const [speakers, members] = await Promise.all([
        speakersOf(ctx, request),
        mayRead ? membersOf(ctx, { kind: 'project', id: project.id }, request.query) : [],
      ]);
      return peopleAndGroups(ctx, [...speakers, ...members], request);
    },
    findInGroup: async (ctx, request) => {
      const { namespace, policy } = request.access;
      const mayRead = isAllowed(ctx.actor, 'read_group_members', policy);
      const [speakers, members] = await Promise.all([
        speakersOf(ctx, request),
        mayRead ? membersOf(ctx, { kind: 'group', id: namespace.id }, request.query) : [],
      ]);
      return peopleAndGroups(ctx, [...speakers, ...members], request);
    },
  }),
  /** By what they are called or by the first signs of their id; those of the thing itself when it has some. */
  defineCompletionSource({
    name: 'commits',
    find: async (ctx, { access, query, limit, noteable }) => {
      if (!mayReadCode(ctx, access)) return [];
      const ref = noteable?.headSha ?? undefined;
      const [byId, byText] = await Promise.all([
        commitById(ctx, access, query),
        findCommitsByText(ctx, access, { query, ref, newest: NEWEST_COMMITS, page: 1, perPage: limit }),
      ]);
      const commits = [...byId, ...byText.items.filter((commit) => commit.sha !== byId[0]?.sha)];
      return commits.slice(0, limit).map(({ sha, subject }) => {
        const short = sha.slice(0, SHORT_SHA);
        return { value: short, text: subject, detail: short, color: null };
      });
    },
  }),
  defineCompletionSource({
    name: 'files',
    find: async (ctx, { access, query, limit }) => {
      if (!mayReadCode(ctx, access)) return [];
      const found = await findFilesByTerms(ctx, access, query, limit);
      return found.map(({ name }) => {
        const cut = name.lastIndexOf('/');
        return {
          value: fileLink(name),
          text: name.slice(cut + 1),
          detail: name.slice(0, Math.max(0, cut)) || null,
          color: null,
        };
      });
    },
  }),
];
