import clsx from 'clsx';
import { FileUp, X } from 'lucide-react';
import { useId, useState } from 'react';
import { formatBytes } from '../../lib/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';

type Props = {
  files: readonly File[];
  onChange: (files: readonly File[]) => void;
  multiple: boolean;
  disabled: boolean;
};

/** Files to upload: chosen, or dropped onto the field. */
export function FileDrop({ files, onChange, multiple, disabled }: Props) {
  const id = useId();
  const [isOver, setOver] = useState(false);
  const add = (list: FileList | null): void => {
    const added = [...(list ?? [])];
    if (added.length === 0) return;
    const names = new Set(added.map((file) => file.name));
    onChange(multiple ? [...files.filter((file) => !names.has(file.name)), ...added] : added.slice(0, 1));
  };
  return (
    <div className="flex flex-col gap-2">
      <label
        htmlFor={id}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          if (!disabled) add(event.dataTransfer.files);
        }}
        className={clsx(
          'flex flex-col items-center gap-1 rounded-md border border-dashed border-line-strong px-4 py-6 text-center has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus',
          isOver ? 'bg-accent-soft' : 'hover:bg-hover/60',
        )}
      >
        <FileUp size={24} aria-hidden className="text-fg-faint" />
        <span className="font-medium">{multiple ? 'Choose files' : 'Choose a file'}</span>
        <span className="text-sm text-fg-muted">or drop {multiple ? 'them' : 'it'} here</span>
        <input
          id={id}
          type="file"
          multiple={multiple}
          disabled={disabled}
          className="sr-only"
          onChange={(event) => {
            add(event.target.files);
            event.target.value = '';
          }}
        />
      </label>
      {files.length > 0 && (
        <ul aria-label="Selected files" className="rounded-md border">
          {files.map((file) => (
            <li key={file.name} className="flex items-center gap-2 border-b px-3 py-1 last:border-b-0">
              <bdi className="min-w-0 flex-1 break-words">{file.name}</bdi>
              <span className="shrink-0 text-sm text-fg-muted">{formatBytes(file.size)}</span>
              <IconButton
                icon={X}
                size="sm"
                label={`Remove ${file.name}`}
                onClick={() => onChange(files.filter((other) => other !== file))}
              />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
