import type { MergeRequestShowPageData } from '@tributary/contract/merge-requests/page.ts';
import { useEffect, useState } from 'react';
import { usePageUrl } from '../../../app/navigation.tsx';
import { useStable } from '../../../lib/use-stable.ts';
import type { DiffRange } from '../../queries.ts';

/** Merge requests whose reader asked for all changes while this window is open. */
const wantsAll = new Set<string>();

export function requestAll(page: MergeRequestShowPageData): void {
  wantsAll.add(page.paths.overview);
}

/** Head of the version that was seen last, if something is new and the address does not say what to show. */
function newsOf(page: MergeRequestShowPageData | null, range: DiffRange): string | undefined {
  const { w: _, ...named } = range;
  const isNamed = Object.values(named).some(Boolean) || window.location.hash.length > 1;
  const look = page?.review.lastLook;
  if (!page || isNamed || wantsAll.has(page.paths.overview) || look?.hasNews !== true) return undefined;
  return look.headSha;
}

/**
 * Someone who comes back sees what is new to them, unless the address says what to show: a version, a commit, a line.
 * The address then names the comparison, so that a reload and a link show the same.
 */
export function useSinceRange(page: MergeRequestShowPageData | null, range: DiffRange): DiffRange {
  const { renameSearch } = usePageUrl();
  // Decided when the changes are opened: news that come later must not change what is being read.
  const [since, setSince] = useState(() => newsOf(page, range));
  useEffect(() => {
    if (since === undefined) return;
    renameSearch({ start_sha: since }, { replace: true });
    setSince(undefined);
    // Once: what follows is in the address.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [since]);
  return useStable(since === undefined ? range : { ...range, start_sha: since });
}
