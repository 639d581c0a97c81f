import { Download } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useShell } from '../../app/navigation.tsx';
import { Banner } from '../../ui/banner.tsx';
import { Button } from '../../ui/button.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';
import { recoveryCodesFile } from '../model/recovery-codes-file.ts';

function download(name: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}

/** The codes are shown here once and never again. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { viewer, instance } = useShell();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), [codes]);
  const file = recoveryCodesFile({
    codes,
    instance: instance.name,
    host: window.location.host,
    username: viewer?.username ?? '',
  });
  return (
    <section aria-labelledby="recovery-codes" className="max-w-130 rounded-md border bg-raised p-4">
      <h2 ref={heading} id="recovery-codes" tabIndex={-1} className="text-h2">
        Recovery codes
      </h2>
      <Banner tone="warning" className="mt-2">
        Save these codes now. They are not shown again. Each code lets you sign in once without your phone.
      </Banner>
      <ul
        aria-label="Recovery codes"
        className="my-4 grid grid-cols-2 gap-x-6 gap-y-1 font-mono text-code max-sm:grid-cols-1"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')} label="Copy codes" showLabel />
        <Button icon={Download} onClick={() => download(file.name, file.text)}>
          Download
        </Button>
        <Button variant="primary" className="ml-auto" onClick={onDone}>
          I have saved them
        </Button>
      </div>
    </section>
  );
}
