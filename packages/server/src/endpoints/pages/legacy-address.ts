import { AppError } from '@tributary/contract/errors/app-error.ts';
import type { Context } from '../../platform/context.ts';
import { movedPageAddress } from '../http/moved.ts';
import type { RouteScope, ScopeName } from './define-page.ts';
import { decode } from './match-address.ts';

/** First parts of project pages that older links, mails and clients name without the `/-/` before them. */
const PROJECT_WORDS = new Set(
  (
    'activity archive badges blame blob blob_ide boards branches commit commits compare edit environments find_file forks ' +
    'graphs hooks ide issues jobs labels merge_requests milestones network new pipelines project_members ' +
    'protected_branches protected_tags raw releases search settings snippets tags tree wikis'
  ).split(' '),
);

const GROUP_WORDS = new Set(
  (
    'activity boards custom_emoji edit group_members hooks issues labels merge_requests milestones releases ' +
    'search settings wikis'
  ).split(' '),
);

/** Pages of the instance and of one's own account under the names that clients, their help and older links have for them. */
const INSTANCE_PAGES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '-/user_settings/profile': '/-/profile',
    '-/user_settings/personal_access_tokens': '/-/profile/personal_access_tokens',
    '-/user_settings/ssh_keys': '/-/profile/keys',
    '-/user_settings/gpg_keys': '/-/profile/keys',
    '-/user_settings/active_sessions': '/-/profile/active_sessions',
    '-/profile/gpg_keys': '/-/profile/keys',
    '-/user_settings/comment_templates': '/-/profile/comment_templates',
    profile: '/-/profile',
    'profile/account': '/-/profile/account',
    'profile/keys': '/-/profile/keys',
    'profile/notifications': '/-/profile/notifications',
    'profile/personal_access_tokens': '/-/profile/personal_access_tokens',
    'profile/preferences': '/-/profile/preferences',
    'explore/projects': '/explore',
    'admin/application_settings/general': '/admin/settings',
    'admin/application_settings/ci_cd': '/admin/ci_cd',
  }),
);

/** Where a page of the instance is today that is asked for by such a name. */
export function instanceRedirect(pathname: string): string | undefined {
  return INSTANCE_PAGES.get(pathname.replace(/^\/+|\/+$/g, ''));
}

/** A page's formats hang on its first part (`issues.atom`). */
const FORMAT = /\.(?:atom|ics|json)$/;

/** No address needs more: the first parts that are such words. */
const MAX_CANDIDATES = 4;

export type LegacyAddress = { place: ScopeName; fullPath: string; to: string };

/**
 * What an address without `/-/` may have meant, best first: `/a/b/issues/1` → project `a/b`, `/a/b/-/issues/1`. A project
 * may be named like such a word, so the one that is there decides. Everything is kept as it was written.
 */
export function legacyAddresses(pathname: string): readonly LegacyAddress[] {
  const parts = pathname.replace(/^\/+|\/+$/g, '').split('/');
  const isGroup = parts[0] === 'groups';
  const first = isGroup ? 1 : 0;
  const words = isGroup ? GROUP_WORDS : PROJECT_WORDS;
  const found: LegacyAddress[] = [];
  if (!isGroup && parts.length > 1 && pathname.endsWith('.git')) {
    const path = parts.join('/').slice(0, -'.git'.length);
    found.push({ place: 'project', fullPath: decode(path), to: `/${path}` });
  }
  for (let index = 2; index < parts.length && found.length < MAX_CANDIDATES; index += 1) {
    if (!words.has((parts[index] ?? '').replace(FORMAT, ''))) continue;
    found.push({
      place: isGroup ? 'group' : 'project',
      fullPath: decode(parts.slice(first, index).join('/')),
      to: `/${[...parts.slice(0, index), '-', ...parts.slice(index)].join('/')}`,
    });
  }
  return found;
}

/** Where an address without `/-/` leads today. Only what may be seen is found, so it tells nothing about the rest. */
export async function legacyRedirect(
  ctx: Context,
  url: URL,
  places: readonly RouteScope[],
): Promise<string | undefined> {
  const page = instanceRedirect(url.pathname);
  if (page !== undefined) return page + url.search;
  if (/\/-(?:\/|$)/.test(url.pathname)) return undefined;
  for (const { place, fullPath, to } of legacyAddresses(url.pathname)) {
    const loader = places.find(({ name }) => name === place);
    try {
      if (await loader?.load(ctx, fullPath)) return to + url.search;
    } catch (error) {
      const moved = error instanceof AppError && error.code === 'moved' && movedPageAddress(error, to + url.search);
      if (moved) return moved;
      if (!(error instanceof AppError)) throw error;
    }
  }
  return undefined;
}
