import type { DiffPosition, PageDiscussion } from '@tributary/contract/discussions/page.ts';
import { repositoryPaths } from '@tributary/contract/projects/repository-paths.ts';
import { useState } from 'react';
import { Pins } from './images/pins.tsx';

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
  return (
    <figure className="flex justify-center p-4">
      <div className="relative max-w-full rounded-sm border">
        <img
          src={repositoryPaths.raw(projectPath, sha, path)}
          alt={path}
          {...(position.width && position.height && { width: position.width, height: position.height })}
          loading="lazy"
          onError={() => setGone(true)}
          className="checkered block h-auto max-h-80 max-w-full object-contain"
        />
        <Pins threads={[{ ...discussion, position }]} placing={null} onPlace={undefined} />
      </div>
    </figure>
  );
}
