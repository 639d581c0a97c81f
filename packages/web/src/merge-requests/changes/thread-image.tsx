import { displayPath } from '@tributary/contract/projects/display-path.ts';
import type { OriginalImages, DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import clsx from 'clsx';
import { type ReactNode, useMemo, useState } from 'react';
import type { CompareMode } from '../../ui/images/compare-modes.tsx';
import { sidesOf } from '../../discussions/images/image-sides.ts';
import { Compared, Modes } from '../../ui/images/modes.tsx';
import { Pins } from '../../discussions/images/pins.tsx';
import { fetchBeginning } from '../../discussions/store/beginnings.ts';
import { useDiscussionStore } from '../../discussions/store/use-discussions.tsx';
import { useAnswer } from '../../lib/answers.ts';

const MOST_HIGH_PX = 320;
const nothing = () => undefined;

/** The side of the image that the pin was put on. */
function sideOf({ new_path: now, old_path: before, head_sha: head, base_sha: base }: DiffPosition, isGone: boolean) {
  return isGone ? { path: before ?? now ?? '', sha: base } : { path: now ?? before ?? '', sha: head };
}

type PictureProps = { position: DiffPosition; projectPath: string; children: ReactNode };

/** The image that the pin was put on. A file that is gone is shown as it was before. */
function Picture({ position, projectPath, children }: PictureProps) {
  const [isGone, setGone] = useState(false);
  const { path, sha } = sideOf(position, isGone);
  const { width, height } = position;
  return (
    // As wide as the image is drawn: the pin stands at its share of this box.
    <div
      className="relative max-w-full rounded-sm border"
      {...(width && height && { style: { width: Math.min(width, (MOST_HIGH_PX * width) / height) } })}
    >
      <img
        src={repositoryPaths.raw(projectPath, sha, path)}
        alt={displayPath(path)}
        {...(width && height && { width, height })}
        loading="lazy"
        onError={() => setGone(true)}
        className={clsx('checkered block max-w-full', width && height ? 'h-auto w-full' : 'max-h-80')}
      />
      {children}
    </div>
  );
}

/** Both images as they were when the thread was begun; null until they are known, and where there is one only. */
function usePair({ id }: PageDiscussion) {
  const { begunPicturesPath: path } = useDiscussionStore().notes;
  const { data } = useAnswer({
    key: ['discussions', 'begun-pictures', path, id],
    ask: () => fetchBeginning<OriginalImages>(path, id),
    freshMs: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => {
    const { before, after } = data ?? {};
    if (!before || !after) return null;
    return sidesOf({
      new_file: false,
      deleted_file: false,
      old_raw_path: before.src,
      new_raw_path: after.src,
      old_size: before.size,
      new_size: after.size,
      old_pixels: before.pixels,
      new_pixels: after.pixels,
    });
  }, [data]);
}

/**
 * The image that a thread is about, as it was then, with the pin. Who wants to see what was changed compares it with the
 * one before: the ways to do so have their place from the first, whether or not there was one.
 */
export function ThreadImage({ discussion, projectPath }: { discussion: PageDiscussion; projectPath: string }) {
  const pair = usePair(discussion);
  const [mode, setMode] = useState<CompareMode | null>(null);
  const position = discussion.original_position ?? discussion.position;
  if (position?.position_type !== 'image') return null;
  const pins = <Pins threads={[{ ...discussion, position }]} size="sm" placing={null} onPlace={undefined} />;
  const path = displayPath(position.new_path ?? position.old_path ?? '');
  return (
    <figure className="flex flex-col items-center gap-3 p-4">
      <div className="min-h-6 pointer-coarse:min-h-10">
        {pair && <Modes mode={mode} onMode={(next) => setMode(next === mode ? null : next)} />}
      </div>
      {pair && mode ? (
        <div className="w-full">
          <Compared mode={mode} path={path} sides={pair} overlay={pins} onSize={nothing} />
        </div>
      ) : (
        <Picture position={position} projectPath={projectPath}>
          {pins}
        </Picture>
      )}
    </figure>
  );
}
