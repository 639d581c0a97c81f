import type { CommitSummary } from '@tributary/contract/projects/repository-views.ts';
import type { FilterField } from '../../ui/filter-bar.tsx';
import type { OptionLoad } from '../../ui/option-list.tsx';

const DAY_MS = 86_400_000;

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

/** What was typed is a choice, and so are the authors of the commits that are shown. */
function loadAuthors(commits: readonly CommitSummary[]): OptionLoad {
  const names = [...new Set(commits.map((commit) => commit.author.name).filter((name) => name !== ''))];
  return (query) => {
    const typed = query.trim();
    const found = names.filter((name) => name.toLowerCase().includes(typed.toLowerCase()));
    const all = typed === '' || found.includes(typed) ? found : [typed, ...found];
    return Promise.resolve(all.map((name) => ({ id: name, text: name })));
  };
}

/** A typed day (`2026-01-31`), or one of the usual ones. */
const loadDays: OptionLoad = (query) => {
  const typed = query.trim();
  if (/^\d{4}-\d{2}-\d{2}$/.test(typed)) return Promise.resolve([{ id: typed, text: typed }]);
  const now = Date.now();
  const usual = [
    { days: 0, text: 'Today' },
    { days: 1, text: 'Yesterday' },
    { days: 7, text: 'A week ago' },
    { days: 30, text: '30 days ago' },
    { days: 365, text: 'A year ago' },
  ].map(({ days, text }) => ({ id: dayOf(now - days * DAY_MS), text, detail: dayOf(now - days * DAY_MS) }));
  return Promise.resolve(
    usual.filter((day) => `${day.text} ${day.detail}`.toLowerCase().includes(typed.toLowerCase())),
  );
};

/** What a history can be narrowed by, besides words of its messages. */
export function commitFilterFields(commits: readonly CommitSummary[]): FilterField[] {
  return [
    { key: 'author', label: 'Author', load: loadAuthors(commits) },
    { key: 'since', label: 'Since', load: loadDays },
    { key: 'until', label: 'Until', load: loadDays },
  ];
}
