import { useEffect, useRef } from 'react';
import { Banner } from '../../ui/banner.tsx';
import { CopyButton } from '../../ui/copy-button.tsx';

export type SecretOnceProps = {
  title: string;
  text: string;
  secret: string;
  /** Name of what is copied. */
  label: string;
  onDismiss: () => void;
};

/** A secret that the server can never show again. Takes focus as it appears. */
export function SecretOnce({ title, text, secret, label, onDismiss }: SecretOnceProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    field.current?.select();
  }, [secret]);
  return (
    <Banner tone="success" title={title} onDismiss={onDismiss}>
      <p>{text}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <input
          ref={field}
          readOnly
          aria-label={label}
          value={secret}
          spellCheck={false}
          onFocus={(event) => event.target.select()}
          className="control h-7 w-full max-w-110 min-w-0 flex-1 basis-56 rounded-md border border-line-strong bg-surface px-2 font-mono text-code text-fg"
        />
        <CopyButton text={secret} label={`Copy ${label.toLowerCase()}`} showLabel />
      </div>
    </Banner>
  );
}
