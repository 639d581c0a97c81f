import type { PaletteItem, PaletteResults, ShellData } from '@tributary/contract/page/page-data.ts';
import { shellPaths } from '@tributary/contract/page/shell-paths.ts';
import { type FuzzyMatch, fuzzyMatch, isWordStart } from '../../lib/fuzzy.ts';
import type { PaletteAction } from './palette-actions.ts';

export type PaletteEntry = {
  /** Unique in the list. */
  id: string;
  text: string;
  detail?: string | undefined;
  icon?: string | undefined;
  hotkey?: string | undefined;
  href?: string | undefined;
  run?: (() => void) | undefined;
  ranges?: [start: number, end: number][] | undefined;
};

export type PaletteGroup = { title: string; entries: PaletteEntry[] };

/** Further words are found by their beginnings alone: loose letters in them would match nearly everything. */
function keywordScore(query: string, keywords: string | undefined): number | null {
  const wanted = query.trim().toLowerCase();
  return keywords
    ?.toLowerCase()
    .split(/\s+/)
    .some((word) => word.startsWith(wanted)) === true
    ? 0
    : null;
}

/** A part of the text, or letters that begin words: strewn over the words they match by chance. */
function goodMatch(query: string, text: string): FuzzyMatch | null {
  const match = fuzzyMatch(query, text);
  const isGood = match?.ranges.length === 1 || match?.ranges.every(([start]) => isWordStart(text, start));
  return isGood === true ? match : null;
}

function rank(query: string, entries: readonly (PaletteEntry & { keywords?: string | undefined })[]): PaletteEntry[] {
  return entries
    .map((entry) => {
      const match = goodMatch(query, entry.text);
      return { entry: { ...entry, ranges: match?.ranges }, score: match?.score ?? keywordScore(query, entry.keywords) };
    })
    .filter((item) => item.score !== null)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .map((item) => item.entry);
}

function fromItem(prefix: string): (item: PaletteItem) => PaletteEntry {
  return (item) => ({
    id: `${prefix}:${item.id}`,
    text: item.text,
    detail: item.detail,
    icon: item.icon,
    href: item.href,
  });
}

export type PaletteSources = {
  query: string;
  actions: readonly PaletteAction[];
  shell: ShellData;
  recent: readonly PaletteItem[];
  remote: PaletteResults | undefined;
};

/** The way to the page with everything that was found, here first. */
function searchEntries(query: string, { context }: ShellData): PaletteEntry[] {
  const search = (within: Record<string, string>): string =>
    `${shellPaths.search}?${new URLSearchParams({ search: query, ...within }).toString()}`;
  const everywhere = { id: 'search:all', text: `Search everywhere for “${query}”`, icon: 'search', href: search({}) };
  if (context?.type !== 'project' && context?.type !== 'group') return [everywhere];
  const href = search({ [`${context.type}_id`]: String(context.id) });
  return [{ id: 'search:here', text: `Search in ${context.name} for “${query}”`, icon: 'search', href }, everywhere];
}

/** What the list shows: with a query the best local ones and what the server found, without it what is near. */
export function paletteGroups({ query, actions, shell, recent, remote }: PaletteSources): PaletteGroup[] {
  const places = [...(shell.context?.nav ?? []), ...(shell.context === null ? (shell.homeNav ?? []) : [])].map(
    (item) => ({
      id: `nav:${item.key}`,
      text: item.label,
      detail: shell.context?.name,
      icon: item.icon,
      href: item.href,
    }),
  );
  const own = actions.map((action) => ({ ...action, id: `action:${action.id}` }));
  if (query.trim() === '') {
    return [
      { title: 'Recent', entries: recent.slice(0, 6).map(fromItem('recent')) },
      { title: 'Actions', entries: own },
      { title: shell.context?.name ?? 'Go to', entries: places },
    ].filter((group) => group.entries.length > 0);
  }
  const remoteGroups = (remote?.groups ?? []).map((group) => ({
    title: group.title,
    entries: group.items
      .map(fromItem(group.title))
      .map((entry) => ({ ...entry, ranges: fuzzyMatch(query, entry.text)?.ranges })),
  }));
  return [
    { title: 'Actions', entries: rank(query, own).slice(0, 5) },
    { title: 'Go to', entries: rank(query, places).slice(0, 5) },
    ...remoteGroups,
    { title: 'Search', entries: searchEntries(query.trim(), shell) },
  ].filter((group) => group.entries.length > 0);
}
