export type PdfOptions = {
  /** What happens when it is opened. */
  open?: string;
  /** A further page at the end that is none. */
  endsBroken?: boolean;
};

/** A PDF with a page for each text, in a font that every reader has. */
export function pdf(texts: readonly string[], { open = '', endsBroken = false }: PdfOptions = {}): Buffer {
  const pages = texts.map((_, at) => `${4 + at * 2} 0 R`);
  // What is written on the first page is no page.
  const kids = endsBroken ? [...pages, '5 0 R'] : pages;
  const objects = [
    `<< /Type /Catalog /Pages 2 0 R${open} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...texts.flatMap((text, at) => {
      const drawn = `BT /F1 24 Tf 40 120 Td (${text}) Tj ET`;
      return [
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 200] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + at * 2} 0 R >>`,
        `<< /Length ${drawn.length} >>\nstream\n${drawn}\nendstream`,
      ];
    }),
  ];
  // Bytes that are no text, as real ones have.
  let body = '%PDF-1.7\n%\u0000\u00e2\u00e3\n';
  const offsets = objects.map((object, at) => {
    const offset = body.length;
    body += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = body.length;
  body += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  body += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(body, 'latin1');
}
