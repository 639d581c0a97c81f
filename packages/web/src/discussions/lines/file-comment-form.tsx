import { displayPath } from '@tributary/contract/projects/display-path.ts';
import { fieldOfFile } from './line-field.ts';
import type { LinesFile } from './lines-file.ts';
import { PositionForm } from './position-form.tsx';

type WholeFileFormProps = {
  file: LinesFile;
  lookedAt?: string | null | undefined;
  /** How often its reader asked for it. */
  asked: number;
  onClose: () => void;
};

/** The form for a comment on a file as a whole. */
export function FileCommentForm({ file, lookedAt, asked, onClose }: WholeFileFormProps) {
  return (
    <div className="border-b p-3">
      <PositionForm
        label={`Comment on the file ${displayPath(file.file_path)}`}
        field={fieldOfFile(file.file_hash)}
        position={{ ...file.diff_refs, old_path: file.old_path, new_path: file.new_path, position_type: 'file' }}
        lookedAt={lookedAt}
        autoFocus={asked > 0}
        asked={asked}
        onClose={onClose}
      />
    </div>
  );
}
