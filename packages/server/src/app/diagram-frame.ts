import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { DIAGRAM_FRAME } from '@tributary/contract/page/diagram-frame.ts';

/**
 * What runs in the frame. The page hands the library over as a blob: the frame itself may load nothing, so that what a
 * diagram says can be told to nobody. Drawn diagrams go back as text and are shown as images, in which nothing runs.
 */
const SCRIPT = `'use strict';
// Quiet neutrals with a trace of the accent, in both looks of the page.
const LOOKS = {
  light: {
    background: '#ffffff', primaryColor: '#dcebee', primaryTextColor: '#16262b', primaryBorderColor: '#5f8d98',
    secondaryColor: '#e6e0f2', tertiaryColor: '#f4ecd4', lineColor: '#4f6a72', textColor: '#16262b',
    pie1: '#7fb6c1', pie2: '#b3a2d9', pie3: '#dcc27a', pie4: '#8fc29a', pie5: '#dd9c8f', pie6: '#9db0b6',
  },
  dark: {
    darkMode: true, background: '#10171a', primaryColor: '#1f3d44', primaryTextColor: '#e3e9eb', primaryBorderColor: '#5f8d98',
    secondaryColor: '#372f4d', tertiaryColor: '#3d3520', lineColor: '#93a7ad', textColor: '#e3e9eb',
    pie1: '#2f6a76', pie2: '#574a80', pie3: '#75622a', pie4: '#356845', pie5: '#7d4338', pie6: '#46585e',
  },
};
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
        theme: 'base',
        themeVariables: LOOKS[data.theme === 'dark' ? 'dark' : 'light'],
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
