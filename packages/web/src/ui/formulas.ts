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
/** Without its fonts for longer than this a formula is shown in others. */
const MAX_FONTS_MS = 3_000;

type Drawn = { place: HTMLElement; host: HTMLElement };

/** Puts formulas in the places of their sources. Elements are made one by one: no text becomes HTML. */
export function drawFormulas(places: readonly HTMLElement[]): void {
  putInPlace(makeFormulas(places));
}

/**
 * The same for the first ones of a page, whose fonts are not there yet: the sources stay until those have come, so that the
 * text moves once and not with every font.
 */
export async function drawWithFonts(places: readonly HTMLElement[]): Promise<void> {
  const drawn = makeFormulas(places);
  const bench = document.createElement('div');
  bench.className = 'formula-bench';
  bench.ariaHidden = 'true';
  bench.append(...drawn.map(({ host }) => host));
  document.body.append(bench);
  // Fonts are asked for when something that needs them is laid out.
  bench.getBoundingClientRect();
  await Promise.race([document.fonts.ready, new Promise((resolve) => setTimeout(resolve, MAX_FONTS_MS))]);
  bench.remove();
  putInPlace(drawn);
}

function makeFormulas(places: readonly HTMLElement[]): Drawn[] {
  const started = performance.now();
  const drawn: Drawn[] = [];
  for (const [index, place] of places.entries()) {
    if (place.dataset['drawn'] !== undefined) continue;
    const isTooMuch = index >= MAX_FORMULAS || performance.now() - started > MAX_TOTAL_MS;
    const host = isTooMuch ? null : makeFormula(place);
    if (host) drawn.push({ place, host });
    else place.dataset['drawn'] = '';
  }
  return drawn;
}

function putInPlace(drawn: readonly Drawn[]): void {
  for (const { place, host } of drawn) {
    place.replaceWith(host);
    // Wide ones are scrolled with the arrow keys.
    if (place.dataset['mathStyle'] === 'display' && host.scrollWidth > host.clientWidth) host.tabIndex = 0;
  }
}

/** Null where the source stays. */
function makeFormula(place: HTMLElement): HTMLElement | null {
  const source = (place.textContent ?? '').trim();
  if (source === '') return null;
  if (source.length > MAX_CHARS)
    return fail(place, `This formula is too long: ${source.length} of ${MAX_CHARS} characters.`);
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
  return host;
}

/** The source stays, in red, with what is wrong about it. */
function fail(place: HTMLElement, message: string): null {
  const note = document.createElement(place.tagName === 'PRE' ? 'div' : 'span');
  note.className = 'formula-error';
  note.textContent = message.slice(0, 300);
  place.classList.add('formula-refused');
  place.after(note);
  return null;
}
