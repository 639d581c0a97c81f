import type { DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Menu } from '../../ui/menu.tsx';
import { useChanges } from './changes-context.ts';
import { FromItems, ToItems } from './menus/menu-contents.ts';

export function versionName(version: DiffVersionEntry): string {
  return version.latest ? 'latest version' : `version ${version.version_index}`;
}

/** Where the comparison begins, where that is not the place at which the branches parted. */
export function startName({ start_version: start, start_commit: commit, ...of }: DiffsMetadata): string | undefined {
  if (start) return versionName(start);
  return (commit && `commit ${commit.slice(0, 8)}`) ?? (of.diff_head ? `${of.target_branch_name} (latest)` : undefined);
}

/** From what, to what: any two versions, or a version and its target branch. */
export function VersionPickers() {
  const { metadata } = useChanges();
  const { merge_request_diff: shown, merge_request_diffs: versions, target_branch_name: branch } = metadata;
  const from = startName(metadata);
  // What the target branch has already is no version.
  const isContext = metadata.context_commits_diff?.showing_context_commits_diff === true;
  if (!shown || isContext) return null;
  const isChoice = versions.length > 1 || from !== undefined || shown.head_version_path !== null;
  if (!isChoice) return null;
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-fg-muted">
      <span className="max-sm:sr-only">Compare</span>
      <Menu
        later={FromItems}
        trigger={
          <Button size="sm" iconEnd={ChevronDown} aria-label={`From ${from ?? branch}`}>
            <span className="max-w-40 truncate">{from ?? <bdi>{branch}</bdi>}</span>
          </Button>
        }
      >
        <FromItems />
      </Menu>
      <span>and</span>
      <Menu
        later={ToItems}
        trigger={
          <Button size="sm" iconEnd={ChevronDown} aria-label={`To ${versionName(shown)}`}>
            {versionName(shown)}
          </Button>
        }
      >
        <ToItems />
      </Menu>
    </span>
  );
}
