import clsx from 'clsx';
import { CopyButton } from './copy-button.tsx';
import { TrustedHtml } from './trusted-html.tsx';

export type CodeBlockProps = {
  text: string;
  /** Highlighted by the server, classes only; `text` is then what is copied. */
  html?: string;
  label: string;
  wrap?: boolean;
  className?: string;
};

export function CodeBlock({ text, html, label, wrap = false, className }: CodeBlockProps) {
  const shape = clsx('block font-mono text-code', wrap ? 'break-words whitespace-pre-wrap' : 'whitespace-pre');
  return (
    <div className={clsx('group relative rounded-md border bg-sunken', className)}>
      <pre role="region" tabIndex={0} aria-label={label} className="overflow-x-auto py-2 pr-10 pl-3">
        {html === undefined ? (
          <code className={shape}>{text}</code>
        ) : (
          <TrustedHtml as="code" html={html} className={shape} />
        )}
      </pre>
      <div className="absolute top-px right-0 rounded-md bg-sunken p-1">
        <CopyButton text={text} label="Copy" size="sm" />
      </div>
    </div>
  );
}
