import type { RefView } from '@tributary/contract/projects/repository-views.ts';
import { ChevronDown, GitBranch, GitCommitHorizontal, Tag } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from '../../app/navigation.tsx';
import { Button } from '../../ui/button.tsx';
import { OptionList } from '../../ui/option-list.tsx';
import { LazyPopover } from '../../ui/lazy-popover.tsx';
import { type RefKinds, refOptions } from './ref-options.tsx';

const icons = { branch: GitBranch, tag: Tag, commit: GitCommitHorizontal } as const;

export type RefSwitcherProps = {
  current: RefView | null;
  refsPath: string;
  /** Where the same thing is at another branch or tag. */
  hrefFor: (ref: string) => string;
  kinds?: RefKinds;
};

/** What the page shows it at, and the way to another branch or tag. */
export function RefSwitcher({ current, refsPath, hrefFor, kinds = 'all' }: RefSwitcherProps) {
  const noun = kinds === 'branches' ? 'branch' : 'branch or tag';
  const search = kinds === 'branches' ? 'Search branches' : 'Search branches and tags';
  const [open, setOpen] = useState(false);
  const navigate = useNavigate();
  const name = current === null ? 'Select' : current.kind === 'commit' ? current.sha.slice(0, 8) : current.name;
  const kind = current === null ? '' : `${current.kind} `;
  return (
    <LazyPopover
      open={open}
      onOpenChange={setOpen}
      title={`Switch ${noun}`}
      trigger={
        <Button
          icon={icons[current?.kind ?? 'branch']}
          iconEnd={ChevronDown}
          aria-label={`Switch ${noun}, current ${kind}${name}`}
          className="max-w-full min-w-0 shrink!"
        >
          <bdi className="max-w-60 min-w-0 truncate font-mono text-sm">{name}</bdi>
        </Button>
      }
    >
      <OptionList
        label={search}
        placeholder={search}
        chosen={current === null ? [] : [`${current.kind}:${current.name}`]}
        load={refOptions(refsPath, kinds)}
        onPick={(option) => {
          setOpen(false);
          void navigate(hrefFor(option.text));
        }}
      />
    </LazyPopover>
  );
}
