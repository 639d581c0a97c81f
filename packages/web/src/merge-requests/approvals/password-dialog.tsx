import { useState } from 'react';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';
import { PasswordField } from '../../ui/password-field.tsx';

export type PasswordDialogProps = {
  onClose: () => void;
  /** Throws the sentence to show beside the field. */
  approve: (password: string) => Promise<void>;
};

/** Asks who approves for their password, where the settings want that. */
export function PasswordDialog({ onClose, approve }: PasswordDialogProps) {
  const [password, setPassword] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const submit = async () => {
    setBusy(true);
    setFailure(undefined);
    try {
      await approve(password);
      onClose();
    } catch (error) {
      setFailure(error instanceof Error ? error.message : 'Approval password is invalid.');
      setBusy(false);
    }
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Enter password to approve"
      text="Confirm with the password of your account."
      width="sm"
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordField label="Password" value={password} onValueChange={setPassword} error={failure} />
        <DialogFooter>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary" busy={isBusy} disabled={password === ''}>
            Approve
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
