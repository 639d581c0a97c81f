/**
 * What a look at a page may leave out, and what it looks at: `left` are elements, `seen` names the kinds of the larger parts
 * that are looked at, for `known` of a later page.
 */
export type SimilarElements = { left: Element[]; seen: string[] };

/**
 * For a page to run: the elements of the document that stand among siblings built like them, except the first three and the
 * last of each kind, and larger parts of kinds that are `known`. Alike is what differs in nothing but words, addresses,
 * numbers and how often the same follows itself: element, class, role, state and the same of all that is within, and neither
 * is under the pointer nor has the keyboard. Few siblings are all looked at. A larger part is also known by the width and
 * the colours that it stands in.
 */
export function findSimilarElements(known: readonly string[] = []): SimilarElements {
  const [FEW, FIRST, LARGE] = [6, 3, 12];
  const COUNTS =
    /^(?:class|style|role|type|tabindex|hidden|open|aria-(?!label|describedby|controls|owns|activedesc).*)$/;
  const STATES = [':hover', ':focus', ':target', ':checked', ':disabled', ':invalid'];
  const sizes = new Map<string, number>();
  const kindOf = new Map<Element, string>();

  /** 53 bits of what a text is. */
  const digest = (text: string): string => {
    let [high, low] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      high = Math.imul(high ^ code, 2_654_435_761);
      low = Math.imul(low ^ code, 1_597_334_677);
    }
    high = Math.imul(high ^ (high >>> 16), 2_246_822_507) ^ Math.imul(low ^ (low >>> 13), 3_266_489_909);
    low = Math.imul(low ^ (low >>> 16), 2_246_822_507) ^ Math.imul(high ^ (high >>> 13), 3_266_489_909);
    return (4_294_967_296 * (2_097_151 & low) + (high >>> 0)).toString(36);
  };

  const learn = (element: Element): string => {
    const parts = [element.localName];
    for (const { name, value } of element.attributes) {
      parts.push(`${name}=${COUNTS.test(name) ? value : value.trim() === '' ? '' : '…'}`);
    }
    parts.push(...STATES.filter((state) => element.matches(state)), '>');
    const within: string[] = [];
    for (const node of element.childNodes) {
      if (node instanceof Element) within.push(learn(node));
      else if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) within.push('…');
    }
    // Two paragraphs are as good as forty.
    const told = within.filter((part, at) => part !== within[at - 1] || part !== within[at - 2]);
    const kind = digest([...parts, ...told].join(' '));
    const sizeOf = (each: string) => sizes.get(each) ?? 0;
    sizes.set(
      kind,
      told.reduce((sum, each) => sum + sizeOf(each), 1),
    );
    kindOf.set(element, kind);
    return kind;
  };

  const ground = (element: Element | null): string => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at);
      if (!/^rgba.*, 0\)$|^transparent$/.test(backgroundColor)) return backgroundColor;
    }
    return 'none';
  };
  const partOf = (element: Element): string | undefined => {
    const kind = kindOf.get(element);
    if (kind === undefined || (sizes.get(kind) ?? 0) < LARGE) return undefined;
    const { parentElement: around } = element;
    const { color = '', fontSize = '' } = around ? getComputedStyle(around) : {};
    return digest([kind, innerWidth, color, fontSize, ground(around)].join(' '));
  };

  const isKnown = new Set(known);
  const found: SimilarElements = { left: [], seen: [] };
  const leave = (parent: Element): void => {
    const siblings = Map.groupBy(parent.children, (child) => kindOf.get(child));
    for (const [, same] of siblings) {
      const isMany = same.length > FEW;
      for (const [at, child] of same.entries()) {
        const part = partOf(child);
        const isAlike = isMany && at >= FIRST && at < same.length - 1;
        if (isAlike || (part !== undefined && isKnown.has(part))) {
          found.left.push(child);
          continue;
        }
        if (part !== undefined) found.seen.push(part);
        leave(child);
      }
    }
  };
  learn(document.documentElement);
  leave(document.body);
  return found;
}
