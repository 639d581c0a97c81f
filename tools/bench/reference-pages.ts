import { createServer, type Server } from 'node:http';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'vite';
import type { Lab } from './lab.ts';
import { freePort, ROOT } from './processes.ts';
import { lineOf } from './view-stage.ts';

/** Pages that show the same lines in other ways: `/static` as HTML alone, `/naive` as React components. */
export type ReferencePages = { url: string; close(): Promise<void> };

/** Rows in pieces that the browser skips while they are off screen (tables alone it would not), one listener for all. */
const STATIC_PAGE = `<!doctype html><meta charset="utf-8"><title>Lines</title>
<style>.piece{content-visibility:auto;contain-intrinsic-block-size:auto 4000px}
table{width:100%;table-layout:fixed;font:12.5px/20px monospace}td{height:20px;padding:0}.dn{width:52px}.dn::before{content:attr(data-n)}</style>
<div id="root"></div>
<script type="module">
const lines = await (await fetch('/rows')).json();
const escape = (text) => text.replace(/[&<>]/g, (char) => '&#' + char.charCodeAt(0) + ';');
const parts = [];
for (let from = 0; from < lines.length; from += 200) {
  const rows = lines.slice(from, from + 200).map((text, at) =>
    '<tr class="dr" data-i="' + (from + at) + '"><td class="dn" data-n="' + (from + at + 1) + '"></td><td class="dc">' +
    text.split(/(\\W+)/).map((token) => '<span class="token">' + escape(token) + '</span>').join('') + '</td></tr>');
  parts.push('<div class="piece"><table><tbody>' + rows.join('') + '</tbody></table></div>');
}
const root = document.getElementById('root');
root.innerHTML = parts.join('');
root.addEventListener('click', (event) => {
  const row = event.target.closest('tr.dr');
  if (!row) return;
  document.querySelector('textarea')?.closest('tr').remove();
  row.insertAdjacentHTML('afterend', '<tr><td colspan="2"><textarea></textarea></td></tr>');
});
</script>`;

const NAIVE_PAGE = `<!doctype html><meta charset="utf-8"><title>Lines</title><div id="root"></div>
<script type="module" src="/naive.js"></script>`;

async function buildNaive(lab: Lab): Promise<string> {
  const outDir = await lab.scratch('naive');
  await build({
    root: path.join(ROOT, 'packages/web'),
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      outDir,
      target: 'esnext',
      lib: {
        entry: path.join(import.meta.dirname, 'pages/naive-diff.ts'),
        formats: ['es'],
        fileName: () => 'naive.js',
      },
    },
  });
  return readFile(path.join(outDir, 'naive.js'), 'utf8');
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve) => server.listen(port, '127.0.0.1', resolve));
}

export async function serveReferencePages(lab: Lab, lines: number): Promise<ReferencePages> {
  const rows = JSON.stringify(Array.from({ length: lines }, (_, at) => lineOf(at)));
  const script = await buildNaive(lab);
  const answers: Record<string, [type: string, body: string]> = {
    '/static': ['text/html', STATIC_PAGE],
    '/naive': ['text/html', NAIVE_PAGE],
    '/naive.js': ['text/javascript', script],
    '/rows': ['application/json', rows],
  };
  const server = createServer((request, response) => {
    const [type, body] = answers[request.url ?? ''] ?? ['text/plain', ''];
    response.writeHead(body === '' ? 404 : 200, { 'content-type': type });
    response.end(body);
  });
  const port = await freePort();
  await listen(server, port);
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
