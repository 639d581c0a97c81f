import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { FormError, useForm } from '../../ui/form.tsx';
import { RunVariables } from './run-variables.tsx';
import { useVariableRows } from './use-variable-rows.ts';

type Variable = { key: string; value: string };
type Props = {
  jobName: string;
  variables: readonly Variable[];
  /** Text of the button. */
  action: string;
  /** A refusal is shown in the dialog. */
  onRun: (variables: Variable[]) => Promise<void>;
  onClose: () => void;
};

/** A row to begin with. */
const NONE: readonly Variable[] = [{ key: '', value: '' }];

/** Starts a job with variables of the user. */
export function JobVariablesDialog({ jobName, variables, action, onRun, onClose }: Props) {
  const { rows, setRows, add, filled } = useVariableRows(
    (variables.length === 0 ? NONE : variables).map((variable) => ({ ...variable, description: null, options: null })),
  );
  const form = useForm({ initial: {}, onSubmit: () => onRun(filled.map(({ key, value }) => ({ key, value }))) });
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && onClose()}
      title={`Variables of ${jobName}`}
      text="Only this job gets these variables. They override those of its pipeline and of the settings."
    >
      <form {...form.props} className="flex flex-col gap-3">
        <FormError form={form} />
        <RunVariables rows={rows} onChange={setRows} />
        <Button size="sm" icon={Plus} onClick={add} className="self-start">
          Add variable
        </Button>
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={form.busy}>
            {action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
