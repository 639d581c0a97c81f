import { useEffect, useState } from 'react';
import { plural } from '../../lib/format.ts';
import { Spinner } from '../spinner.tsx';
import { type OpenPdf, openPdf } from './open-pdf.ts';
import { MOST_PDF_BYTES } from './pdf-bytes.ts';
import { PdfFailure, type PdfProblem } from './pdf-failure.ts';
import { holdsFocus, PdfNotice } from './pdf-notice.tsx';
import { PdfPage } from './pdf-page.tsx';

/** Pages that are shown of a longer one. */
export const MOST_PDF_PAGES = 200;

const PROBLEMS: Record<PdfProblem, { text: string; mayPass: boolean }> = {
  broken: {
    text: 'This PDF is damaged or uses unsupported features. Download it to view it.',
    mayPass: true,
  },
  locked: { text: 'This PDF is password-protected. Download it to view it.', mayPass: false },
  missing: { text: 'This PDF could not be loaded. Check your network.', mayPass: true },
  too_large: { text: 'This PDF is too large to display here. Download it to view it.', mayPass: false },
};

type State = { pdf: OpenPdf } | { problem: PdfProblem } | null;

function usePdf(src: string, isTooLarge: boolean) {
  const [state, setState] = useState<State>(null);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (isTooLarge) return undefined;
    const stop = new AbortController();
    const open = async () => {
      try {
        const pdf = await openPdf(src, stop.signal);
        if (!stop.signal.aborted) setState({ pdf });
      } catch (error) {
        if (!stop.signal.aborted) setState({ problem: error instanceof PdfFailure ? error.problem : 'missing' });
      }
    };
    void open();
    return () => {
      stop.abort();
      setState(null);
    };
  }, [src, isTooLarge, attempt]);
  const shown: State = isTooLarge ? { problem: 'too_large' } : state;
  return { state: shown, retry: () => setAttempt(attempt + 1) };
}

function Pages({ pdf, label }: { pdf: OpenPdf; label: string }) {
  const count = Math.min(pdf.pageCount, MOST_PDF_PAGES);
  return (
    <div
      role="region"
      aria-label={`Pages of ${label}`}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
      tabIndex={0}
      className="relative max-h-[80vh] overflow-y-auto rounded-md border bg-sunken p-2"
    >
      <ol className="mx-auto flex max-w-220 flex-col gap-2">
        {Array.from({ length: count }, (_, at) => (
          <PdfPage key={at} pdf={pdf} page={at + 1} label={label} />
        ))}
      </ol>
      {pdf.pageCount > count && (
        <p className="p-2 text-center text-fg-muted">
          {plural(pdf.pageCount - count, 'more page')} not shown. Download the PDF to view all pages.
        </p>
      )}
    </div>
  );
}

export type PdfViewProps = { src: string; sizeBytes: number | null; label: string };

/** The pages of a PDF below each other, each drawn when it comes near. The download stands beside it. */
export default function PdfView({ src, sizeBytes, label }: PdfViewProps) {
  const { state, retry } = usePdf(src, sizeBytes !== null && sizeBytes > MOST_PDF_BYTES);
  return (
    <div {...holdsFocus}>
      {state === null && (
        <p className="flex h-40 items-center justify-center">
          <Spinner label={`Loading ${label}`} />
        </p>
      )}
      {state !== null && 'problem' in state && (
        <PdfNotice text={PROBLEMS[state.problem].text} onRetry={PROBLEMS[state.problem].mayPass ? retry : undefined} />
      )}
      {state !== null && 'pdf' in state && <Pages pdf={state.pdf} label={label} />}
    </div>
  );
}
