import 'katex/dist/katex.min.css';
import katex from 'katex';

/** A longer formula stays text. */
const MAX_CHARS = 1_000;
/** Macros may not blow a formula up, rules and spaces may not leave the page. */
const MAX_EXPANSIONS = 200;
const MAX_SIZE_EM = 40;
/** The formulas of a text; those after stay text. */
const MAX_TOTAL_MS = 2_000;
const MAX_FORMULAS = 1_000;

/** Puts formulas in the places of their sources. Elements are made one by one: no text becomes HTML. */
export function drawFormulas(places: readonly HTMLElement[]): void {
  const started = performance.now();
  for (const [index, place] of places.entries()) {
    if (place.dataset['drawn'] !== undefined) continue;
    place.dataset['drawn'] = '';
    if (index >= MAX_FORMULAS || performance.now() - started > MAX_TOTAL_MS) return;
    drawFormula(place);
  }
}

function drawFormula(place: HTMLElement): void {
  const source = (place.textContent ?? '').trim();
  if (source === '') return;
  if (source.length > MAX_CHARS)
    return fail(place, `This formula is too long: ${source.length} of at most ${MAX_CHARS}.`);
  const host = document.createElement(place.tagName === 'PRE' ? 'div' : 'span');
  const isBlock = place.dataset['mathStyle'] === 'display';
  try {
    katex.render(source, host, {
      displayMode: isBlock,
      throwOnError: true,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE_EM,
      trust: false,
      strict: 'ignore',
    });
  } catch (error) {
    return fail(place, error instanceof Error ? error.message.replace(/^KaTeX parse error: /, '') : String(error));
  }
  host.className = isBlock ? 'formula formula-block' : 'formula';
  host.dataset['drawn'] = '';
  host.style.cssText = place.style.cssText;
  // Wide ones are scrolled with the arrow keys.
  if (isBlock) host.tabIndex = 0;
  place.replaceWith(host);
  if (isBlock && host.scrollWidth <= host.clientWidth) host.removeAttribute('tabindex');
  return undefined;
}

/** The source stays, in red, with what is wrong about it. */
function fail(place: HTMLElement, message: string): void {
  const note = document.createElement(place.tagName === 'PRE' ? 'div' : 'span');
  note.className = 'formula-error';
  note.textContent = message.slice(0, 300);
  place.classList.add('formula-refused');
  place.after(note);
}
