import type { CloneBox } from '@tributary/contract/projects/repository-views.ts';
import { ChevronDown, CodeXml, Download } from 'lucide-react';
import { Button } from '../ui/button.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { LazyPopover } from '../ui/lazy-popover.tsx';
import { TextField } from '../ui/text-field.tsx';
import { shellWord } from './model/push-instructions.ts';

export function CopyLine({ label, text }: { label: string; text: string }) {
  return (
    <div className="flex items-end gap-1">
      <TextField
        label={label}
        value={text}
        onValueChange={() => undefined}
        readOnly
        onFocus={(event) => event.currentTarget.select()}
        className="min-w-0 flex-1"
        inputClassName="font-mono"
      />
      <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
    </div>
  );
}

/** The address, and by which the server is known at the first connection. */
export function CloneWithSsh({ ssh }: { ssh: NonNullable<CloneBox['ssh']> }) {
  return (
    <div>
      <CopyLine label="Clone with SSH" text={ssh.url} />
      <p className="mt-1 text-fg-muted text-sm">
        Host key <code className="break-all">{ssh.fingerprint}</code> · <a href="/-/profile/keys">Your SSH keys</a>
      </p>
    </div>
  );
}

/** How to get all of it: by git, or as an archive of what is shown. */
export function CloneMenu({ clone, archiveOf }: { clone: CloneBox; archiveOf?: string }) {
  return (
    <LazyPopover
      title="Clone or download"
      align="end"
      padded
      trigger={
        <Button variant="primary" icon={CodeXml} iconEnd={ChevronDown}>
          Code
        </Button>
      }
    >
      <div className="flex flex-col gap-3">
        {clone.ssh !== null && <CloneWithSsh ssh={clone.ssh} />}
        <CopyLine label="Clone with HTTP" text={clone.httpUrl} />
        <CopyLine label="Command" text={`git clone ${shellWord(clone.ssh?.url ?? clone.httpUrl)}`} />
        {clone.archives.length > 0 && (
          <div>
            <div className="mb-1 font-medium">
              {archiveOf === undefined ? 'Download' : <bdi>{`Download ${archiveOf}`}</bdi>}
            </div>
            <ul className="flex flex-wrap gap-2">
              {clone.archives.map((archive) => (
                <li key={archive.format}>
                  <Button asChild size="sm" icon={Download}>
                    <a href={archive.href} data-native>
                      {archive.format}
                    </a>
                  </Button>
                </li>
              ))}
            </ul>
          </div>
        )}
      </div>
    </LazyPopover>
  );
}
