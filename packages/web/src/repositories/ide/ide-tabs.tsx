import { displayPath } from '@tributary/contract/projects/display-path.ts';
import clsx from 'clsx';
import { X } from 'lucide-react';
import { IconButton } from '../../ui/icon-button.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { displayName } from '../model/path-key.ts';
import { changeOf } from './model/ide-file.ts';
import type { Ide } from './use-ide.ts';

/** The open files; those of one name say where they are. */
export function IdeTabs({ ide }: { ide: Ide }) {
  const { files, open, active } = ide.state;
  const shown = open.flatMap((id) => files.find((file) => file.id === id) ?? []);
  const isDouble = (name: string) => shown.filter((file) => displayName(file.path) === name).length > 1;
  if (shown.length === 0) return null;
  return (
    <nav aria-label="Open files" className="overflow-x-auto border-b">
      <ul className="flex min-w-max">
        {shown.map((file) => {
          const isActive = file.id === active;
          const name = displayName(file.path);
          const isChanged = changeOf(file) !== null;
          return (
            <li
              key={file.id}
              className={clsx(
                'flex items-center gap-1 border-r pr-1',
                isActive ? 'bg-raised shadow-[inset_0_-2px_0_var(--accent)]' : 'bg-sunken',
              )}
            >
              <button
                type="button"
                aria-current={isActive ? 'true' : undefined}
                title={displayPath(file.path)}
                onClick={() => ide.show(file.id)}
                onAuxClick={(event) => event.button === 1 && ide.close(file.id)}
                className="control flex min-h-9 max-w-60 items-center rounded-sm pl-3 font-mono text-code -outline-offset-2 max-sm:min-h-10"
              >
                <span className="min-w-0 truncate">
                  <MarkedName name={isDouble(name) ? displayPath(file.path) : name} />
                </span>
                {isChanged && (
                  <>
                    <span aria-hidden className="ml-1.5 text-accent-fg">
                      ●
                    </span>
                    <span className="sr-only"> (changed)</span>
                  </>
                )}
              </button>
              <IconButton icon={X} size="sm" label={`Close ${name}`} onClick={() => ide.close(file.id)} />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
