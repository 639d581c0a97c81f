import { ReportRefused } from './report-refused.ts';

const DECLARED = /^<\?xml[^>]{0,200}?encoding\s*=\s*["']([\w.:-]{1,40})["']/;

function labelOf(bytes: Buffer): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  return DECLARED.exec(bytes.toString('latin1', 0, 250))?.[1] ?? 'utf-8';
}

/** The text of a report, by the encoding that it names itself. */
export function reportText(bytes: Buffer): string {
  try {
    return new TextDecoder(labelOf(bytes), { fatal: true }).decode(bytes);
  } catch {
    throw new ReportRefused('The text does not match its declared encoding.');
  }
}
