import { createElement as h, Fragment, type ReactNode, useState } from 'react';
import { createRoot } from 'react-dom/client';

/*
 * A diff as one would write it first: a component for each part of a line, handlers on each, the state at the top. What a
 * careful page is compared with.
 */

type Handlers = { onComment: (line: number) => void; onHover: (line: number) => void };

const nothing = () => undefined;

function Token({ text }: { text: string }) {
  return h('span', { className: 'token', onMouseEnter: nothing, onMouseLeave: nothing }, text);
}

function Cell({ children, className }: { children?: ReactNode; className: string }) {
  const handlers = { onClick: nothing, onMouseDown: nothing, onMouseUp: nothing, onDoubleClick: nothing };
  return h('td', { className, ...handlers }, children);
}

function LineNumber({ line, handlers }: { line: number; handlers: Handlers }) {
  const onClick = () => handlers.onComment(line);
  const props = { type: 'button', className: 'number', onClick, onFocus: nothing, onBlur: nothing } as const;
  return h(Cell, { className: 'dn' }, h('button', props, line));
}

function Code({ text }: { text: string }) {
  const tokens = text.split(/(\W+)/).map((token, at) => h(Token, { key: at, text: token }));
  return h(Cell, { className: 'dc' }, tokens);
}

type LineProps = { line: number; text: string; isCommented: boolean; isHovered: boolean; handlers: Handlers };

function Line({ line, text, isCommented, isHovered, handlers }: LineProps) {
  const props = {
    className: isHovered ? 'dr hovered' : 'dr',
    onMouseEnter: () => handlers.onHover(line),
    onMouseLeave: nothing,
    onKeyDown: nothing,
    onKeyUp: nothing,
    onCopy: nothing,
  };
  const row = h('tr', props, h(LineNumber, { line, handlers }), h(Code, { text }));
  const form = isCommented && h('tr', null, h('td', { colSpan: 2 }, h('textarea', { 'aria-label': `Line ${line}` })));
  return h(Fragment, null, row, form);
}

function Diff({ lines }: { lines: readonly string[] }) {
  const [commented, setCommented] = useState<number | null>(null);
  const [hovered, setHovered] = useState<number | null>(null);
  const handlers: Handlers = { onComment: setCommented, onHover: setHovered };
  const rows = lines.map((text, at) => {
    const line = at + 1;
    const state = { isCommented: commented === line, isHovered: hovered === line };
    return h(Line, { key: at, line, text, handlers, ...state });
  });
  return h('table', null, h('tbody', null, rows));
}

const answer = await fetch('/rows');
const lines = (await answer.json()) as string[];
const root = document.getElementById('root');
if (root) createRoot(root).render(h(Diff, { lines }));
