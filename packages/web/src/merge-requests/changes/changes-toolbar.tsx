import type { DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown, FolderTree, Settings2 } from 'lucide-react';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import {
  Menu,
  MenuCheckboxItem,
  MenuLabel,
  MenuLinkItem,
  MenuRadioGroup,
  MenuRadioItem,
  MenuSeparator,
} from '../../ui/menu.tsx';
import type { DiffParams } from '../queries.ts';
import { useChanges } from './changes-context.ts';

export type ChangesToolbarProps = {
  onView: (view: DiffParams['view']) => void;
  onWhitespace: (isShown: boolean) => void;
  isTreeShown: boolean;
  onTree: () => void;
};

function versionName(version: DiffVersionEntry): string {
  return version.latest ? 'latest version' : `version ${version.version_index}`;
}

function VersionMenu({ metadata }: { metadata: DiffsMetadata }) {
  const shown = metadata.merge_request_diff;
  if (!shown || metadata.merge_request_diffs.length < 2) return null;
  return (
    <Menu
      trigger={
        <Button size="sm" iconEnd={ChevronDown}>
          {versionName(shown)}
        </Button>
      }
    >
      <MenuLabel>Show the changes of</MenuLabel>
      {metadata.merge_request_diffs.map((version) => (
        <MenuLinkItem key={version.id} href={version.version_path}>
          <span className="flex flex-col">
            <span>
              {versionName(version)} <code className="text-fg-muted">{version.short_commit_sha}</code>
            </span>
            <span className="text-sm text-fg-muted">
              {plural(version.commits_count, 'commit')}, <Time value={version.created_at} />
            </span>
          </span>
        </MenuLinkItem>
      ))}
    </Menu>
  );
}

function BaseMenu({ metadata }: { metadata: DiffsMetadata }) {
  const shown = metadata.merge_request_diff;
  const earlier = metadata.merge_request_diffs.filter((each) => shown && each.version_index < shown.version_index);
  if (!shown || earlier.length === 0) return null;
  const base = metadata.start_version ? versionName(metadata.start_version) : metadata.target_branch_name;
  return (
    <Menu
      trigger={
        <Button size="sm" iconEnd={ChevronDown}>
          {base}
        </Button>
      }
    >
      <MenuLabel>Compare with</MenuLabel>
      <MenuLinkItem href={shown.version_path}>{metadata.target_branch_name}</MenuLinkItem>
      {earlier.map((version) => (
        <MenuLinkItem key={version.id} href={version.compare_path}>
          {versionName(version)}
        </MenuLinkItem>
      ))}
    </Menu>
  );
}

/** What is compared, how it is shown, and how much it is. */
export function ChangesToolbar(props: ChangesToolbarProps) {
  const { onView, onWhitespace, isTreeShown, onTree } = props;
  const { metadata, params, slots } = useChanges();
  return (
    <div className="flex min-h-10 flex-wrap items-center gap-2 border-b bg-surface py-1.5">
      <IconButton
        icon={FolderTree}
        label={isTreeShown ? 'Hide file tree' : 'Show file tree'}
        pressed={isTreeShown}
        onClick={onTree}
        variant="ghost"
        size="sm"
      />
      <span className="flex flex-wrap items-center gap-1.5 text-fg-muted">
        <BaseMenu metadata={metadata} />
        <VersionMenu metadata={metadata} />
      </span>
      {slots.toolbar.map((Part, at) => (
        <Part key={at} />
      ))}
      <span className="ml-auto flex items-center gap-3 text-fg-muted">
        <span>{plural(Number.parseInt(metadata.real_size, 10) || metadata.size, 'file')}</span>
        <DiffStat added={metadata.added_lines} removed={metadata.removed_lines} />
      </span>
      {slots.toolbarEnd.map((Part, at) => (
        <Part key={at} />
      ))}
      <Menu align="end" trigger={<IconButton icon={Settings2} label="View settings" variant="ghost" size="sm" />}>
        <MenuRadioGroup
          value={params.view}
          onValueChange={(value) => onView(value === 'parallel' ? 'parallel' : 'inline')}
        >
          <MenuRadioItem value="inline">Inline</MenuRadioItem>
          <MenuRadioItem value="parallel">Side by side</MenuRadioItem>
        </MenuRadioGroup>
        <MenuSeparator />
        <MenuCheckboxItem checked={params.w === 0} onCheckedChange={onWhitespace}>
          Show whitespace changes
        </MenuCheckboxItem>
        {slots.viewMenu.map((Part, at) => (
          <Part key={at} />
        ))}
      </Menu>
    </div>
  );
}
