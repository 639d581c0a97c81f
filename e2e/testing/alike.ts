/**
 * For a page to run: the elements of the document that stand among siblings built like them, except the first three and the
 * last of each kind. Alike is what differs in nothing but words, addresses, numbers and how often the same follows itself:
 * element, class, role, state and the same of all that is within, and neither is under the pointer nor has the keyboard.
 * Few siblings are all looked at.
 */
export function findAlike(): Element[] {
  const [FEW, FIRST] = [6, 3];
  const COUNTS =
    /^(?:class|style|role|type|tabindex|hidden|open|aria-(?!label|describedby|controls|owns|activedesc).*)$/;
  const STATES = [':hover', ':focus', ':target', ':checked', ':disabled', ':invalid'];
  const kinds = new Map<string, number>();
  const kindOf = new Map<Element, number>();

  const learn = (element: Element): number => {
    const parts = [element.localName];
    for (const { name, value } of element.attributes) {
      parts.push(`${name}=${COUNTS.test(name) ? value : value.trim() === '' ? '' : '…'}`);
    }
    parts.push(...STATES.filter((state) => element.matches(state)), '>');
    const within: string[] = [];
    for (const node of element.childNodes) {
      if (node instanceof Element) within.push(String(learn(node)));
      else if (node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim()) within.push('…');
    }
    // Two paragraphs are as good as forty.
    parts.push(...within.filter((part, at) => part !== within[at - 1] || part !== within[at - 2]));
    const shape = parts.join(' ');
    const kind = kinds.get(shape) ?? kinds.size;
    kinds.set(shape, kind);
    kindOf.set(element, kind);
    return kind;
  };

  const left: Element[] = [];
  const leave = (parent: Element): void => {
    const siblings = Map.groupBy(parent.children, (child) => kindOf.get(child));
    for (const [, same] of siblings) {
      const isMany = same.length > FEW;
      for (const [at, child] of same.entries()) {
        if (isMany && at >= FIRST && at < same.length - 1) left.push(child);
        else leave(child);
      }
    }
  };
  learn(document.documentElement);
  leave(document.body);
  return left;
}
