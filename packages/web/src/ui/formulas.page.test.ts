import { cpuMsOf } from '@tributary/contract/testing/cpu-time.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { drawFormulas, drawWithFonts } from './formulas.ts';

function draw(...sources: string[]): HTMLElement {
  for (const source of sources) {
    const place = document.createElement('code');
    place.className = 'math';
    place.dataset['mathStyle'] = 'inline';
    place.textContent = source;
    document.body.append(place);
  }
  drawFormulas([...document.querySelectorAll<HTMLElement>('.math')]);
  return document.body;
}

beforeEach(() => document.body.replaceChildren());

describe('formulas', () => {
  it('are drawn for eyes and readers, without style attributes made of text', () => {
    const body = draw(String.raw`\frac{a}{2}`);
    expect(body.querySelector('math mfrac')).not.toBeNull();
    expect(body.querySelector('.katex-html')?.getAttribute('aria-hidden')).toBe('true');
    expect(body.querySelector('code')).toBeNull();
  });

  it('stay as their source, with the reason, when they are wrong', () => {
    const body = draw(String.raw`\frac{a`, String.raw`\nothing`, 'ok');
    const errors = [...body.querySelectorAll('.formula-error')].map((each) => each.textContent);
    expect(errors[0]).toMatch(/^Unexpected end of input/);
    expect(errors[1]).toContain('Undefined control sequence');
    expect([...body.querySelectorAll('.formula-refused')].map((each) => each.textContent)).toEqual([
      String.raw`\frac{a`,
      String.raw`\nothing`,
    ]);
    expect(body.querySelectorAll('.katex')).toHaveLength(1);
  });

  it('T-062: lead nowhere and load nothing', () => {
    const body = draw(
      String.raw`\href{javascript:alert(1)}{x}`,
      String.raw`\url{https://a.example}`,
      String.raw`\includegraphics{https://a.example/x.png}`,
      String.raw`\htmlClass{fixed inset-0}{x}`,
      String.raw`\htmlStyle{position:fixed}{x}`,
      String.raw`\htmlData{a=b}{x}`,
      '<img src=x onerror=alert(1)>',
      String.raw`\text{<script>alert(1)</script>}`,
    );
    expect(body.querySelectorAll('a, img, script, [onerror], .fixed, [data-a]')).toHaveLength(0);
    for (const element of body.querySelectorAll<HTMLElement>('[style]'))
      expect(element.style.position).not.toBe('fixed');
  });

  it('the first ones stay their source until their fonts are there', async () => {
    const body = document.body;
    body.innerHTML = '<code class="math" data-math-style="inline">a^2</code>';
    const fonts = Promise.withResolvers<void>();
    Object.assign(document, { fonts: { ready: fonts.promise } });
    const drawn = drawWithFonts([...body.querySelectorAll<HTMLElement>('.math')]);
    expect(body.querySelector('code')?.textContent).toBe('a^2');
    expect(body.querySelector('[aria-hidden="true"] .katex')).not.toBeNull();
    fonts.resolve();
    await drawn;
    expect(body.querySelector('code')).toBeNull();
    expect([...body.children].map((each) => each.className)).toEqual(['formula']);
  });

  it('do not grow without end', async () => {
    const laughs = Array.from({ length: 9 }, (_, at) => {
      const name = String.fromCodePoint(98 + at);
      return `\\def\\${name}${name}{${`\\${String.fromCodePoint(97 + at).repeat(2)}`.repeat(10)}}`;
    });
    let body: HTMLElement = document.createElement('div');
    const spent = await cpuMsOf(() => {
      body = draw(
        String.raw`\def\aa{ha}${laughs.join('')}\jj`,
        String.raw`\def\x{\x\x}\x`,
        '{'.repeat(499),
        String.raw`\sqrt`.repeat(190),
        String.raw`\rule{99999em}{99999em}`,
        'x'.repeat(1_001),
      );
    });
    expect(spent).toBeLessThan(2_000);
    const errors = [...body.querySelectorAll('.formula-error')].map((each) => each.textContent);
    expect(errors.filter((error) => error?.includes('Too many expansions'))).toHaveLength(2);
    expect(errors).toContain('This formula is too long: 1001 of 1000 characters.');
    expect(body.querySelectorAll('*').length).toBeLessThan(10_000);
    for (const element of body.querySelectorAll<HTMLElement>('[style]')) {
      for (const length of element.style.cssText.matchAll(/([\d.]+)em/g)) expect(Number(length[1])).toBeLessThan(100);
    }
  });
});
