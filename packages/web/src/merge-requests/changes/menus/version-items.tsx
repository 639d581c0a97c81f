import type { DiffsMetadata, DiffVersionEntry } from '@tributary/contract/merge-requests/diffs.ts';
import { usePageUrl } from '../../../app/navigation.tsx';
import { plural } from '../../../lib/format.ts';
import { Time } from '../../../lib/time.tsx';
import { MenuLabel, MenuLinkItem } from '../../../ui/menu.tsx';
import { ALL_CHANGES } from '../../queries.ts';
import { useChanges } from '../changes-context.ts';
import { startName, versionName } from '../version-pickers.tsx';

/** Addresses of comparisons; both sides may be any version, and the older one stands at the left. */
function useComparisons(metadata: DiffsMetadata) {
  const { hrefWith } = usePageUrl();
  const { merge_request_diff: shown, start_version: start, merge_request_diffs: versions } = metadata;
  const href = (right: DiffVersionEntry, left: DiffVersionEntry | null) =>
    hrefWith({
      diff_id: right.latest && left === null ? null : String(right.id),
      start_sha: left?.head_commit_sha ?? null,
      commit_id: null,
      diff_head: null,
      only_context_commits: null,
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
    withHead: hrefWith({ ...ALL_CHANGES, diff_head: 'true', commit_id: null, file: null }),
  };
}

function VersionItem({ version, href, isShown }: { version: DiffVersionEntry; href: string; isShown: boolean }) {
  return (
    <MenuLinkItem
      href={href}
      current={isShown}
      hint={
        <>
          {plural(version.commits_count, 'commit')}, <Time value={version.created_at} />
        </>
      }
    >
      {versionName(version)} <code className="text-fg-muted">{version.short_commit_sha}</code>
    </MenuLinkItem>
  );
}

/** What the shown version may be compared with. */
export function FromItems() {
  const { metadata } = useChanges();
  const { shown, start, earlier, withLeft, withHead } = useComparisons(metadata);
  const branch = metadata.target_branch_name;
  return (
    <>
      <MenuLabel>Compare from</MenuLabel>
      {earlier.map((version) => (
        <VersionItem
          key={version.id}
          version={version}
          href={withLeft(version)}
          isShown={start !== null && version.id === start.id}
        />
      ))}
      <MenuLinkItem href={withLeft(null)} current={!startName(metadata)} hint="Where the branches diverged">
        <bdi>{branch}</bdi>
      </MenuLinkItem>
      {shown?.latest && shown.head_version_path !== null && (
        <MenuLinkItem href={withHead} current={metadata.diff_head} hint="Changes if merged now">
          <bdi>{branch} (latest)</bdi>
        </MenuLinkItem>
      )}
    </>
  );
}

/** The versions that may be shown. */
export function ToItems() {
  const { shown, versions, withRight } = useComparisons(useChanges().metadata);
  return (
    <>
      <MenuLabel>Compare to</MenuLabel>
      {versions.map((version) => (
        <VersionItem key={version.id} version={version} href={withRight(version)} isShown={version.id === shown?.id} />
      ))}
      {(versions[0]?.version_index ?? 0) > versions.length && (
        <MenuLabel>Older versions without comments are not kept.</MenuLabel>
      )}
    </>
  );
}
