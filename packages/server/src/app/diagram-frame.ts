import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DIAGRAM_FRAME } from '@tributary/contract/page/diagram-frame.ts';

/**
 * What runs in the frame. The page hands the library over as a blob: the frame itself may load nothing, so that what a
 * diagram says can be told to nobody. Drawn diagrams go back as text and are shown as pictures, in which nothing runs.
 */
const SCRIPT = `'use strict';
addEventListener('message', (event) => {
  const port = event.ports[0];
  if (event.source !== parent || !port || !(event.data instanceof Blob)) return;
  const script = document.createElement('script');
  script.src = URL.createObjectURL(event.data);
  script.onload = () => port.postMessage({ kind: 'ready' });
  script.onerror = () => port.postMessage({ kind: 'unable' });
  document.head.append(script);
  let count = 0;
  port.onmessage = async ({ data }) => {
    try {
      mermaid.initialize({
        startOnLoad: false,
        securityLevel: 'strict',
        suppressErrorRendering: true,
        htmlLabels: false,
        flowchart: { htmlLabels: false },
        maxTextSize: data.maxChars,
        maxEdges: data.maxEdges,
        theme: data.theme === 'dark' ? 'dark' : 'neutral',
        fontFamily: 'system-ui, sans-serif',
        // What a text says about itself may not undo this.
        secure: ['secure', 'securityLevel', 'startOnLoad', 'maxTextSize', 'maxEdges', 'suppressErrorRendering', 'htmlLabels'],
      });
      const { svg } = await mermaid.render('diagram-' + ++count, data.source);
      // A document of its own, in which nothing is loaded or run.
      const drawn = new DOMParser().parseFromString(svg, 'text/html').querySelector('svg');
      const { width, height } = drawn.viewBox.baseVal;
      drawn.setAttribute('width', String(width));
      drawn.setAttribute('height', String(height));
      drawn.style.removeProperty('max-width');
      const title = drawn.querySelector(':scope > title')?.textContent ?? '';
      port.postMessage({ kind: 'drawn', svg: new XMLSerializer().serializeToString(drawn), width, height, title });
    } catch (error) {
      port.postMessage({ kind: 'refused', message: String(error?.message ?? error) });
    }
    document.body.replaceChildren();
  };
});
`;

const HASH = createHash('sha256').update(SCRIPT).digest('base64');

/** Its own origin by `sandbox`, no network at all, and only our pages may show it. */
const POLICY = [
  "default-src 'none'",
  `script-src 'sha256-${HASH}' blob:`,
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  'sandbox allow-scripts',
].join('; ');

const DOCUMENT = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>Diagrams</title></head>
<body><script>${SCRIPT}</script></body>
</html>
`;

/** The document in which diagrams are drawn, away from everything of ours. */
export function bindDiagramFrame(server: FastifyInstance): void {
  server.get(DIAGRAM_FRAME, async (_request, reply) => {
    reply.header('content-security-policy', POLICY);
    reply.header('cache-control', 'private, no-cache');
    return reply.type('text/html; charset=utf-8').send(DOCUMENT);
  });
}
