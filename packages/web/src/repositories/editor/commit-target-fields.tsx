import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import type { TextSlot } from '../../app/autosave/use-autosaved-text.ts';
import { WithHistory } from '../../app/autosave/with-history.tsx';
import { Checkbox } from '../../ui/checkbox.tsx';
import { RadioGroup } from '../../ui/radio-group.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { TextField } from '../../ui/text-field.tsx';
import type { CommitTargetState } from './use-commit-target.ts';

type Props = {
  form: CommitForm;
  state: CommitTargetState;
  placeholder: string;
  errors: Partial<Record<string, string>>;
  onMessageChange?: (message: string) => void;
  /** Where the message is kept, by whoever keeps it. */
  slot: TextSlot;
};

function BranchChoice({ form, state }: Pick<Props, 'form' | 'state'>) {
  if (!form.canCommit) {
    return <p className="text-sm text-fg-muted">{form.refusal ?? 'Your changes are committed to a new branch.'}</p>;
  }
  return (
    <RadioGroup
      label="Branch"
      value={state.way}
      onValueChange={(way) => state.setWay(way === 'new' ? 'new' : 'branch')}
      options={[
        {
          value: 'branch',
          label: (
            <>
              Commit to <bdi className="font-mono text-sm">{form.branch}</bdi>
            </>
          ),
        },
        { value: 'new', label: 'Commit to a new branch' },
      ]}
    />
  );
}

/** Message and branch of a commit that is made in the browser. */
export function CommitTargetFields({ form, state, placeholder, errors, onMessageChange, slot }: Props) {
  const write = (message: string) => {
    state.setMessage(message);
    onMessageChange?.(message);
  };
  return (
    <div className="flex flex-col gap-3">
      <WithHistory slot={slot} of="commit message" onRestore={write}>
        <TextArea
          label="Commit message"
          value={state.message}
          onValueChange={write}
          placeholder={placeholder}
          error={errors['message']}
          minRows={2}
          maxRows={12}
        />
      </WithHistory>
      <BranchChoice form={form} state={state} />
      {state.way === 'new' && (
        <>
          <TextField
            label="New branch"
            value={state.newBranch}
            onValueChange={state.setNewBranch}
            error={errors['branch']}
            autoComplete="off"
            inputClassName="font-mono"
          />
          <Checkbox
            label="Start a merge request with these changes"
            checked={state.wantsMergeRequest}
            onCheckedChange={state.setWantsMergeRequest}
          />
        </>
      )}
    </div>
  );
}
