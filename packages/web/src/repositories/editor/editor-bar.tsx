import type { ReactNode } from 'react';
import { TextField } from '../../ui/text-field.tsx';
import { EditorViews, type EditorViewsProps } from './editor-views.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';

export type EditorBarProps = EditorViewsProps & {
  /** Where a new file goes, as users see it. */
  directory: string;
  path: string;
  isFixed: boolean;
  error: string | undefined;
  onPathChange: (path: string) => void;
  /** The way back to earlier states of the text. */
  history: ReactNode;
};

/** Name of the file, and the ways to look at what is being written. */
export function EditorBar(props: EditorBarProps) {
  const { directory, path, isFixed, error, onPathChange, history, ...views } = props;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-2 border-b px-3 py-2">
      <div className="flex min-w-0 flex-1 basis-80 flex-wrap items-center gap-1 font-mono text-code">
        {directory !== '' && (
          <span className="min-w-0 break-all text-fg-muted">
            <MarkedName name={directory} />
            {' /'}
          </span>
        )}
        {isFixed ? (
          <span className="break-all">
            <MarkedName name={path} />
          </span>
        ) : (
          <TextField
            label="File path"
            labelHidden
            value={path}
            onValueChange={onPathChange}
            error={error}
            placeholder="Name, or folder/name"
            autoComplete="off"
            spellCheck={false}
            inputClassName="font-mono"
            className="max-w-120 min-w-40 flex-1"
          />
        )}
      </div>
      <div className="flex items-center gap-2">
        <EditorViews {...views} />
        {history}
      </div>
    </div>
  );
}
