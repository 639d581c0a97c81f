import type { EntryKind } from '@tributary/contract/projects/repository-views.ts';
import { File, FileCog, FileSymlink, Folder, FolderGit2 } from 'lucide-react';

const looks = {
  directory: { icon: Folder, text: 'Folder', color: 'text-accent-fg' },
  file: { icon: File, text: 'File', color: 'text-fg-faint' },
  executable: { icon: FileCog, text: 'Executable file', color: 'text-fg-faint' },
  symlink: { icon: FileSymlink, text: 'Symbolic link', color: 'text-fg-faint' },
  submodule: { icon: FolderGit2, text: 'Submodule', color: 'text-accent-fg' },
} as const;

export function EntryIcon({ kind }: { kind: EntryKind }) {
  const { icon: Icon, text, color } = looks[kind];
  return (
    <span title={text} className={color}>
      <Icon size={16} aria-hidden className={kind === 'directory' ? 'fill-accent-soft' : undefined} />
      <span className="sr-only">{text}</span>
    </span>
  );
}
