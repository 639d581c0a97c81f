import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { installedBrowser } from '../../tools/testing/installed-browser.mjs';

/** What draws around a page that nobody sees: a process for each window, and another one in waiting. */
const UNSEEN_FEATURES = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup', 'SpareRendererForSitePerProcess'];
/** What Playwright turns off for steadiness; its list counts no more where there is another one. */
const UNSTEADY_FEATURES = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
];

/**
 * For pages that live for seconds: what would make their scripts faster later costs a quarter of their time now. Not for
 * what is measured.
 */
const SHORT_LIVED = ['--js-flags=--no-turbofan --no-maglev'];

/** The browser that the machine has, or the one Playwright downloaded. */
export async function openBrowser({ isMeasured = false } = {}): Promise<Browser> {
  const executablePath = process.env['CHROMIUM'] ?? installedBrowser();
  return chromium.launch({
    ...(executablePath && { executablePath }),
    args: [
      ...(isMeasured ? [] : SHORT_LIVED),
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      `--disable-features=${[...UNSEEN_FEATURES, ...UNSTEADY_FEATURES].join(',')}`,
    ],
  });
}

/** How many times slower than this machine every page runs; for finding tests that hold only on a fast one. */
const SLOWNESS = Number(process.env['TRIBUTARY_E2E_SLOW'] ?? 1);

async function slowDown(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWNESS });
}

export type WindowOptions = {
  width?: number;
  dark?: boolean;
  /** A screen under a thumb. */
  touch?: boolean;
};

/** A user's own browser window: cookies of their own. Fails the test on any error in the page's console. */
export async function openWindow(
  browser: Browser,
  baseURL: string,
  options: WindowOptions = {},
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    baseURL,
    viewport: { width: options.width ?? 1440, height: 900 },
    colorScheme: options.dark ? 'dark' : 'light',
    ...(options.touch && { hasTouch: true, isMobile: true }),
    // What moves is not what these tests are about, and a press on what moves misses.
    reducedMotion: 'reduce',
  });
  const page = await context.newPage();
  if (SLOWNESS > 1) await slowDown(page);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error' && !/Failed to load resource/.test(message.text())) problems.push(message.text());
  });
  page.setDefaultTimeout(30_000 * SLOWNESS);
  return { context, page, problems };
}
