import { afterEach, describe, expect, it, vi } from 'vitest';

type Rules = { createHTML(html: string): string | null };

afterEach(() => {
  vi.resetModules();
  delete window.trustedTypes;
});

describe('trusted types', () => {
  it('are made by the named policy; the default one lets nothing through that could become an element', async () => {
    const policies = new Map<string, Rules>();
    window.trustedTypes = {
      createPolicy: (name, rules) => {
        policies.set(name, rules);
        return { createHTML: (html) => ({ made: `${name}: ${rules.createHTML(html)}` }) };
      },
    };
    const { trustHtml } = await import('./trusted-types.ts');
    await import('./style-text-policy.ts');
    expect([...policies.keys()]).toEqual(['tributary-html', 'default']);
    expect(trustHtml('<p>a</p>')).toEqual({ made: 'tributary-html: <p>a</p>' });
    expect(policies.get('default')?.createHTML('.a{color:red}')).toBe('.a{color:red}');
    expect(policies.get('default')?.createHTML('<img src=x onerror=alert(1)>')).toBeNull();
  });

  it('are plain text where the browser does not know them', async () => {
    const { trustHtml } = await import('./trusted-types.ts');
    expect(trustHtml('<p>a</p>')).toBe('<p>a</p>');
  });
});
