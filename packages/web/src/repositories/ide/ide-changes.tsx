import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { Undo2 } from 'lucide-react';
import { Checkbox } from '../../ui/checkbox.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import { AutosaveHint } from '../editor/autosave-hint.tsx';
import { ChangeBadge } from './change-badge.tsx';
import { changedFiles } from './model/ide-file.ts';
import type { OpenFile } from './model/ide-state.ts';
import type { Ide } from './use-ide.ts';

/** Everything that would be committed, each with a way back. */
export function IdeChanges({ ide }: { ide: Ide }) {
  const changed = changedFiles(ide.state.files);
  const revert = async (file: OpenFile): Promise<void> => {
    const asks = file.text !== null && file.text !== '';
    const question = {
      title: `Discard your changes to ${displayPath(file.path)}?`,
      text: 'You can restore it from the draft history of the file for a while.',
      action: 'Discard',
      danger: true,
    };
    if (asks && !(await confirm(question))) return;
    ide.revert(file);
  };
  return (
    <section aria-labelledby="ide-changes">
      <h2 id="ide-changes" className="py-1 text-h3">
        Changes
      </h2>
      {changed.length === 0 ? (
        <p className="pb-2 text-sm text-fg-muted">
          No changes yet. <AutosaveHint place={ide.at} />
        </p>
      ) : (
        <ul className="max-h-60 overflow-y-auto pb-2">
          {changed.map(({ file, change }) => {
            const whole = ide.state.files.find(({ id }) => id === file.id);
            const name = <MarkedName name={displayPath(file.path)} />;
            return (
              <li key={file.id} className="flex min-h-7 items-center gap-2 max-sm:min-h-10">
                <Checkbox
                  label={`Commit ${displayPath(file.path)}`}
                  labelHidden
                  checked={file.isStaged}
                  onCheckedChange={(isStaged) => ide.stage(file, isStaged)}
                />
                {change === 'deleted' ? (
                  <del className="min-w-0 flex-1 truncate text-fg-muted">{name}</del>
                ) : (
                  <button
                    type="button"
                    title={displayPath(file.path)}
                    onClick={() => void ide.open(file.path)}
                    className="control min-w-0 flex-1 truncate rounded-sm text-left hover:underline"
                  >
                    {name}
                  </button>
                )}
                <ChangeBadge change={change} />
                {whole && (
                  <IconButton
                    icon={Undo2}
                    size="sm"
                    label={`Undo changes to ${displayPath(file.path)}`}
                    onClick={() => void revert(whole)}
                  />
                )}
              </li>
            );
          })}
        </ul>
      )}
    </section>
  );
}
