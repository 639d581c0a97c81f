import { Plus } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { useForm } from '../../ui/form.tsx';
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
    <FormDialog
      title={`Variables of ${jobName}`}
      text="Only this job gets these variables. They override those of its pipeline and of the settings."
      form={form}
      action={action}
      onClose={onClose}
    >
      <RunVariables rows={rows} onChange={setRows} />
      <Button size="sm" icon={Plus} onClick={add} className="self-start">
        Add variable
      </Button>
    </FormDialog>
  );
}
