import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { TextField } from '../../ui/text-field.tsx';
import { pathProblem } from './model/ide-file.ts';

type Props = {
  title: string;
  action: string;
  initial: string;
  hint?: string;
  /** Nothing has this path yet, so that leaving it as it is also counts. */
  isNew?: boolean;
  /** A file that has the path gives way. */
  mayReplace?: boolean;
  /** Paths that are there; its own left out. */
  taken: ReadonlySet<string>;
  onClose: () => void;
  onDone: (path: string) => void;
};

/** Asks for the path of a new or a moved file. */
export default function PathDialog({ title, action, initial, hint, isNew, mayReplace, taken, onClose, onDone }: Props) {
  const [path, setPath] = useState(initial);
  const [error, setError] = useState<string | undefined>();
  const submit = (): void => {
    const wanted = path.trim().replace(/^\/+/, '');
    const isSame = wanted === initial && initial !== '' && !isNew;
    const problem = isSame || (mayReplace && taken.has(wanted)) ? null : pathProblem(wanted, taken);
    if (problem !== null) return setError(problem);
    if (!isSame) onDone(wanted);
    onClose();
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <TextField
          label="Path"
          hint={hint ?? 'Missing folders are created.'}
          value={path}
          onValueChange={setPath}
          error={error}
          placeholder="folder/name.txt"
          autoComplete="off"
          spellCheck={false}
          inputClassName="font-mono"
        />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
