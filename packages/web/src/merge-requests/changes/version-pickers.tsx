import type { DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { ChevronDown } from 'lucide-react';
import { usePageUrl } from '../../app/navigation.tsx';
import { plural } from '../../lib/format.ts';
import { Time } from '../../lib/time.tsx';
import { Button } from '../../ui/button.tsx';
import { Menu, MenuLabel, MenuLinkItem } from '../../ui/menu.tsx';
import { useChanges } from './changes-context.ts';

function versionName(version: DiffVersionEntry): string {
  return version.latest ? 'latest version' : `version ${version.version_index}`;
}

/** Addresses of comparisons; both sides may be any version, and the older one stands at the left. */
function useComparisons(metadata: DiffsMetadata) {
  const { hrefWith } = usePageUrl();
  const { merge_request_diff: shown, start_version: start, merge_request_diffs: versions } = metadata;
  const href = (right: DiffVersionEntry, left: DiffVersionEntry | null) =>
    hrefWith({
      diff_id: right.latest && left === null ? null : String(right.id),
      start_sha: left?.head_commit_sha ?? null,
      commit_id: null,
      file: null,
    });
  return {
    shown,
    start,
    versions,
    earlier: versions.filter((each) => shown !== null && each.version_index < shown.version_index),
    /** The left side stays while it is the older one. */
    withRight: (right: DiffVersionEntry) =>
      href(right, start && start.version_index < right.version_index ? start : null),
    withLeft: (left: DiffVersionEntry | null) => (shown ? href(shown, left) : ''),
  };
}

function VersionItem({ version, href, isShown }: { version: DiffVersionEntry; href: string; isShown: boolean }) {
  return (
    <MenuLinkItem
      href={href}
      hint={
        <>
          {plural(version.commits_count, 'commit')}, <Time value={version.created_at} />
        </>
      }
    >
      <span aria-current={isShown ? 'true' : undefined} className="aria-[current]:font-semibold">
        {versionName(version)} <code className="text-fg-muted">{version.short_commit_sha}</code>
      </span>
    </MenuLinkItem>
  );
}

/** From what, to what: any two versions, or a version and its target branch. */
export function VersionPickers() {
  const { metadata } = useChanges();
  const { shown, start, versions, earlier, withRight, withLeft } = useComparisons(metadata);
  if (!shown || versions.length < 2) return null;
  const branch = metadata.target_branch_name;
  return (
    <span className="flex flex-wrap items-center gap-1.5 text-fg-muted">
      <span className="max-sm:sr-only">Compare</span>
      <Menu
        trigger={
          <Button size="sm" iconEnd={ChevronDown} aria-label={`From ${start ? versionName(start) : branch}`}>
            <span className="max-w-40 truncate">{start ? versionName(start) : <bdi>{branch}</bdi>}</span>
          </Button>
        }
      >
        <MenuLabel>Compare from</MenuLabel>
        {earlier.map((version) => (
          <VersionItem
            key={version.id}
            version={version}
            href={withLeft(version)}
            isShown={start !== null && version.id === start.id}
          />
        ))}
        <MenuLinkItem href={withLeft(null)} hint="Where the branches parted">
          <bdi aria-current={start ? undefined : 'true'} className="aria-[current]:font-semibold">
            {branch}
          </bdi>
        </MenuLinkItem>
      </Menu>
      <span>and</span>
      <Menu
        trigger={
          <Button size="sm" iconEnd={ChevronDown} aria-label={`To ${versionName(shown)}`}>
            {versionName(shown)}
          </Button>
        }
      >
        <MenuLabel>Show the changes of</MenuLabel>
        {versions.map((version) => (
          <VersionItem key={version.id} version={version} href={withRight(version)} isShown={version.id === shown.id} />
        ))}
      </Menu>
    </span>
  );
}
