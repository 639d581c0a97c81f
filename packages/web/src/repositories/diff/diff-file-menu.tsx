import type { DiffFileView } from '@tributary/contract/projects/repository-diff.ts';
import { useState } from 'react';
import { fuzzyMatch } from '../../lib/fuzzy.ts';
import { DiffStat } from '../../ui/diff-stat.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';

/** The files that are here, to go to one by its name. */
export function DiffFileMenu({ files, onPick }: { files: readonly DiffFileView[]; onPick: () => void }) {
  const [query, setQuery] = useState('');
  const nameOf = (file: DiffFileView): string => (file.status === 'deleted' ? file.oldName : file.newName);
  const found = files.filter((file) => fuzzyMatch(query, nameOf(file)) !== null);
  return (
    <div className="p-2">
      <TextField label="Filter files" labelHidden placeholder="Filter files" value={query} onValueChange={setQuery} />
      <ul aria-label="Changed files" className="mt-1 max-h-80 overflow-y-auto">
        {found.map((file) => (
          <li key={`${file.fileHash}:${file.oldPath}`}>
            <a
              href={`#${file.fileHash}`}
              onClick={onPick}
              className="control flex items-center gap-3 rounded-sm px-2 py-1 hover:bg-hover"
            >
              <span className="min-w-0 flex-1 font-mono text-sm break-all">
                <MarkedName name={nameOf(file)} />
              </span>
              <DiffStat added={file.addedLines} removed={file.removedLines} bar={false} />
            </a>
          </li>
        ))}
      </ul>
      {found.length === 0 && <p className="px-2 py-1 text-fg-muted">No file matches.</p>}
    </div>
  );
}
