import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { escapeHtml } from '../escape-html.ts';
import { type RenderState, stateOf } from '../render-state.ts';

const MARKER = /^\[([ xX~])\](?=\s|$)/;

/** `- [ ] text` to a checkbox that knows its place and, through `taskItems`, its line. */
export function taskLists(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'task_lists', (state) => {
    const lists: Token[] = [];
    for (const [index, token] of state.tokens.entries()) {
      if (token.type === 'bullet_list_open' || token.type === 'ordered_list_open') lists.push(token);
      else if (token.type === 'bullet_list_close' || token.type === 'ordered_list_close') lists.pop();
      else if (token.type === 'inline') markTask(state, index, lists.at(-1));
    }
  });
  md.renderer.rules['task_checkbox'] = (tokens, index, _options, env) => {
    const meta = tokens[index]?.meta ?? {};
    const state = meta['isInapplicable'] === true ? ' data-inapplicable' : meta['checked'] === true ? ' checked' : '';
    const label = escapeHtml(String(meta['label']));
    return (
      `<input data-own="${stateOf(env).nonce}" type="checkbox" class="task-list-item-checkbox" disabled${state}` +
      ` data-task-index="${Number(meta['index'])}" data-task-line="${Number(meta['line'])}" aria-label="${label}">`
    );
  };
}

function markTask(state: StateCore, index: number, list: Token | undefined): void {
  const { tokens } = state;
  const inline = tokens[index];
  const item = tokens[index - 2];
  const first = inline?.children?.[0];
  if (item?.type !== 'list_item_open' || tokens[index - 1]?.type !== 'paragraph_open') return;
  const match = inline && first?.type === 'text' ? MARKER.exec(first.content) : null;
  if (!match || !first) return;
  const render = stateOf(state.env);
  const isInapplicable = match[1] === '~';
  const checked = !isInapplicable && match[1] !== ' ';
  const task = { index: render.taskItems.length, line: (inline.map?.[0] ?? 0) + 1, checked, isInapplicable };
  render.taskItems.push(task);
  first.content = first.content.slice(match[0].length);
  const checkbox = new state.Token('task_checkbox', 'input', 0);
  const label = inline.content.slice(match[0].length).trim().slice(0, 80);
  checkbox.meta = { ...task, label: isInapplicable ? `${label} (not applicable)` : label };
  if (isInapplicable) inline.children = crossedOut(state, inline.children ?? [], render);
  inline.children?.unshift(checkbox);
  render.own(item, ['class', isInapplicable ? 'task-list-item inapplicable' : 'task-list-item']);
  if (list && !list.attrGet('class')) render.own(list, ['class', 'task-list']);
}

function crossedOut(state: StateCore, children: Token[], render: RenderState): Token[] {
  const open = new state.Token('inapplicable_open', 's', 1);
  render.own(open, ['class', 'inapplicable']);
  return [open, ...children, new state.Token('inapplicable_close', 's', -1)];
}
