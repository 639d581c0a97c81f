import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { Dialog, DialogFooter } from '../../ui/dialog.tsx';

type Props = { url: string; token: string; title: string; onClose: () => void };

/** The token of a runner, which is not stored in a readable form, and the commands that use it. */
export function RegisterDialog({ url, token, title, onClose }: Props) {
  return (
    <Dialog open onOpenChange={(isOpen) => !isOpen && onClose()} title={title}>
      <div className="flex flex-col gap-3">
        <Banner tone="warning">Copy the token now. It is shown only once.</Banner>
        <div className="flex items-center gap-2">
          <span className="shrink-0 font-medium">Token</span>
          <code className="min-w-0 wrap-anywhere">{token}</code>
          <CopyButton text={token} label="Copy token" size="sm" />
        </div>
        <div className="flex flex-col gap-1">
          <p>Run jobs with the runner of Tributary:</p>
          <CodeBlock
            wrap
            label="Command to start the runner"
            text={`TRIBUTARY_RUNNER_TOKEN=${token} npx tributary runner --url ${url}`}
          />
        </div>
        <div className="flex flex-col gap-1">
          <p>Or register GitLab Runner:</p>
          <CodeBlock
            wrap
            label="Command to register GitLab Runner"
            text={`gitlab-runner register --url ${url} --token ${token}`}
          />
        </div>
        <DialogFooter>
          <Button variant="primary" onClick={onClose}>
            Done
          </Button>
        </DialogFooter>
      </div>
    </Dialog>
  );
}
