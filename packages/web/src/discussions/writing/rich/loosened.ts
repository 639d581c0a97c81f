import type { Node } from 'prosemirror-model';

/** Without an empty line between them the second would go on where the first ends. */
function standApart(before: Node, after: Node): boolean {
  return after.type.name === 'paragraph' || after.type === before.type;
}

function needsRoom(item: Node): boolean {
  for (let at = 1; at < item.childCount; at += 1) if (standApart(item.child(at - 1), item.child(at))) return true;
  return false;
}

/** The block with its tight lists made loose where an item holds what has to stand apart; the same object where none does. */
export function loosened(node: Node): Node {
  if (node.isTextblock || node.isLeaf) return node;
  const children = node.content.content.map(loosened);
  const isTight = node.attrs['isTight'] === true && !node.content.content.some(needsRoom);
  const isSame = isTight === (node.attrs['isTight'] === true) && children.every((each, at) => each === node.child(at));
  if (isSame) return node;
  const attrs = 'isTight' in node.attrs ? { ...node.attrs, isTight } : node.attrs;
  return node.type.create(attrs, children, node.marks);
}
