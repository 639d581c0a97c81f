import { useEffect, useRef, useState } from 'react';
import type { DrawnPage, OpenPdf } from './open-pdf.ts';
import { holdsFocus, PdfNotice } from './pdf-notice.tsx';

/** Pages this near to what is seen are drawn, and those further away are let go. */
const NEAR = '600px';

export type PdfPageProps = { pdf: OpenPdf; page: number; label: string };

/** An image for the canvas while it is near to what is seen; away from that it holds no memory. */
function usePicture({ pdf, page }: PdfPageProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [drawn, setDrawn] = useState<DrawnPage | null>(null);
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const element = canvas.current;
    if (isBroken || !element) return undefined;
    let stop: AbortController | null = null;
    const draw = async (signal: AbortSignal) => {
      try {
        const result = await pdf.draw(page, element, element.clientWidth, signal);
        if (!signal.aborted) setDrawn(result);
      } catch {
        if (!signal.aborted) setBroken(true);
      }
    };
    const release = () => {
      stop?.abort();
      stop = null;
      element.width = 0;
      element.height = 0;
    };
    const observer = new IntersectionObserver(
      (entries) => {
        const isNear = entries.at(-1)?.isIntersecting === true;
        if (isNear === (stop !== null)) return;
        if (!isNear) return release();
        stop = new AbortController();
        void draw(stop.signal);
      },
      // The pages scroll in a box of their own, and the box with everything around it.
      { rootMargin: NEAR, scrollMargin: NEAR },
    );
    observer.observe(element);
    return () => {
      observer.disconnect();
      release();
    };
  }, [pdf, page, isBroken]);
  return { canvas, drawn, isBroken, retry: () => setBroken(false) };
}

/** One page: an image with the text that stands on it. Its place is kept whether it is drawn or not. */
export function PdfPage(props: PdfPageProps) {
  const { pdf, page, label } = props;
  const { canvas, drawn, isBroken, retry } = usePicture(props);
  const { width, height } = drawn?.size ?? pdf.firstSize;
  return (
    <li className="flex flex-col items-center gap-1">
      <div
        {...holdsFocus}
        className={`relative flex w-full flex-col justify-center border ${isBroken ? 'bg-raised' : 'bg-white'}`}
        style={{ aspectRatio: `${width} / ${height}` }}
      >
        {isBroken ? (
          <PdfNotice text={`Page ${page} could not be displayed.`} onRetry={retry} />
        ) : (
          <canvas
            ref={canvas}
            role="img"
            aria-label={`Page ${page} of ${label}`}
            width={0}
            height={0}
            className="absolute inset-0 size-full object-contain"
          />
        )}
      </div>
      <span className="sr-only">{drawn?.text}</span>
      <span aria-hidden className="text-sm text-fg-faint">
        {page}
      </span>
    </li>
  );
}
