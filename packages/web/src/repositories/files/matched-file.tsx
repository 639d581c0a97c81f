import type { CodeSearchFile } from '@tributary/contract/projects/repository-page.ts';
import { TrustedHtml } from '../../ui/trusted-html.tsx';
import { MarkedName } from '../../ui/marked-name.tsx';
import './code-view.css';

/** The lines of one file that a search found; each number leads to its line. */
export function MatchedFile({ file }: { file: CodeSearchFile }) {
  return (
    <article aria-label={file.name} className="mb-4 overflow-hidden rounded-md border bg-raised">
      <h2 className="border-b bg-sunken px-3 py-1.5 font-mono text-code font-medium break-all">
        <a href={file.href} className="hover:text-accent-fg hover:underline">
          <MarkedName name={file.name} />
        </a>
      </h2>
      <ol className="py-1">
        {file.lines.map((line) => (
          <li key={line.number} className="flex font-mono text-code hover:bg-hover/60">
            <a
              href={`${file.href}#L${line.number}`}
              aria-label={`Line ${line.number}`}
              className="w-14 shrink-0 pr-3 text-right text-diff-line-number select-none hover:text-fg"
            >
              {line.number}
            </a>
            <TrustedHtml
              as="span"
              html={line.html}
              className="search-line min-w-0 flex-1 pr-3 break-words whitespace-pre-wrap"
            />
          </li>
        ))}
      </ol>
    </article>
  );
}
