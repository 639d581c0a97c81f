import { act, render } from '@testing-library/react';
import axe from 'axe-core';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { IS_FULL } from '../../testing/full-run.ts';
import { pageData } from '../../testing/page-data.ts';
import { preloadMenus } from '../ui/menu.tsx';
import { NavigationProvider } from './navigation.tsx';
import { Navigator } from './navigator.ts';
import type { NavigatorPorts } from './navigator.ts';

type StatesModule = { group: string; states: Record<string, ReactNode> };

const modules = import.meta.glob<StatesModule>('../**/*.states.tsx', { eager: true });
const all = Object.entries(modules).flatMap(([path, module]) =>
  // The states of one part are alike: an ordinary run asks of the first whether it is accessible.
  Object.entries(module.states).map(([name, node], index) => ({
    name: `${path} · ${name}`,
    node,
    isLookedInto: IS_FULL || index === 0,
  })),
);

const errors = vi.fn<() => void>();

/** What the gallery page stands in. No state asks the server for anything. */
function Frame({ children }: { children: ReactNode }) {
  const ports: NavigatorPorts = {
    load: vi.fn<NavigatorPorts['load']>(),
    fetch: vi.fn<NavigatorPorts['fetch']>(),
    leaveTo: vi.fn<NavigatorPorts['leaveTo']>(),
    mayLeave: () => true,
  };
  const navigator = new Navigator(ports, '/-/gallery', pageData({}), () => null);
  return <NavigationProvider navigator={navigator}>{children}</NavigationProvider>;
}

beforeEach(async () => {
  errors.mockReset();
  vi.spyOn(console, 'error').mockImplementation(errors);
  await preloadMenus();
});

afterEach(() => {
  document.body.innerHTML = '';
});

describe('every named state', () => {
  it('exists', () => {
    expect(all.length).toBeGreaterThan(25);
  });

  it.each(all)('$name is drawn without complaints and is accessible', async ({ node, isLookedInto }) => {
    const { container } = render(
      <Frame>
        <main>{node}</main>
      </Frame>,
    );
    await act(async () => undefined);
    expect(container.querySelector('main')?.childElementCount).toBeGreaterThan(0);
    expect(errors).not.toHaveBeenCalled();
    if (!isLookedInto) return;
    // Colours need a real browser; the tokens are compared in contrast.test.ts.
    const rules = {
      'color-contrast': { enabled: false },
      'heading-order': { enabled: false },
      region: { enabled: false },
      'label-content-name-mismatch': { enabled: true },
    };
    const { violations } = await axe.run(container, { rules });
    expect(violations.map((item) => `${item.id}: ${item.nodes.map((hit) => hit.html).join(' ')}`)).toEqual([]);
  });
});
