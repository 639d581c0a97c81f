import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import clsx from 'clsx';
import { useState } from 'react';
import { Pins } from '../../discussions/pictures/pins.tsx';

const MOST_HIGH_PX = 320;

/** The side of the picture that the pin was put on. */
function sideOf({ new_path: now, old_path: before, head_sha: head, base_sha: base }: DiffPosition, isGone: boolean) {
  return isGone ? { path: before ?? now ?? '', sha: base } : { path: now ?? before ?? '', sha: head };
}

/** The picture that a thread is about, as it was then, with the pin. A file that is gone is shown as it was before. */
export function ThreadPicture({ discussion, projectPath }: { discussion: PageDiscussion; projectPath: string }) {
  const [isGone, setGone] = useState(false);
  const position = discussion.original_position ?? discussion.position;
  if (position?.position_type !== 'image') return null;
  const { path, sha } = sideOf(position, isGone);
  const { width, height } = position;
  return (
    <figure className="flex justify-center p-4">
      {/* As wide as the picture is drawn: the pin stands at its share of this box. */}
      <div
        className="relative max-w-full rounded-sm border"
        {...(width && height && { style: { width: Math.min(width, (MOST_HIGH_PX * width) / height) } })}
      >
        <img
          src={repositoryPaths.raw(projectPath, sha, path)}
          alt={path}
          {...(width && height && { width, height })}
          loading="lazy"
          onError={() => setGone(true)}
          className={clsx('checkered block max-w-full', width && height ? 'h-auto w-full' : 'max-h-80')}
        />
        <Pins threads={[{ ...discussion, position }]} placing={null} onPlace={undefined} />
      </div>
    </figure>
  );
}
