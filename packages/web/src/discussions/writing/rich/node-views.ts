import type { Node } from 'prosemirror-model';
import type { EditorView, NodeViewConstructor } from 'prosemirror-view';

/** Where files of the project are, for texts that name them without it. */
function addressOf(src: string, uploadsPath: string | null): string | null {
  if (/^\/uploads\/[0-9a-f]{32}\//.test(src)) {
    return uploadsPath === null ? null : uploadsPath.replace(/\/uploads$/, src);
  }
  return /^https:\/\//i.test(src) || /^\/(?!\/)/.test(src) ? src : null;
}

/** An image, or its words where it cannot be shown. */
function imageView(uploadsPath: string | null): NodeViewConstructor {
  return (node: Node) => {
    const { src, alt, title } = node.attrs as { src: string; alt: string; title: string };
    const address = addressOf(src, uploadsPath);
    if (address === null) {
      const dom = document.createElement('span');
      dom.className = 'rich-image';
      dom.textContent = alt || 'Image';
      return { dom };
    }
    const dom = document.createElement('img');
    Object.assign(dom, { src: address, alt, title });
    return { dom };
  };
}

/** An item of a list, with its box when it is a task. */
const itemView: NodeViewConstructor = (first, view: EditorView, getPos) => {
  const dom = document.createElement('li');
  const contentDOM = document.createElement('div');
  const box = document.createElement('input');
  box.type = 'checkbox';
  box.contentEditable = 'false';
  box.setAttribute('aria-label', 'Task done');
  box.addEventListener('change', () => {
    const position = getPos();
    if (position === undefined || !view.editable) return;
    view.dispatch(view.state.tr.setNodeMarkup(position, null, { checked: box.checked }));
  });
  const show = (node: Node) => {
    const checked = node.attrs['checked'] as boolean | null;
    dom.classList.toggle('rich-task', checked !== null);
    box.checked = checked === true;
    if (checked === null) box.remove();
    else if (!box.isConnected) dom.prepend(box);
  };
  dom.append(contentDOM);
  show(first);
  return {
    dom,
    contentDOM,
    update: (node) => {
      if (node.type !== first.type) return false;
      show(node);
      return true;
    },
    stopEvent: (event) => event.target === box,
    ignoreMutation: (mutation) => mutation.type !== 'selection' && !contentDOM.contains(mutation.target),
  };
};

export function nodeViews(uploadsPath: string | null): Record<string, NodeViewConstructor> {
  return { image: imageView(uploadsPath), list_item: itemView };
}
