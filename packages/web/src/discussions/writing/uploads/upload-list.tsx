import clsx from 'clsx';
import { Paperclip, RotateCcw, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ProgressBar } from '../../../ui/progress-bar.tsx';
import type { Upload } from './use-uploads.ts';

type Acts = {
  onRetry: (id: string, file?: File) => void;
  onCancel: (id: string) => void;
};

function Row({ upload, onRetry, onCancel }: { upload: Upload } & Acts) {
  const input = useRef<HTMLInputElement>(null);
  const { id, name, state, share } = upload;
  const isUnderWay = state === 'waiting' || state === 'sending';
  return (
    <li className="flex min-h-8 flex-wrap items-center gap-2 rounded-md border px-2 py-1">
      <Paperclip size={14} aria-hidden className="shrink-0 text-fg-muted" />
      <div className={clsx('min-w-0 flex-1', !isUnderWay && 'basis-60')}>
        {isUnderWay ? (
          <ProgressBar value={state === 'waiting' ? null : share} label={`Uploading ${name}`} />
        ) : (
          <p role="alert" className="break-words text-error">
            <bdi>{name}</bdi>:{' '}
            {upload.error ?? 'The upload did not finish before you left the page. Choose the file again, or remove it.'}
          </p>
        )}
      </div>
      {state === 'failed' && (
        <Button size="sm" icon={RotateCcw} onClick={() => onRetry(id)}>
          Try again
        </Button>
      )}
      {state === 'lost' && (
        <>
          <Button size="sm" onClick={() => input.current?.click()}>
            Choose again
          </Button>
          <input
            ref={input}
            type="file"
            hidden
            onChange={(event) => {
              const file = event.target.files?.[0];
              if (file) onRetry(id, file);
            }}
          />
        </>
      )}
      <IconButton
        icon={X}
        size="sm"
        label={isUnderWay ? `Cancel upload of ${name}` : `Remove ${name}`}
        onClick={() => onCancel(id)}
      />
    </li>
  );
}

/** Files that are on their way, with what can be done about each. */
export function UploadList({ uploads, said, onRetry, onCancel }: { uploads: readonly Upload[]; said: string } & Acts) {
  return (
    <>
      {uploads.length > 0 && (
        <ul aria-label="Files being attached" className="flex flex-col gap-1">
          {uploads.map((upload) => (
            <Row key={upload.id} upload={upload} onRetry={onRetry} onCancel={onCancel} />
          ))}
        </ul>
      )}
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}
