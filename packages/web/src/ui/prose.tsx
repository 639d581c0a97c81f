import clsx from 'clsx';
import { useLayoutEffect, useRef } from 'react';
import { RenderedDiagrams } from './diagrams/rendered-diagrams.tsx';
import type * as Formulas from './formulas.ts';
import { paintColors } from './prose/paint-colors.ts';
import { TrustedHtml } from './trusted-html.tsx';

let formulas: typeof Formulas | undefined;

const undrawn = (root: HTMLElement) => [...root.querySelectorAll<HTMLElement>('.math:not([data-drawn])')];

/** A formula of its own has its place before it is drawn, by what stands in it: what follows does not move. */
function reserve(root: HTMLElement): void {
  for (const place of root.querySelectorAll<HTMLElement>('pre.math')) {
    const source = place.textContent ?? '';
    const row = /\\(sum|prod|int|lim|big)/.test(source) ? 84 : /\\(.?frac|binom)/.test(source) ? 72 : 64;
    const furtherRows = source.split('\\\\').length - 1;
    place.style.setProperty('--formula-height', `${row + furtherRows * 24}px`);
  }
}

/** Formulas stand as their source until what draws them is there; that is fetched by the first text that has one. */
async function loadFormulas(root: HTMLElement): Promise<void> {
  try {
    formulas = await import('./formulas.ts');
  } catch {
    // Without a connection the sources can still be read.
    return;
  }
  await formulas.drawWithFonts(undrawn(root));
}

/** Rendered Markdown: sanitised by the server. `dir="auto"` per block is set there. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const root = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    if (root.current !== null && html.includes('data-color')) paintColors(root.current);
    if (root.current !== null && html.includes('data-math-style')) {
      reserve(root.current);
      if (formulas) formulas.drawFormulas(undrawn(root.current));
      else void loadFormulas(root.current);
    }
    // Code that is wider than its place is scrolled with the arrow keys.
    for (const code of root.current?.querySelectorAll('pre') ?? []) {
      if (code.scrollWidth > code.clientWidth) code.tabIndex = 0;
    }
  }, [html]);
  return (
    <>
      <TrustedHtml ref={root} html={html} className={clsx('prose', className)} />
      {html.includes('class="mermaid"') && <RenderedDiagrams root={root} html={html} />}
    </>
  );
}
