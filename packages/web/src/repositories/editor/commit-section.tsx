import type { CommitForm } from '@tributary/contract/projects/repository-page.ts';
import type { ReactNode } from 'react';
import type { TextSlot } from '../../app/autosave/use-autosaved-text.ts';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CommitTargetFields } from './commit-target-fields.tsx';
import { ConflictPanel } from './conflict-panel.tsx';
import type { CommitTargetState } from './use-commit-target.ts';
import type { FileCommit } from './use-file-commit.ts';

type Props = {
  /** Of the file, as it is shown. */
  name: string;
  commit: FileCommit;
  /** The text that could not be committed, because another user changed the file meanwhile. */
  mine: string;
  /** A text was chosen to go on with. */
  onTake: (text: string) => void;
  form: CommitForm;
  target: CommitTargetState;
  placeholder: string;
  errors: Partial<Record<string, string>>;
  onMessageChange: () => void;
  slot: TextSlot;
  /** Beside the button. */
  children?: ReactNode;
};

/** Below the text of a file: what stands in the way of its commit, message and branch, and the button. */
export function CommitSection(props: Props) {
  const { name, commit, mine, onTake, form, target, placeholder, errors, onMessageChange, slot, children } = props;
  return (
    <>
      {commit.conflict !== null && (
        <ConflictPanel name={name} base={commit.base.content} mine={mine} now={commit.conflict} onTake={onTake} />
      )}
      {commit.problem !== null && (
        <Banner tone="danger" live>
          {commit.problem}
        </Banner>
      )}
      <div className="max-w-180">
        <CommitTargetFields
          form={form}
          state={target}
          placeholder={placeholder}
          errors={errors}
          onMessageChange={onMessageChange}
          slot={slot}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" busy={commit.isBusy} disabled={commit.conflict !== null}>
          Commit changes
        </Button>
        {children}
      </div>
    </>
  );
}
