import type { DiffFileSummary } from '@tributary/contract/merge-requests/diffs.ts';
import { flushSync } from 'react-dom';
import type { Changes } from './changes-context.ts';
import { OffScreenCards, offScreenCards } from './off-screen-cards.tsx';
import { cardsOf, type CardGroupPlaceholder, placeholderHeightOf } from './card-group-placeholder.tsx';
import { EAGER_FILES } from './use-changes.ts';
import { estimatedHeight, FOLDED_PX } from './model/estimated-height.ts';
import { preserveSelectionInCards } from './preserve-selection-in-cards.ts';
import { fetchAgain, giveBack } from './off-screen-lines.ts';

/** How far from the screen cards are drawn: so that their lines are there before they are seen. */
const NEAR_PX = 2_000;
/** What is kept drawn, in lines; what was near longest ago is put away beyond it. */
const MOST_LINES = 9_000;
/** What a card takes beside its lines, in memory and in elements. */
const LINES_OF_CARD = 100;
const TIDY_MS = 500;
const MAX_WAIT_FRAMES = 60;

export type CardGroup = {
  files: readonly DiffFileSummary[];
  changes: Changes;
  /** Null draws the cards. */
  show: (far: CardGroupPlaceholder | null) => void;
};

type State = CardGroup & {
  form: 'drawn' | 'far' | 'none';
  isNear: boolean;
  /** Those whose lines were given back. */
  without: readonly DiffFileSummary[];
  drawing: Promise<void> | undefined;
  /** As which changes its cards are drawn, where they do not hear of others at once. */
  heldAs: Changes | undefined;
  /** Ends listening to whether its files are folded or opened with all others. */
  stop?: () => void;
};

const areSame = (one: readonly DiffFileSummary[], other: readonly DiffFileSummary[]) =>
  one.length === other.length && one.every((file, at) => file.file_hash === other[at]?.file_hash);

/** Loaded in any case, and drawn from the beginning. */
const isEager = ({ files: [first], changes }: CardGroup) =>
  changes.files.findIndex((file) => file.file_hash === first?.file_hash) < EAGER_FILES;

const costOf = ({ files }: CardGroup) =>
  files.reduce((sum, file) => sum + LINES_OF_CARD + file.added_lines + file.removed_lines, 0);

const foldsOf = ({ files, changes: { views } }: CardGroup) =>
  files.map(({ file_hash: hash }) => views.get(hash).collapse ?? 'open');

/** What is open in a card, pointed at or failed: nobody else would know it afterwards. */
const HOLDING =
  'textarea, form, .dr-current, [role="alert"], [aria-busy="true"], [aria-haspopup][aria-expanded="true"], [data-touched]';

function isHeld(group: HTMLElement): boolean {
  const named = location.hash.slice(1);
  const selection = document.getSelection();
  return (
    group.contains(document.activeElement) ||
    (selection?.isCollapsed === false && selection.getRangeAt(0).intersectsNode(group)) ||
    (named !== '' && group.contains(document.getElementById(named))) ||
    group.querySelector(HOLDING) !== null
  );
}

/** Keys that open the browser's own find, or go on in it. */
const findsOn = ({ key, ctrlKey, metaKey }: KeyboardEvent) =>
  key === 'F3' || ((ctrlKey || metaKey) && ['f', 'g'].includes(key.toLowerCase()));

function whenIdle(act: () => void): void {
  if ('requestIdleCallback' in window) requestIdleCallback(act, { timeout: TIDY_MS });
  else act();
}

/**
 * Decides which cards of changed files are drawn. What is far from its reader becomes the text of its lines, in elements
 * that nothing draws, and its lines are given back; what comes near is drawn again once they are there.
 */
export class CardVirtualizer {
  /** Those that were near last stand last. */
  readonly #groups = new Map<HTMLElement, State>();
  readonly #revealed = new WeakSet<Changes['revealed']>();
  #watch: IntersectionObserver | undefined;
  #isTidying = false;
  #isFreshening = false;
  /** What the browser's find marks stays text until the page itself is used again. */
  #isFinding = false;

