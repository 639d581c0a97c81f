import { GitBranch, Tag } from 'lucide-react';
import type { ComboboxOption, OptionLoad } from '../../ui/option-list.tsx';
import { searchRefs } from '../queries.ts';

function branchDetail(branch: { isDefault: boolean; isProtected: boolean }): string | undefined {
  if (branch.isDefault) return 'default';
  return branch.isProtected ? 'protected' : undefined;
}

export type RefKinds = 'all' | 'branches' | 'tags';

/** Branches, then tags, as options; `text` is the name, `id` says which kind it is too. */
export function refOptions(refsPath: string, kinds: RefKinds = 'all'): OptionLoad {
  return async (query, signal): Promise<ComboboxOption[]> => {
    const found = await searchRefs(refsPath, query, signal);
    const branches = found.branches.map((branch) => ({
      id: `branch:${branch.name}`,
      text: branch.name,
      detail: branchDetail(branch),
      visual: <GitBranch size={14} className="shrink-0 text-fg-faint" aria-label="Branch" />,
    }));
    if (kinds === 'branches') return branches;
    const tags = found.tags.map((tag) => ({
      id: `tag:${tag.name}`,
      text: tag.name,
      visual: <Tag size={14} className="shrink-0 text-fg-faint" aria-label="Tag" />,
    }));
    return kinds === 'tags' ? tags : [...branches, ...tags];
  };
}

/** A chosen name as the value of a combobox. */
export function refOption(name: string): ComboboxOption[] {
  return name === '' ? [] : [{ id: `branch:${name}`, text: name }];
}

/** What exists, and before it what was typed: a name with `*`, or of something that is still to come. */
export function orTyped(load: OptionLoad, unknown = 'does not exist yet'): OptionLoad {
  return async (query, signal) => {
    const found = await load(query, signal);
    const typed = query.trim();
    if (typed === '' || found.some((option) => option.text === typed)) return found;
    const detail = typed.includes('*') ? 'wildcard' : unknown;
    return [{ id: `typed:${typed}`, text: typed, detail }, ...found];
  };
}
