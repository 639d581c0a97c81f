import type { FindHit } from '@tributary/contract/merge-requests/find.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from '../../../app/navigation.tsx';
import { toast } from '../../../ui/toast.tsx';
import { type Changes, type DiffTarget, useChanges } from '../changes-context.ts';
import { hasFailed } from '../go-to-named.ts';
import { anchorOf } from './find-result-text.ts';
import { useRebased } from '../since/rebased-context.ts';
import { unhide } from '../since/unhide.ts';

function targetOf(hit: FindHit): DiffTarget | null {
  if (hit.file_hash === null) return null;
  if (hit.place === 'files') return { fileHash: hit.file_hash };
  if (hit.place === 'threads') return { fileHash: hit.file_hash, elementId: anchorOf(hit) };
  return { fileHash: hit.file_hash, elementId: hit.line_code };
}

function select({ views }: Changes, hit: FindHit): void {
  if (hit.file_hash === null || !('line_code' in hit)) return;
  views.select(hit.file_hash, { from: hit.line_code, to: hit.line_code });
}

/** Goes to what was found, also where it is folded, not loaded, or hidden because a rebase brought it. */
export function useHitJump(): (hit: FindHit) => void {
  const changes = useChanges();
  const rebased = useRebased();
  const [waiting, setWaiting] = useState<FindHit | null>(null);
  const navigate = useNavigate();
  const { files, mergeRequest } = changes;
  /** A thread that is not on these lines: the activity has it. Whoever steps through what was found stays here. */
  const offer = (hit: FindHit) => {
    if (hit.place !== 'threads' || !mergeRequest) return;
    // It may be there all the same: what is missing says so in its own place.
    if (hit.file_hash !== null && hasFailed(hit.file_hash, changes)) return;
    const path = `${mergeRequest.paths.overview}#${anchorOf(hit)}`;
    toast({
      text: 'This comment is not on the lines shown here.',
      action: { text: 'View in overview', run: () => void navigate(path) },
    });
  };
  const jump = (hit: FindHit) => {
    const target = targetOf(hit);
    if (!target) {
      offer(hit);
      return;
    }
    if (unhide(target.fileHash, rebased)) {
      setWaiting(hit);
      return;
    }
    const go = async () => ((await changes.goTo(target)) ? select(changes, hit) : offer(hit));
    void go();
  };
  useEffect(() => {
    if (!waiting || !files.some((file) => file.file_hash === waiting.file_hash)) return;
    setWaiting(null);
    jump(waiting);
    // Only once the file is there.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [waiting, files]);
  return jump;
}
