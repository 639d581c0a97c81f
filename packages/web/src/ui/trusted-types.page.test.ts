import { afterEach, describe, expect, it, vi } from 'vitest';

type Rules = Partial<Record<'createHTML' | 'createScriptURL', (text: string) => string | null>>;

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
        return {
          createHTML: (html) => ({ made: `${name}: ${rules.createHTML?.(html)}` }),
          createScriptURL: (url) => rules.createScriptURL?.(url) ?? '',
        };
      },
    };
    const { trustHtml } = await import('./trusted-types.ts');
    await import('./style-text-policy.ts');
    expect([...policies.keys()]).toEqual(['tributary-html', 'default']);
    expect(trustHtml('<p>a</p>')).toEqual({ made: 'tributary-html: <p>a</p>' });
    expect(policies.get('default')?.createHTML?.('.a{color:red}')).toBe('.a{color:red}');
    expect(policies.get('default')?.createHTML?.('<img src=x onerror=alert(1)>')).toBeNull();
  });

  it('let no program run beside the page but those of our build', async () => {
    const policies = new Map<string, Rules>();
    window.trustedTypes = {
      createPolicy: (name, rules) => {
        policies.set(name, rules);
        return { createHTML: (html) => ({ made: html }), createScriptURL: (url) => url };
      },
    };
    await import('./pdf/trusted-worker.ts');
    const rule = policies.get('tributary-worker');
    expect(rule?.createScriptURL?.('/-/assets/pdf.worker.mjs')).toBe('/-/assets/pdf.worker.mjs');
    for (const other of ['/group/project/-/raw/main/evil.js', 'https://example.com/-/assets/a.js', 'data:,1', 'blob:x'])
      expect(rule?.createScriptURL?.(other)).toBeNull();
    expect(rule?.createHTML).toBeUndefined();
  });

  it('are plain text where the browser does not know them', async () => {
    const { trustHtml } = await import('./trusted-types.ts');
    expect(trustHtml('<p>a</p>')).toBe('<p>a</p>');
  });
});