  /** Takes care of a group, or hears of what it is now. */
  put(element: HTMLElement | null, group: CardGroup): void {
    if (!element) return;
    const before = this.#groups.get(element);
    const isSame = before?.changes.store === group.changes.store && areSame(before.files, group.files);
    if (before && (isSame || before.form === 'drawn')) {
      Object.assign(before, group);
      if (!isSame) this.#free(before);
      else if (before.heldAs && before.heldAs !== group.changes) this.#freshenSoon();
    } else {
      const form = isEager(group) ? 'drawn' : 'none';
      this.#groups.set(element, {
        ...group,
        form,
        isNear: before?.isNear ?? false,
        without: [],
        drawing: undefined,
        heldAs: undefined,
      });
      before?.stop?.();
      // What stood here is not true any more.
      if (before) group.show(form === 'drawn' ? null : placeholderHeightOf(group.files));
      if (before?.isNear) void this.#draw(element);
    }
    this.#listen(group.changes);
    this.#watch?.observe(element);
    this.#tidySoon();
  }

  /** Draws the card of a file, wherever it is; resolves when it is there, or nothing more can be done. */
  async reach(fileHash: string): Promise<void> {
    for (let frame = 0; frame < MAX_WAIT_FRAMES; frame++) {
      const found = [...this.#groups].find(
        ([element, { files }]) => element.isConnected && files.some((file) => file.file_hash === fileHash),
      );
      if (found) return this.#draw(found[0]);
      if (document.getElementById(`diff-content-${fileHash}`)) return;
      await new Promise((resolve) => requestAnimationFrame(resolve));
    }
  }

  #listen({ revealed }: Changes): void {
    if (!this.#revealed.has(revealed)) {
      this.#revealed.add(revealed);
      const look = () => {
        const now = [...this.#groups.values()].findLast(({ changes }) => changes.revealed === revealed);
        const hash = now?.changes.files[revealed.get()]?.file_hash;
        if (hash !== undefined) void this.reach(hash);
      };
      revealed.subscribe(look);
      look();
    }
    if (this.#watch) return;
    const rootMargin = `${NEAR_PX}px 0px`;
    this.#watch = new IntersectionObserver((entries) => entries.forEach((entry) => this.#seen(entry)), { rootMargin });
    document.addEventListener('focusin', ({ target }) => {
      for (const [element] of this.#groups)
        if (target instanceof Node && element.contains(target)) void this.#draw(element);
    });
    const readOn = () => {
      if (!this.#isFinding) return;
      this.#isFinding = false;
      for (const [element, { isNear }] of this.#groups) if (isNear) void this.#draw(element);
      this.#tidySoon();
    };
    document.addEventListener('keydown', (event) => (findsOn(event) ? (this.#isFinding = true) : readOn()), {
      capture: true,
    });
    for (const kind of ['wheel', 'touchmove', 'pointerdown'])
      document.addEventListener(kind, readOn, { passive: true });
  }

  #seen({ target, isIntersecting }: IntersectionObserverEntry): void {
    const element = target as HTMLElement;
    const state = this.#groups.get(element);
    if (!state) return;
    if (!element.isConnected) {
      this.#groups.delete(element);
      return;
    }
    state.isNear = isIntersecting;
    if (!isIntersecting) {
      this.#hold(state);
      return this.#tidySoon();
    }
    this.#groups.delete(element);
    this.#groups.set(element, state);
    // Someone looks for words in a window that has no keyboard: the browser's find, opened by its menu.
    if (state.form === 'far' && !document.hasFocus()) this.#isFinding = true;
    if (!this.#isFinding || state.form === 'none') void this.#draw(element);
  }

  #draw(element: HTMLElement): Promise<void> {
    const state = this.#groups.get(element);
    if (state) this.#free(state);
    if (!state || state.form === 'drawn') return Promise.resolve();
    state.drawing ??= this.#drawNow(element, state).finally(() => (state.drawing = undefined));
    return state.drawing;
  }

  /** From now on it hears of another way to show the changes when there is time. */
  #hold(state: State): void {
    if (state.form !== 'drawn' || state.heldAs) return;
    state.heldAs = state.changes;
    state.show({ cards: cardsOf(state.changes, state.files) });
  }

  #free(state: State): void {
    if (!state.heldAs) return;
    state.heldAs = undefined;
    state.show(null);
  }

  #freshenSoon(): void {
    if (this.#isFreshening) return;
    this.#isFreshening = true;
    setTimeout(() =>
      whenIdle(() => {
        this.#isFreshening = false;
        if (this.#freshen()) this.#freshenSoon();
      }),
    );
  }

  /** Shows one group that was left behind as the changes are shown by now; false when there is none. */
  #freshen(): boolean {
    for (const [element, state] of this.#groups) {
      if (!state.heldAs || state.heldAs === state.changes) continue;
      state.heldAs = state.changes;
      const { bottom, height } = element.getBoundingClientRect();
      flushSync(() => state.show({ cards: cardsOf(state.changes, state.files) }));
      // Other browsers keep what is read where it is by themselves.
      if (bottom < 0 && !CSS.supports('overflow-anchor', 'auto')) window.scrollBy(0, element.offsetHeight - height);
      return true;
    }
    return false;
  }

  async #drawNow(element: HTMLElement, state: State): Promise<void> {
    if (state.without.length > 0) await fetchAgain(state.without, state.changes).catch(() => undefined);
    if (this.#groups.get(element) !== state) return;
    const wasFar = state.form === 'far';
    state.stop?.();
    Object.assign(state, { form: 'drawn', without: [] });
    if (wasFar) preserveSelectionInCards(element, () => flushSync(() => state.show(null)));
    else state.show(null);
    this.#tidySoon();
  }

  #tidySoon(): void {
    if (this.#isTidying) return;
    this.#isTidying = true;
    const tidy = () => {
      this.#isTidying = false;
      if (!this.#tidy()) return;
      this.#isTidying = true;
      whenIdle(tidy);
    };
    setTimeout(() => whenIdle(tidy), TIDY_MS);
  }

  /** Puts away one group that was near longest ago; false when nothing has to go, or can. */
  #tidy(): boolean {
    let cost = 0;
    for (const [element, state] of this.#groups) {
      if (!element.isConnected) {
        this.#watch?.unobserve(element);
        this.#groups.delete(element);
      } else if (state.form === 'drawn') cost += costOf(state);
      // Others of a batch that was asked for.
      else if (!state.isNear && !state.drawing) giveBack(state.files, state.changes);
    }
    if (cost <= MOST_LINES || this.#isFinding) return false;
    for (const [element, state] of this.#groups) {
      if (state.form !== 'drawn' || state.isNear || !this.#isAtRest(state) || isHeld(element)) continue;
      this.#putAway(element, state);
      return true;
    }
    return false;
  }

  /** Lines that are on their way are waited for. */
  #isAtRest({ files, changes: { store } }: State): boolean {
    return files.every(({ index }) => !['loading', 'failed'].includes(store.get(index).state));
  }

  #putAway(element: HTMLElement, state: State): void {
    const style = { height: element.offsetHeight, contentVisibility: 'auto' } as const;
    const made = offScreenCards(element);
    const cards = <OffScreenCards take={() => made.splice(0)} />;
    Object.assign(state, { form: 'far', heldAs: undefined });
    flushSync(() => state.show({ style, cards }));
    state.without = giveBack(state.files, state.changes);
    const before = foldsOf(state).join();
    const [first] = state.files;
    if (!first) return;
    state.stop = state.changes.views.subscribe(first.file_hash, () => {
      const now = foldsOf(state);
      if (state.form === 'far' && now.join() !== before) this.#guess(element, state);
    });
  }

  /** The room that was measured is not what it will need. */
  #guess(element: HTMLElement, state: State): void {
    state.stop?.();
    state.form = 'none';
    const { views } = state.changes;
    const heightOf = (file: DiffFileSummary) => {
      const { collapse } = views.get(file.file_hash);
      // What its reader folded or opened counts more than what it was at first.
      if (collapse !== null && collapse !== 'open') return FOLDED_PX;
      return estimatedHeight(collapse === 'open' ? { ...file, folded: false } : file);
    };
    state.show(placeholderHeightOf(state.files, heightOf));
    if (state.isNear) void this.#draw(element);
  }
}

export const cardVirtualizer = new CardVirtualizer();
